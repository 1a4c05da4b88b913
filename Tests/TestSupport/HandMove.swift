/// Something that a hand does.
public enum HandMove: Sendable {
  /// Small letters, digits and spaces only: for others xdotool changes the keyboard under way.
  case type(String)
  /// A key as xdotool names it, so many times.
  case key(String, times: Int = 1)
  case click
  /// Milliseconds; none for 0.
  case pause(Int)

  /// What xdotool is told for it.
  public var words: [String] {
    switch self {
    case .type(let text): ["type", "--delay", "0", "--args", "1", text]
    case .key(let key, let times): ["key", "--delay", "0"] + Array(repeating: key, count: times)
    case .click: ["click", "1"]
    case .pause(0): []
    case .pause(let time): ["sleep", "\(Double(time) / 1_000)"]
    }
  }
}
