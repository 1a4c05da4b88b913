import Testing
import TestSupport

extension FaceStories {
  /// Messages of a size at which a careless window stands still for minutes.
  @Suite struct LongStories {
    @Test(arguments: [
      (line: "x", size: 60_000, button: "Show All (60.0 kB)"),
      (line: "abcdefghijklmnopqrstuvwxyz1\n", size: 500_000, button: "Read in a Window (500.0 kB)"),
    ])
    func `A chat that ends with a long message opens`(line: String, size: Int, button: String) async throws {
      try await withFace { app in
        let text = String(repeating: line, count: size / line.count + 1).prefix(size)
        try await app.say(String(text), in: "Mumbai Trip")
        try await app.the("button", button)
        try await app.reopen()
        try await app.the("button", button)
        try await app.the("text box", "Message").setText("It answers")
        try await app.eventually("it answers") { app.first("text box", "Message")?.text == "It answers" }
      }
    }

    @Test func `A long message unfolds in its place and folds again, by its button and by Enter`() async throws {
      try await withFace { app in
        let lines = (1...5_000).map { "Line \($0) of many" }
        try await app.say(lines.joined(separator: "\n"), in: "Mumbai Trip")
        try await app.press("button", "Show All (88.9 kB)")
        try await app.the("button", "Show Less").press()
        try await app.the("button", "Show All (88.9 kB)")
        try await app.tab(to: "the list", backwards: true) { $0.role == "list item" }
        for _ in 0..<3 where app.focused?.name.hasPrefix("You: Line 1") != true { try await app.key("Up") }
        try await app.eventually("the long message has the keyboard") {
          app.focused?.name.hasPrefix("You: Line 1") == true
        }
        try await app.key("Return")
        try await app.the("button", "Show Less")
        try await app.key("Return")
        try await app.the("button", "Show All (88.9 kB)")
        try await app.eventually("something has the keyboard") { app.focused != nil }
        try await app.expectStays("it keeps the keyboard") {
          app.focused?.name.hasPrefix("You: Line 1") == true
        }
      }
    }

    @Test func `The end of a word of 4 MB is reached and read`() async throws {
      try await withFace { app in
        try await comeToLongWord(in: app)
        try await app.key("Return")
        try await app.the("button", "Copy all")
        try await app.key("End")
        try await app.the("list item", ending: "xxThe-End")
        try await app.key("Home")
        try await app.eventually("the end is out of the way again") {
          !app.all("list item").contains { $0.name.hasSuffix("xxThe-End") }
        }
        try await app.key("Escape")
        try await app.eventually("the reader is closed") { app.all("button", "Copy all").isEmpty }
        try await app.eventually("the message has the keyboard again") {
          app.focused?.name.hasPrefix("You: xxx") == true
        }
        try await app.key("Tab")
        try await app.eventually("its button comes next") { app.focused?.name == "Read in a Window (4.0 MB)" }
        try await app.key("space")
        try await app.the("button", "Copy all")
        try await app.key("ctrl+w")
        try await app.eventually("the reader is closed again") { app.all("button", "Copy all").isEmpty }
        try await app.the("text box", "Message")
      }
    }

    /// A message that is one word of 4 MB and then its end has the keyboard.
    private func comeToLongWord(in app: Face) async throws {
      try await app.say(String(repeating: "x", count: 3_999_990) + "The-End", in: "Mumbai Trip")
      try await app.the("button", "Read in a Window (4.0 MB)")
      try await app.tab(to: "the list", backwards: true) { $0.role == "list item" }
      for _ in 0..<3 where app.focused?.name.hasPrefix("You: xxx") != true { try await app.key("Up") }
      try await app.eventually("the long message has the keyboard") { app.focused?.name.hasPrefix("You: xxx") == true }
    }
  }
}
