import TestSupport
import Testing

extension Stories {
  /// What is selected across messages, and what becomes of it while the thread moves on.
  @Suite struct SelectionStories {
    /// What an X program would paste: after Ctrl+C from "clipboard", by the middle button from "primary".
    private func pasted(_ selection: String) throws -> String {
      try output(["sh", "-c", "timeout 5 xclip -selection \(selection) -o -t UTF8_STRING || true"])
    }

    /// Brings the keyboard to a message by keys.
    private func focus(_ beginning: String, in app: RunningApp) throws {
      try app.tab(to: "the messages", backwards: true) {
        $0.role == "list item" && ($0.name.hasPrefix("You: ") || $0.name.hasPrefix("Crew: "))
      }
      while app.focused?.name.hasPrefix(beginning) != true {
        let before = app.focused?.name
        try app.key("Up")
        try eventually("the message above has the keyboard") { app.focused?.name != before }
      }
    }

    @Test func `Text is selected into an answer that grows, and stays as it was chosen`() throws {
      let words = (1...300).map { "word\($0)" }.joined(separator: " ")
      try withApp(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("word1 word2")
        try focus("You: Go on", in: app)
        try app.key("ctrl+a", "ctrl+shift+Right")
        try eventually("both are selected") { try pasted("primary") == "Go on\n\nword1" }
        try app.text("word40 word41")
        try app.key("ctrl+c")
        try eventually("what came since is not") { try pasted("clipboard") == "Go on\n\nword1" }
        try app.key("Down", "ctrl+a")
        try eventually("all that is there is selected") { try pasted("primary").hasPrefix("word1 word2") }
        let before = try pasted("primary")
        try eventually("and all that comes") {
          let now = try pasted("primary")
          return now.hasPrefix(before) && now.count > before.count
        }
        try app.press("button", "Stop")
        try app.text("Stopped")
        try focus("You: Go on", in: app)
        try app.key("Escape", "ctrl+c")
        try eventually("without a selection the message is copied") { try pasted("clipboard") == "Go on" }
      }
    }
  }
}
