import Testing
import TestSupport

extension Stories {
  /// Where letters go, and writing the last message anew, as a person with a keyboard does it.
  @Suite struct WritingStories {
    private func shownTexts(of chat: String, _ fixture: WindowFixture) throws -> String {
      try sotto(["show", chat, "--all"], in: fixture)
    }

    @Test func `Letters that nobody wants go to the composer, and pages are turned from there`() throws {
      try withApp { app, _ in
        let composer = try app.the("text box", "Message")
        try app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try app.type("so")
        try eventually("both letters are there") { composer.text == "so" && composer.has(.focused) }
        try app.tab(to: "the chats", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try app.type("on")
        try eventually("and from the list") { composer.text == "soon" && composer.has(.focused) }
        let last = try app.the("list item", beginning: "Crew: Good shoes")
        let before = try last.restingExtents().y
        try app.key("Page_Up")
        try eventually("the messages have moved") { try last.extents.y > before }
        try app.key("Page_Down")
        try eventually("and moved back") { try last.extents.y == before }
        try expect("the words are there") { composer.has(.focused) && composer.text == "soon" }
        // A dialog keeps its letters.
        try app.key("ctrl+f")
        try app.type("soup")
        try app.the("list item", beginning: "Soup for Sunday")
        try eventually("they are not in the composer") { composer.text == "soon" }
      }
    }

    @Test func `Up brings the last message back; sent again it is another version beside the old one`() throws {
      try withApp { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        let composer = try app.the("text box", "Message")
        try app.type("helo")
        try app.key("Return")
        try app.the("list item", beginning: "Crew: A scripted answer")
        try app.key("Up")
        try app.text("Editing your last message")
        try eventually("it is in the composer") { composer.text == "helo" }
        try app.key("Escape")
        try eventually("it is as it was") { composer.text.isEmpty && !app.shows("Editing your last message") }
        try app.key("Up")
        try eventually("it is in the composer again") { composer.text == "helo" }
        try app.key("BackSpace")
        try app.type("lo")
        try app.key("Return")
        try app.the("list item", beginning: "You: hello")
        try app.text("Message edited")
        try eventually("the old one is not shown") {
          !app.all("list item").contains { $0.name.hasPrefix("You: helo.") }
        }
        try eventually("it is answered anew") {
          app.all("list item").filter { $0.name.hasPrefix("Crew: A scripted answer") }.count == 1
        }
        try expect("the composer is empty") { composer.text.isEmpty }
        try app.the("button", beginning: "Undo").press()
        try app.the("list item", beginning: "You: helo.")
      }
    }

    @Test func `Text grows and shrinks by keys`() throws {
      try withApp { app, fixture in
        let script = """
          import sqlite3, sys
          c = sqlite3.connect(sys.argv[1] + "/sotto.db")
          print(*[value for (value,) in c.execute("SELECT value FROM setting WHERE key = 'text-size'")])
          """
        func size() throws -> String {
          try output(["python3", "-c", script, fixture.home]).filter { !$0.isWhitespace }
        }
        for (key, expected) in [("plus", "110"), ("plus", "125"), ("minus", "110"), ("minus", "100"), ("minus", "90")] {
          try app.key("ctrl+" + key)
          try eventually("the text has \(expected) %") { try size() == expected }
        }
        try app.key("ctrl+0")
        try eventually("it is as usual") { try size() == "100" }
      }
    }

    @Test func `A new chat is begun with another agent from the button beside the plus`() throws {
      try withApp { app, _ in
        try app.tab(to: "the button", backwards: true) { $0.name == "New chat with another agent" }
        try app.key("Return")
        try chooseEntry("Jarvis", in: app)
        try app.text("Talk with Jarvis")
        try app.the("button", "Agent: Jarvis")
      }
    }
  }
}
