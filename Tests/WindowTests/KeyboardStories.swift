import Testing
import TestSupport

extension Stories {
  /// What is typed faster than the window answers; the other stories of the keyboard are in `FaceTests`.
  @Suite struct KeyboardStories {
    @Test(arguments: ["2", "30"])
    func `What is typed right after Enter in the search is in the composer of the hit`(pace: String) throws {
      try withApp { app, _ in
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        for (title, row, words) in [("hallway", "A picture", "abcdefghijkl"), ("mumb", "Mumbai", "mnopqrstuvwx")] {
          let type = ["type", "--delay", pace, "--args", "1"]
          try RunningApp.xdotool(["key", "ctrl+f"] + type + [title, "key", "--delay", "0", "Return"] + type + [words])
          let hit = try app.the("list item", beginning: row)
          try eventually("the chat is open") { hit.has(.selected) }
          try eventually("all of it is in the composer, \(words)") {
            try app.the("text box", "Message").text == words
          }
        }
      }
    }
  }
}

extension RunningApp {
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
