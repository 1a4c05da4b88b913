import Glibc
import Workers

/// Something that a hand does.
enum HandMove {
  /// Small letters, digits and spaces only: for others xdotool changes the keyboard under way.
  case type(String)
  /// A key as xdotool names it, so many times.
  case key(String, times: Int = 1)
  case click
  /// Milliseconds; none for 0.
  case pause(Int)

  fileprivate var words: [String] {
    switch self {
    case .type(let text): ["type", "--delay", "0", "--args", "1", text]
    case .key(let key, let times): ["key", "--delay", "0"] + Array(repeating: key, count: times)
    case .click: ["click", "1"]
    case .pause(0): []
    case .pause(let time): ["sleep", "\(Double(time) / 1_000)"]
    }
  }
}

extension RunningApp {
  /// Does all of it in one go, as fast as the display takes it.
  func stream(_ moves: [HandMove]) throws {
    try run(["xdotool"] + moves.flatMap(\.words))
  }
}

/// Two processes that want all of the machine, until they are ended.
final class Busy {
  private var children: [ChildProcess] = []

  init() throws {
    for _ in 0..<2 { children.append(try spawn(["sh", "-c", "while :; do :; done"])) }
  }

  func end() { children = [] }
}
