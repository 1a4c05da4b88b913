import CAdw
import Domain
import Testing
import TestSupport

extension FaceStories {
  /// Everything that opens over the chats: by a key, worked by keys, closed by Escape, and the keyboard is back.
  @Suite struct DialogStories {
    @Test func `F10 opens the main menu in a narrow window, too`() async throws {
      try await withFace { app in
        try await app.resize(width: 360, height: 640)
        try await app.the("button", "Back to the chats")
        try await app.key("F10")
        try await app.the("menu item", "Preferences")
      }
    }

    @Test(arguments: [
      ["ctrl+comma"], ["ctrl+question"], ["ctrl+shift+a"], ["ctrl+period"], ["F2"], ["ctrl+f"],
      ["F10"], ["F10", "Down", "Return"], ["F10", "Down", "Down", "Down", "Down", "Return"],
    ])
    func `What keys open Escape closes, and one can write on`(keys: [String]) async throws {
      try await withFace { app in
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        for key in keys {
          let before = app.focused
          try await app.key(key)
          try await app.eventually("“\(key)” moves the keyboard") { app.focused.map { $0 != before } ?? false }
        }
        // What is behind a window is not acted on, and what is typed does not go there.
        if app.windows.count > 1 { try await app.key("ctrl+n", "ctrl+d") }
        try await app.key("Escape")
        try await app.eventually("one can write again") { composer.has(.focused) }
        try await app.type("x")
        try await app.eventually("it is written") { composer.text == "x" }
        try await app.expectStays("there is one window") { app.windows.count == 1 }
        try await app.expectStays("no chat was begun") { !app.shows("Talk with Crew") }
      }
    }

    @Test func `The list of shortcuts calls keys by the words on a keyboard`() async throws {
      try await withFace { app in
        try await app.key("ctrl+question")
        for word in ["Page Up", "Enter", "Up", "Right", "Space", "Escape"] { try await app.the("label", word) }
        try await app.expectStays("no key is shown by a sign or a program's name") {
          app.all("label") { ["Page_Up", "⏎", "↑", "→", "←", "␣"].contains($0.name) }.isEmpty
        }
      }
    }

    @Test(arguments: [
      ("ctrl+comma", "Preferences"), ("ctrl+shift+m", "Models"), ("ctrl+i", "Chat Settings"),
      ("ctrl+l", "What the Model Sees"),
    ])
    func `The windows over the main one are alike`(keys: String, title: String) async throws {
      try await withFace { app in
        let agent = try await app.addModel(TinyModel.speaking([Array("Good".utf8)], context: 512))
        try await app.newChat("Short", agent: agent)
        try await app.the("list item", beginning: "Short").press("open")
        let main = try #require(app.windows.first)
        try await app.key(keys)
        let window = try await app.the("frame", title)
        #expect(gtk_window_get_modal(OpaquePointer(window.widget).cast()) != 0)
        #expect(gtk_window_get_transient_for(OpaquePointer(window.widget).cast()) == OpaquePointer(main.widget).cast())
        try await app.eventually("it has its title") { window.first("label", title) != nil }
        let heading = try #require(window.first("label", title))
        let place = try await app.restingExtents(of: heading)
        let all = try await app.restingExtents(of: window)
        #expect(all.width == 640 && all.height == 640)
        #expect(abs(place.x + place.width / 2 - all.x - all.width / 2) <= 8)
        for button in window.all("button") where button.name != "Close" {
          let other = try button.extents
          let isInHeader = other.y < place.y + place.height
          #expect(!isInHeader || other.x + other.width <= place.x, "\(button)")
        }
      }
    }

    @Test func `Preferences, settings of a chat and the page of models are explained in plain words`() async throws {
      try await withFace { app in
        let agent = try await app.addModel(TinyModel.speaking([Array("Good".utf8)], context: 512))
        try await app.newChat("Short", agent: agent)
        try await app.the("list item", beginning: "Short").press("open")
        for (keys, title, sentences) in [
          (
            "ctrl+comma", "Preferences",
            [
              "The other key starts a new line; Shift+Enter always does", "When the chat is not visible",
              "Otherwise only the chat's title",
            ]
          ), ("ctrl+shift+m", "Models", ["Use models that other apps have downloaded."]),
          (
            "ctrl+i", "Chat Settings",
            [
              "Sampling", "Leave empty for the model's default (shown in grey).",
              "Randomness. 0 always picks the most likely word.",
            ]
          ),
        ] {
          try await app.key(keys)
          try await app.isInFront(title)
          for sentence in sentences { try await app.text(sentence) }
          try await app.key("Escape")
          try await app.eventually("“\(title)” is closed") { app.all("frame", title).isEmpty }
        }
      }
    }

    @Test func `The list of a choice opens with the keyboard at what is chosen`() async throws {
      try await withFace { app in
        try await openReading(in: app)
        for size in ["100", "110"] {
          try await app.tab(to: "the text size") { $0.name.hasPrefix("Text size") }
          try await app.key("Return")
          try await app.eventually("the keyboard is at \(size) %") {
            app.focused.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix(size) } } ?? false
          }
          // A key that comes while the list is being shown is lost.
          try await app.frames(3)
          try await app.key("Down", "Return")
          try await app.eventually("the list is closed") { app.focused?.name.hasPrefix("Text size") == true }
        }
      }
    }

    @Test func `Enter alone answers a question by leaving everything as it is`() async throws {
      try await withFace { app in
        try await app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try await app.key("Delete")
        try await app.text("Move to Trash?")
        try await app.key("Return")
        try await app.eventually("the row has the keyboard again") {
          app.focused?.name.hasPrefix("Mumbai Trip") == true
        }
        #expect(try await app.chats().contains { $0.title == "Mumbai Trip" })
        try await app.key("Delete")
        try await app.text("Move to Trash?")
        try await app.key("Tab", "Return")
        try await app.eventually("the chat is gone") {
          try await !app.chats().contains { $0.title == "Mumbai Trip" }
        }
      }
    }

    @Test func `Menus and the small sheet of a row give the keyboard back to it`() async throws {
      try await withFace { app in
        try await app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        for key in ["Menu", "shift+F10", "F2"] {
          let row = app.focused
          try await app.key(key)
          try await app.eventually("“\(key)” opens something") { app.focused.map { $0 != row } ?? false }
          try await app.key("Escape")
          try await app.eventually("the row has the keyboard again after “\(key)”") { app.focused == row }
        }
        try await app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") }
        let row = app.focused
        try await app.key("Menu")
        try await app.eventually("the menu has the keyboard") { app.focused.map { $0 != row } ?? false }
        try await app.key("Escape")
        try await app.eventually("the message has the keyboard again") { app.focused == row }
      }
    }

    @Test func `F2 on a chat of the list renames that chat, not the open one`() async throws {
      try await withFace { app in
        try await app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try await app.key("Down")
        try await app.eventually("the next chat has the keyboard") {
          app.focused?.name.hasPrefix("A picture for") == true
        }
        try await app.key("F2")
        try await app.eventually("one can write") { app.focused?.role == "text box" }
        try await app.type("Hall")
        try await app.key("Return")
        try await app.the("list item", beginning: "Hall")
        try await app.eventually("the row has the keyboard again") { app.focused?.name.hasPrefix("Hall") == true }
        #expect(try await app.chats().contains { $0.title == "Mumbai Trip" })
      }
    }

    @Test func `The title is changed in a field that shows its beginning`() async throws {
      try await withFace { app in
        try await app.key("F2")
        let field = try await app.the("text box", "Title of the chat")
        try await app.eventually("it is at least 30 characters wide") {
          try field.has(.focused) && field.extents.width >= 260
        }
      }
    }

    @Test func `The preferences answer where one looks, and offer to remove only what is there`() async throws {
      try await withFace { app in
        let composer = app.focused
        try await app.key("ctrl+comma")
        try await app.eventually("the preferences have the keyboard") { app.focused.map { $0 != composer } ?? false }
        try await app.tab(to: "removing the demo") { $0.role == "button" && $0.name == "Remove the demo chats" }
        try await app.key("Return")
        try await app.eventually("the answer is in the window of the preferences") {
          app.windows.contains {
            !$0.all("button", "Remove the demo chats").isEmpty
              && !$0.all(nil, nil) { $0.name.contains("The demo chats were removed") }.isEmpty
          }
        }
        try await app.eventually("there is nothing more to remove") {
          app.first("button", "Remove the demo chats")?.has(.sensitive) == false
        }
        try await app.key("Escape")
        try await app.text("No Chats Yet")
      }
    }

    @Test func `Words that stand in place of a title do not become one by Enter, Escape or leaving the field`()
      async throws
    {
      try await withFace { app in
        let photo = try await app.picture("lake.png", size: "300x200", fill: "plasma:green-blue")
        try await app.newChat("")
        try await app.the("list item", beginning: "New Chat").press("open")
        try await app.text("Talk with Crew")
        try await app.key("F2")
        let first = try await titleField(in: app)
        #expect(first.text == "")
        // The first message titles the chat while the field is open.
        try await app.say(pictures: [photo], in: "")
        let row = try await app.the("list item", beginning: "Photo")
        try await app.key("Return")
        try await app.eventually("one writes a message again") {
          try await app.the("text box", "Message").has(.focused)
        }
        for keys in ["Return", "Escape", "Tab"] {
          try await app.key("F2")
          #expect(try await titleField(in: app).text == "")
          try await app.key(keys)
          try await app.eventually("\(keys) leads back to the message") {
            try await app.the("text box", "Message").has(.focused)
          }
        }
        #expect(try await isTitledByMark(in: app))
        try row.press("rename")
        let entry = try await titleField(in: app)
        #expect(entry.text == "")
        try await app.key("Return")
        try await app.eventually("Return closes it") { !entry.has(.focused) }
        #expect(try await isTitledByMark(in: app))
      }
    }

    @Test func `The camera dialog begins on the button that tries again, and gives the keyboard back`() async throws {
      try await withCamera("none") { app in
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        for round in 1...2 {
          try await app.key("ctrl+shift+p")
          try await app.eventually("Try Again has the keyboard") { app.focused?.name == "Try Again" }
          if round == 2 {
            let before = app.focused
            try await app.key("Return")
            try await app.eventually("it was tried again") {
              app.focused.map { $0.name == "Try Again" && $0 != before } ?? false
            }
          }
          try await app.key("Escape")
          try await app.eventually("one can write again") { composer.has(.focused) }
        }
        try await app.expectStays("there is one window") { app.windows.count == 1 }
      }
    }

    /// The field for a title in which one writes: the header and the row have one each.
    private func titleField(in app: Face) async throws -> Thing {
      var found: Thing?
      try await app.eventually("one can write") {
        found = app.all("text box", "Title of the chat").first { $0.has(.focused) }
        return found != nil
      }
      return try #require(found)
    }

    /// Whether a chat has the mark of a picture as its title, for which each language has its own words.
    private func isTitledByMark(in app: Face) async throws -> Bool {
      try await app.chats().contains { $0.title == "\u{FFFC}" }
    }

    /// Opens the preferences of reading by keys.
    private func openReading(in app: Face) async throws {
      try await app.key("ctrl+comma")
      try await app.text("Agent for new chats")
      try await app.tab(to: "the page", backwards: true) { $0.name == "Reading" }
      try await app.key("space")
      try await app.text("Size of messages")
    }
  }
}
