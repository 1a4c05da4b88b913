import Domain
import TestSupport
import Testing
import ViewModels

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

    @Test func `The title has room between the buttons of the narrowest window`() async throws {
      try await withFace { app in
        try await app.resize(width: 360, height: 640)
        try await app.the("button", "Back to the chats")
        try await app.goBack()
        try await app.the("label", "Sotto")
        // The page of the chat may still be on its way out.
        try await app.eventually("the title has room between the buttons") {
          let before = try await app.restingExtents(of: app.the(nil, "Find a chat"))
          let after = try await app.restingExtents(of: app.the(nil, "Main menu"))
          return after.x - before.x - before.width >= 110
        }
        try await app.key("F10")
        try await app.the("menu item", "New Chat With")
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

    @Test func `Jarvis answers the second message, with a picture`() async throws {
      try await withFace { app in
        try await app.newChat("With Jarvis", agent: "jarvis")
        try await app.press("list item", try await app.text("With Jarvis").name, "open")
        try await app.text("Talk with Jarvis")
        try await app.send("One")
        try await app.text("You: One")
        try await app.send("Two")
        try await app.text("A picture for you")
        try await app.expect("the picture is there") { app.shows("Picture: ") }
      }
    }

    @Test func `Stop keeps what came`() async throws {
      let words = (1...400).map { "word\($0)" }.joined(separator: " ")
      try await withFace(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        app.timeStands = true
        try await app.send("Go on")
        try await app.text("You: Go on")
        try await app.advance(.seconds(2))
        try await app.text("word1 word2")
        try await app.press("button", "Stop")
        let row = try await app.text("Stopped")
        #expect(row.name.isEmpty == false)
        try await app.eventually("the button is Send again") { !app.all("button", "Send").isEmpty }
        try await app.advance(.seconds(60))
        try await app.expectStays("the rest does not come") { app.shows("Stopped") && !app.shows("word400") }
      }
    }

    @Test func `A draft is kept over a restart`() async throws {
      try await withFace { app in
        try await app.text("Mumbai Trip")
        try await app.the("text box", "Message").setText("Half a thought")
        let (service, chat) = (app.service, try await app.chat("Mumbai Trip").id)
        try await app.eventually("the draft is on disk") {
          try await app.awaiting("the draft is read") { try await service.draft(in: chat).text } == "Half a thought"
        }
        try await app.reopen()
        try await app.eventually("the draft is back") { app.first("text box", "Message")?.text == "Half a thought" }
      }
    }

    @Test func `What waits to be said when the window goes is not said in it`() async throws {
      try await withFace { app in
        try await app.eventually("a screen reader may listen") { app.model?.narration.onSay != nil }
        let say = app.model?.narration.onSay
        try await app.reopen()
        // GTK's criticals are failures of a story.
        say?("Answer finished")
      }
    }

    @Test func `The keyboard alone is enough`() async throws {
      try await withFace { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.type("Typed by hand")
        try await app.key("shift+Return")
        try await app.type("on two lines")
        try await app.key("Return")
        try await app.text("You: Typed by hand\non two lines")
        try await app.text("Crew: A scripted answer")
        try await app.key("F2")
        try await app.eventually("the title can be typed") {
          app.first("text box", "Title of the chat")?.has(.focused) == true
        }
        try await app.key("ctrl+a")
        try await app.type("By keyboard")
        try await app.key("Return")
        try await app.eventually("the list has the title") {
          app.all("list item").contains { $0.name.hasPrefix("By keyboard") }
        }
        try await app.key("ctrl+f")
        try await app.type("mumbai")
        try await app.eventually("one chat is left") {
          app.all("list item").filter { $0.name.contains("Trip") }.count == 1
            && !app.all("list item").contains { $0.name.hasPrefix("By keyboard") }
        }
        try await app.key("Escape")
        try await app.eventually("all are back") {
          app.all("list item").contains { $0.name.hasPrefix("By keyboard") }
        }
        try await app.key("ctrl+q")
        try await app.eventually("the program ends") { app.hasEnded }
      }
    }
  }
}
