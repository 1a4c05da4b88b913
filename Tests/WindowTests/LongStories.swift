import Glibc
import Testing
import TestSupport

extension Stories {
  /// Messages of a size at which a careless window stands still for minutes.
  @Suite struct LongStories {
    @Test func `Four megabytes pasted into the composer stand beside it, outlive a kill, and are sent`() throws {
      try withApp { app, fixture in
        let word = String(repeating: "x", count: 3_999_000)
        try app.type("Explain this:")
        let clipboard = try Clip(type: "UTF8_STRING", text: word + "The-End")
        defer { clipboard.end() }
        try app.key("ctrl+v")
        let size = "Show the text, 4.0 MB"
        try app.the("button", size)
        #expect(try app.the("text box", "Message").text == "Explain this:")
        try app.type(" please")
        try eventually("one can go on writing") {
          try app.the("text box", "Message").text == "Explain this: please"
        }
        try app.press("button", size)
        try app.the("button", "Copy all")
        try app.key("End")
        try app.the("list item", ending: "xxThe-End")
        try app.key("Escape")
        try eventually("the draft is saved") {
          try output(["sh", "-c", "exec $0 --home $1 chats --json", RunningApp.binary("sotto"), fixture.home])
            .contains("Explain this: please")
        }
        try app.end(by: SIGKILL)
        try app.launch()
        try app.the("button", beginning: "Show the text, 4.0 MB")
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        try app.type("First of all")
        try app.key("Return")
        try app.the("list item", beginning: "You: First of all\nExplain this: please\nxxx")
        try eventually("it has left the composer") { app.all("button", size).isEmpty }
        try app.the("button", "Read in a Window (4.0 MB)")
      }
    }

    @Test func `A copied message of 4 MB is read by another program, and one can write on`() throws {
      try withApp { app, fixture in
        try comeToLongWord(in: app, fixture)
        try app.key("ctrl+c")
        let take = "timeout 30 xclip -selection clipboard -o -t"
        // The key is on its way to the window while the other program already asks.
        try eventually("all of it is read") {
          try output(["sh", "-c", "\(take) UTF8_STRING | wc -c"]).split(separator: "\n") == ["3999997"]
        }
        #expect(try output(["sh", "-c", "\(take) text/plain | tail -c 7"]) == "The-End")
        // Who goes away in the middle leaves nobody waiting.
        _ = try output(["sh", "-c", "timeout 0.05 xclip -selection clipboard -o -t UTF8_STRING | wc -c"])
        try app.key("Escape")
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        try app.type("word")
        try eventually("the word is there") { try app.the("text box", "Message").text == "word" }
        try app.end(by: SIGTERM)
      }
    }

    /// A message that is one word of 4 MB and then its end has the keyboard.
    private func comeToLongWord(in app: RunningApp, _ fixture: WindowFixture) throws {
      try sendLong("(head -c 3999990 /dev/zero | tr '\\0' x; printf The-End)", fixture)
      try app.the("button", "Read in a Window (4.0 MB)")
      try app.tab(to: "the list", backwards: true) { $0.role == "list item" }
      for _ in 0..<3 where app.focused?.name.hasPrefix("You: xxx") != true { try app.key("Up") }
      try eventually("the long message has the keyboard") { app.focused?.name.hasPrefix("You: xxx") == true }
    }

    private func sendLong(_ text: String, _ fixture: WindowFixture) throws {
      let personas = try fixture.personas()["SOTTO_PERSONAS"] ?? ""
      try run([
        "sh", "-c", "\(text) | SOTTO_PERSONAS=$0 $1 --home $2 send 'Mumbai Trip' - >/dev/null", personas,
        try RunningApp.binary("sotto"), fixture.home,
      ])
    }
  }
}
