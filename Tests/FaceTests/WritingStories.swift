import Domain
import Testing
import TestSupport

extension FaceStories {
  /// Where letters go, and writing the last message anew, as a person with a keyboard does it.
  @Suite struct WritingStories {
    @Test func `Letters that nobody wants go to the composer, and pages are turned from there`() async throws {
      try await withFace { app in
        let composer = try await app.the("text box", "Message")
        try await app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try await app.type("so")
        try await app.eventually("both letters are there") { composer.text == "so" && composer.has(.focused) }
        try await app.tab(to: "the chats", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try await app.type("on")
        try await app.eventually("and from the list") { composer.text == "soon" && composer.has(.focused) }
        let last = try await app.the("list item", beginning: "Crew: Good shoes")
        try await app.settle()
        let before = try last.extents.y
        try await app.key("Page_Up")
        try await app.eventually("the messages have moved") { try last.extents.y > before }
        try await app.key("Page_Down")
        try await app.eventually("and moved back") { try last.extents.y == before }
        try await app.expectStays("the words are there") { composer.has(.focused) && composer.text == "soon" }
        // A dialog keeps its letters.
        try await app.key("ctrl+f")
        try await app.type("soup")
        try await app.the("list item", beginning: "Soup for Sunday")
        try await app.eventually("they are not in the composer") { composer.text == "soon" }
      }
    }

    @Test func `Up brings the last message back; sent again it is another version beside the old one`() async throws {
      try await withFace { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        let composer = try await app.the("text box", "Message")
        try await app.type("helo")
        try await app.key("Return")
        try await app.the("list item", beginning: "Crew: A scripted answer")
        try await app.key("Up")
        try await app.text("Editing your last message")
        try await app.eventually("it is in the composer") { composer.text == "helo" }
        try await app.key("Escape")
        try await app.eventually("it is as it was") { composer.text.isEmpty && !app.shows("Editing your last message") }
        try await app.key("Up")
        try await app.eventually("it is in the composer again") { composer.text == "helo" }
        try await app.key("BackSpace")
        try await app.type("lo")
        try await app.key("Return")
        try await app.the("list item", beginning: "You: hello")
        try await app.text("Message edited")
        try await app.eventually("the old one is not shown") {
          !app.all("list item").contains { $0.name.hasPrefix("You: helo.") }
        }
        try await app.eventually("it is answered anew") {
          app.all("list item").filter { $0.name.hasPrefix("Crew: A scripted answer") }.count == 1
        }
        try await app.expectStays("the composer is empty") { composer.text.isEmpty }
        try await app.the("button", beginning: "Undo").press()
        try await app.the("list item", beginning: "You: helo.")
      }
    }

    @Test func `Text grows and shrinks by keys`() async throws {
      try await withFace { app in
        let library = app.library
        func size() async throws -> String? {
          try await app.awaiting("the size is read") {
            try await library.read(.brief) { store throws(StoreError) in try store.setting("text-size") }
          }
        }
        for (key, expected) in [("plus", "110"), ("plus", "125"), ("minus", "110"), ("minus", "100"), ("minus", "90")] {
          try await app.key("ctrl+" + key)
          try await app.eventually("the text has \(expected) %") { try await size() == expected }
        }
        try await app.key("ctrl+0")
        try await app.eventually("it is as usual") { try await size() == "100" }
      }
    }

    @Test func `A new chat is begun with another agent from the button beside the plus`() async throws {
      try await withFace { app in
        try await app.tab(to: "the button", backwards: true) { $0.name == "New chat with another agent" }
        try await app.key("Return")
        try await app.chooseEntry("Jarvis")
        try await app.text("Talk with Jarvis")
        try await app.the("button", "Agent: Jarvis")
      }
    }
  }
}
