internal import Domain
private import Localization

/// Lengths of time in words.
public enum DurationText {
  /// "less than a second", "12 s", "3 min 5 s", "2 h 10 min".
  public static func short(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeMilliseconds) / 1_000
    let minutes = seconds / 60
    switch seconds {
    case 0: return localized("less than a second")
    case ..<60: return localized("\(seconds) s")
    case ..<3_600:
      return seconds % 60 == 0 ? localized("\(minutes) min") : localized("\(minutes) min \(seconds % 60) s")
    default:
      let hours = seconds / 3_600
      return minutes % 60 == 0 ? localized("\(hours) h") : localized("\(hours) h \(minutes % 60) min")
    }
  }

  /// With tenths of a second as long as these are felt: "less than 0.1 s", "0.4 s", "12 s", "3 min 5 s".
  public static func precise(_ duration: Duration) -> String {
    let tenths = max(0, duration.wholeMilliseconds).plus(50) / 100
    switch tenths {
    case 0: return localized("less than \(DecimalText.of(tenths: 1)) s")
    case ..<100: return localized("\(DecimalText.of(tenths: tenths)) s")
    default: return short(duration)
    }
  }

  /// What is left, in steps that do not jump: "3 s left", "about 2 min left".
  public static func left(_ duration: Duration) -> String {
    let seconds = (max(0, duration.wholeMilliseconds) + 999) / 1_000
    if seconds <= 20 { return localized("\(max(1, seconds)) s left") }
    if seconds < 60 { return localized("\((seconds + 9) / 10 * 10) s left") }
    return localized("about \((seconds + 59) / 60) min left")
  }
}
