import Glibc
import TestSupport
import Workers

extension RunningApp {
  /// Does all of it in one go, as fast as the display takes it.
  func stream(_ moves: [HandMove]) throws {
    try run(["xdotool"] + moves.flatMap(\.words))
  }

  /// What has the keyboard.
  var focused: Accessible? { application?.all(having: .focused).last }

  /// The same, once something has it.
  func whatHasTheKeyboard() throws -> Accessible {
    var found: Accessible?
    try eventually("something has the keyboard") {
      found = focused
      return found != nil
    }
    return found!
  }

  /// Presses Tab until something has the keyboard.
  func tab(to what: String, backwards: Bool = false, where isFound: (Accessible) -> Bool) throws {
    var passed: [String] = []
    for _ in 0..<20 {
      let before = focused
      if let before, isFound(before) { return }
      passed.append("\(before?.role ?? "nothing") “\(before?.name ?? "")”")
      try key(backwards ? "shift+Tab" : "Tab")
      try eventually("Tab leads on to \(what)") { focused.map { $0.path != before?.path } ?? false }
    }
    throw DriverError(description: "Tab does not lead to \(what), but to \(passed)")
  }
}

extension RunningApp {
  /// Opens the preferences of reading by keys.
  func openReading() throws {
    try key("ctrl+comma")
    try text("Agent for new chats")
    try tab(to: "the page", backwards: true) { $0.name == "Reading" }
    try key("space")
    try text("Size of messages")
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
