import Domain
import Testing
import TestSupport
import WindowSupport

extension FaceStories {
  /// The chats by keyboard alone: where Tab and the arrows lead, and what keys do there.
  @Suite struct KeyboardStories {
    @Test func `The arrows lead from the search into its hits and back, and Enter opens one`() async throws {
      try await withFace { app in
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        try await app.key("ctrl+f")
        let field = try await app.the(nil, "Find a chat by its title")
        #expect(try await app.the(nil, "Find a chat").about == "Find a chat by its title (Ctrl+F)")
        try await app.type("soup")
        try await app.key("Down")
        try await app.eventually("the hit has the keyboard") { app.focused?.name.hasPrefix("Soup for Sunday") == true }
        try await app.expectStays("the others are hidden") {
          !app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") }
        }
        try await app.key("Up")
        try await app.eventually("the search has it again") { app.focused?.name == field.name }
        try await app.key("Down")
        try await app.eventually("the hit has the keyboard") { app.focused?.name.hasPrefix("Soup for Sunday") == true }
        try await app.key("Return")
        let hit = try await app.the("list item", beginning: "Soup for Sunday")
        try await app.eventually("the chat is open") { hit.has(.selected) }
        try await app.eventually("one can write") { try await app.the("text box", "Message").has(.focused) }
      }
    }

    @Test func `In a narrow window the search brings the list into view, and Escape leaves the keyboard there`()
      async throws
    {
      try await withFace { app in
        try await app.resize(width: 360, height: 640)
        try await app.the("button", "Back to the chats")
        try await app.key("ctrl+f")
        try await app.type("soup")
        try await app.eventually("only what was looked for is listed") {
          app.all("list item").map(\.name).allSatisfy { $0.hasPrefix("Soup for Sunday") }
            && app.shows("Soup for Sunday")
        }
        try await app.key("Escape")
        let row = try await app.the("list item", beginning: "Mumbai Trip")
        try await app.eventually("the list has the keyboard") { app.all("list item").contains { $0.has(.focused) } }
        try row.press("open")
        try await app.the("text box", "Message")
      }
    }

    @Test func `Enter in the search opens the hit of what was typed, however quickly`() async throws {
      try await withFace { app in
        try await app.key("ctrl+f")
        try await app.type("hallway")
        try await app.key("Return")
        let row = try await app.the("list item", beginning: "A picture for the hallway")
        try await app.eventually("the chat is open") { row.has(.selected) }
        try await app.eventually("one can write") { try await app.the("text box", "Message").has(.focused) }
        try await app.key("ctrl+f")
        // Without its first letter it would be found.
        try await app.type("xhallway")
        try await app.key("Return")
        try await app.text("No Chat Found")
        try await app.key("Escape")
        try await app.eventually("one can write again") { try await app.the("text box", "Message").has(.focused) }
        try await app.the("list item", beginning: "Mumbai Trip")
      }
    }

    @Test func `A new chat ends the search, and is listed once something is said in it`() async throws {
      try await withFace { app in
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        try await app.key("ctrl+f")
        try await app.type("soup")
        try await app.eventually("the others are hidden") {
          !app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") }
        }
        try await app.key("ctrl+n")
        try await app.type("Something else")
        try await app.eventually("it is in the composer") { composer.text == "Something else" }
        try await app.the("list item", beginning: "Mumbai Trip")
        try await app.key("Return")
        try await app.the("list item", beginning: "Something else")
      }
    }

    @Test func `Tab passes each list in one step, and the arrows walk in it`() async throws {
      try await withFace { app in
        try await app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try await app.key("Up")
        try await app.eventually("the message above has the keyboard") {
          app.focused?.name.hasPrefix("You: Perfect") == true
        }
        try await app.key("Tab")
        try await app.eventually("the composer comes next") { app.focused?.role == "button" }
        try await app.key("shift+Tab")
        try await app.eventually("it is the same message") { app.focused?.name.hasPrefix("You: Perfect") == true }
        try await app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try await app.key("Down")
        try await app.eventually("the next chat has the keyboard") {
          app.focused?.name.hasPrefix("A picture for") == true
        }
        try await app.key("Tab")
        try await app.eventually("the list is left") { app.focused.map { $0.role != "list item" } ?? false }
        try await app.key("shift+Tab")
        try await app.eventually("it is entered where the open chat is") {
          app.focused?.name.hasPrefix("Mumbai Trip") == true
        }
        try await app.key("shift+Tab")
        try await app.eventually("the list is left") { app.focused.map { $0.role != "list item" } ?? false }
      }
    }

    @Test func `The arrows come from the buttons to the last message, and to the open chat`() async throws {
      try await withFace { app in
        try await app.eventually("one can write") { try await app.the("text box", "Message").has(.focused) }
        try await app.key("shift+Tab")
        try await app.eventually("the camera has the keyboard") { app.focused?.name == "Take a photo" }
        try await app.key("Up")
        try await app.eventually("the last message has it") { app.focused?.name.contains("Good shoes") == true }
        try await app.key("Up")
        try await app.eventually("the one before has it") {
          app.focused?.name.contains("What are we forgetting") == true
        }
        try await app.key("Delete")
        try await app.text("Message deleted")
        try await app.key("alt+2")
        let row = try await app.the("list item", beginning: "A picture for the hallway")
        try await app.eventually("the second chat is open") { row.has(.selected) }
        try await app.eventually("one can write there") { try await app.the("text box", "Message").has(.focused) }
        try await app.text("Message deleted in “Mumbai Trip”")
        try await app.tab(to: "the main menu", backwards: true) { $0.name == "Main menu" }
        try await app.key("Down")
        try await app.eventually("the open chat has the keyboard") { row.has(.focused) }
      }
    }

    @Test func `Ctrl+C copies the message that has the keyboard`() async throws {
      try await withFace { app in
        try await app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try await app.key("Up")
        try await app.eventually("the message above has the keyboard") {
          app.focused?.name.hasPrefix("You: Perfect") == true
        }
        try await app.key("ctrl+c")
        try await app.text("Copied")
        try await app.key("Escape")
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        try await app.key("ctrl+v")
        try await app.eventually("the words are there") { composer.text.hasPrefix("Perfect. What are we forgetting?") }
      }
    }

    @Test func `Delete deletes the message that has the keyboard, and Undo brings it back`() async throws {
      try await withFace { app in
        try await app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try await app.key("Up")
        try await app.eventually("the message above has the keyboard") {
          app.focused?.name.hasPrefix("You: Perfect") == true
        }
        try await app.key("Delete")
        try await app.text("Message deleted")
        try await app.eventually("it is gone from the list") {
          !app.all("list item").contains { $0.name.hasPrefix("You: Perfect") }
        }
        try await app.eventually("a message has the keyboard") { app.focused?.name.hasPrefix("Crew: ") == true }
        try await app.eventually("nothing reads it") {
          try await !app.messages(in: "Mumbai Trip").contains { $0.text.contains("Perfect. What are we forgetting?") }
        }
        try await app.the("button", beginning: "Undo").press()
        try await app.the("list item", beginning: "You: Perfect")
        #expect(
          try await app.messages(in: "Mumbai Trip").contains { $0.text.contains("Perfect. What are we forgetting?") })
      }
    }

    @Test func `Without chats there is one page with one button`() async throws {
      try await withFace { app in
        try await app.awaiting("the demo is gone") { try await app.service.removeDemo() }
        try await app.text("No Chats Yet")
        try await app.expectStays("there is one button") { app.all("button", "New Chat").count == 1 }
        try await app.expectStays("there is one page") {
          app.shows("No chats yet") && !app.shows("Choose a chat from the list")
        }
        for width in [400, 1_000, 400] {
          let before = app.focused
          try await app.resize(width: width, height: 640)
          try await app.eventually("the button of the other page has the keyboard") {
            app.focused.map { $0.name == "New Chat" && $0 != before } ?? false
          }
        }
        try await app.key("Return")
        try await app.text("Talk with Crew")
      }
    }

    @Test(arguments: ["2", "30"])
    func `What is typed right after Enter in the search is in the composer of the hit`(pace: String) async throws {
      try await withFace { app in
        try await app.eventually("one can write") { try await app.the("text box", "Message").has(.focused) }
        for (title, row, words) in [("hallway", "A picture", "abcdefghijkl"), ("mumb", "Mumbai", "mnopqrstuvwx")] {
          let type = ["type", "--delay", pace, "--args", "1"]
          try await Pointer.run(
            ["xdotool", "key", "ctrl+f"] + type + [title, "key", "--delay", "0", "Return"] + type + [words])
          let hit = try await app.the("list item", beginning: row)
          try await app.eventually("the chat is open") { hit.has(.selected) }
          try await app.eventually("all of it is in the composer, \(words)") {
            try await app.the("text box", "Message").text == words
          }
        }
      }
    }
  }
}
