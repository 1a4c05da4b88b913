import Domain
import Testing

extension FaceStories {
  /// The window over its library, by keys and by what assistive technology does.
  @Suite struct WindowStories {
    @Test func `Crew answers a message that was sent`() async throws {
      try await withFace { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Hello, is anybody there?")
        try await app.text("You: Hello, is anybody there?")
        try await app.text("Crew: A scripted answer")
        // The list shows the same, and the chat has its title.
        try await app.eventually("the row is up to date") {
          app.all("list item").contains {
            $0.name.hasPrefix("Hello, is anybody there?") && $0.name.contains("A scripted answer")
          }
        }
        try await app.expectStays("the composer is empty") { app.first("text box", "Message")?.text == "" }
      }
    }

    @Test func `A chat is renamed in the header and from its row`() async throws {
      try await withFace { app in
        let row = try await app.the("list item", beginning: "Mumbai Trip")
        try row.press("rename")
        try await app.the("text box", "Title of the chat").setText("Trip of the row")
        try await app.key("Return")
        try await app.the("list item", beginning: "Trip of the row")
        try await app.key("ctrl+1")
        try await app.press("button", "Rename")
        try await app.the("text box", "Title of the chat").setText("Bombay Trip")
        try await app.key("Return")
        try await app.eventually("the list has the new title") {
          app.all("list item").contains { $0.name.hasPrefix("Bombay Trip") }
        }
      }
    }

    @Test func `A deleted chat comes back with Undo`() async throws {
      try await withFace { app in
        try await app.text("Mumbai Trip")
        let row = try await app.the("list item", beginning: "Mumbai Trip")
        try row.press("move-to-trash")
        // GTK 4.8 names the buttons of its dialogs twice.
        try await app.the("button", ending: "Move to Trash").press()
        try await app.eventually("the row is gone") {
          !app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") }
        }
        try await app.eventually("there is an Undo") { !app.all("button").filter { $0.name.hasPrefix("Undo") }.isEmpty }
        try app.all("button").first { $0.name.hasPrefix("Undo") }?.press()
        try await app.eventually("the row is back") {
          app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") }
        }
      }
    }

    @Test func `The Delete key on a chat of the list asks first, and Escape leaves it there`() async throws {
      try await withFace { app in
        let row = try await app.the("list item", beginning: "Mumbai Trip")
        try await app.eventually("the row has the keyboard") {
          if row.has(.focused) { return true }
          try await app.key("shift+Tab")
          return row.has(.focused)
        }
        try await app.key("Delete")
        try await app.the("button", ending: "Move to Trash")
        try await app.key("Escape")
        try await app.eventually("the question is gone") { !app.shows("Move to Trash?") }
        #expect(try await app.chats().contains { $0.title == "Mumbai Trip" })
      }
    }

    @Test func `Ctrl+Tab goes to the next chat and round the list`() async throws {
      try await withFace { app in
        for title in ["A picture for the hallway", "Soup for Sunday", "Mumbai Trip"] {
          try await app.key("ctrl+Tab")
          try await app.eventually("“\(title)” is open") {
            app.all("list item").contains { $0.name.hasPrefix(title) && $0.has(.selected) }
          }
        }
      }
    }

    @Test func `A narrow window shows one pane, with a way back`() async throws {
      try await withFace { app in
        try await app.text("Mumbai Trip")
        try await app.resize(width: 400, height: 640)
        try await app.goBack()
        try await app.eventually("the list is alone") { app.all("text box", "Message").isEmpty }
        try await app.key("ctrl+1")
        try await app.the("text box", "Message")
      }
    }
  }
}
