/// Lengths of time in words.
public enum DurationText {
  /// "less than a second", "12 s", "3 min 5 s", "2 h 10 min".
  public static func short(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeMilliseconds) / 1_000
    switch seconds {
    case 0: return "less than a second"
    case ..<60: return "\(seconds) s"
    case ..<3_600: return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    default:
      let minutes = seconds / 60 % 60
      return minutes == 0 ? "\(seconds / 3_600) h" : "\(seconds / 3_600) h \(minutes) min"
    }
  }

  /// What is left, in steps that do not jump: "3 s left", "about 2 min left".
  public static func left(_ duration: Duration) -> String {
    let seconds = (max(0, duration.wholeMilliseconds) + 999) / 1_000
    if seconds <= 20 { return "\(max(1, seconds)) s left" }
    if seconds < 60 { return "\((seconds + 9) / 10 * 10) s left" }
    return "about \((seconds + 59) / 60) min left"
  }
}
