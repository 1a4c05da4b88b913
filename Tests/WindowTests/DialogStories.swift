import Testing
import TestSupport

extension Stories {
  /// Everything that opens over the chats: by a key, worked by keys, closed by Escape, and the keyboard is back.
  @Suite struct DialogStories {
    @Test func `F10 opens the main menu in a narrow window, too`() throws {
      try withApp { app, _ in
        try app.resize(width: 360, height: 640)
        try app.the("button", "Back to the chats")
        try app.key("F10")
        try app.the("menu item", "Preferences")
      }
    }

    @Test(arguments: [
      ["ctrl+comma"], ["ctrl+question"], ["ctrl+shift+a"], ["ctrl+period"], ["F2"], ["ctrl+f"],
      ["F10"], ["F10", "Down", "Return"], ["F10", "Down", "Down", "Down", "Down", "Return"],
    ])
    func `What keys open Escape closes, and one can write on`(keys: [String]) throws {
      try withApp { app, _ in
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        for key in keys {
          let before = app.focused?.path
          try app.key(key)
          try eventually("“\(key)” moves the keyboard") { app.focused.map { $0.path != before } ?? false }
        }
        // What is behind a window is not acted on, and what is typed does not go there.
        if try app.application?.children().count ?? 0 > 1 { try app.key("ctrl+n", "ctrl+d") }
        try app.key("Escape")
        try eventually("one can write again") { composer.has(.focused) }
        try app.type("x")
        try eventually("it is written") { composer.text == "x" }
        #expect(try app.application?.children().count == 1)
        try expectStays("no chat was begun", after: composer.text == "x") { !app.shows("Talk with Crew") }
      }
    }

    @Test func `The list of a choice opens with the keyboard at what is chosen`() throws {
      try withApp { app, _ in
        try app.openReading()
        for size in ["100", "110"] {
          try app.tab(to: "the text size") { $0.name.hasPrefix("Text size") }
          try app.key("Return")
          try eventually("the keyboard is at \(size) %") {
            app.focused.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix(size) } } ?? false
          }
          try app.key("Down", "Return")
          try eventually("the list is closed") { app.focused?.name.hasPrefix("Text size") == true }
        }
      }
    }

    @Test func `Enter alone answers a question by leaving everything as it is`() throws {
      try withApp { app, fixture in
        try app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try app.key("Delete")
        try app.text("Move to Trash?")
        try app.key("Return")
        try eventually("the row has the keyboard again") { app.focused?.name.hasPrefix("Mumbai Trip") == true }
        #expect(try sotto(["chats"], in: fixture).contains("Mumbai Trip"))
        try app.key("Delete")
        try app.text("Move to Trash?")
        try app.key("Tab", "Return")
        try eventually("the chat is gone") { try !sotto(["chats"], in: fixture).contains("Mumbai Trip") }
      }
    }

    @Test func `Menus and the small sheet of a row give the keyboard back to it`() throws {
      try withApp { app, _ in
        try app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        for key in ["Menu", "shift+F10", "F2"] {
          let row = app.focused?.path
          try app.key(key)
          try eventually("“\(key)” opens something") { app.focused.map { $0.path != row } ?? false }
          try app.key("Escape")
          try eventually("the row has the keyboard again after “\(key)”") { app.focused?.path == row }
        }
        try app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") }
        let row = app.focused?.path
        try app.key("Menu")
        try eventually("the menu has the keyboard") { app.focused.map { $0.path != row } ?? false }
        try app.key("Escape")
        try eventually("the message has the keyboard again") { app.focused?.path == row }
      }
    }

    @Test func `F2 on a chat of the list renames that chat, not the open one`() throws {
      try withApp { app, fixture in
        try app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try app.key("Down")
        try eventually("the next chat has the keyboard") { app.focused?.name.hasPrefix("A picture for") == true }
        try app.key("F2")
        try eventually("one can write") { app.focused?.role == "text box" }
        try app.type("Hall")
        try app.key("Return")
        try app.the("list item", beginning: "Hall")
        try eventually("the row has the keyboard again") { app.focused?.name.hasPrefix("Hall") == true }
        #expect(try sotto(["chats"], in: fixture).contains("Mumbai Trip"))
      }
    }

    @Test func `Words that stand in place of a title do not become one by Enter, Escape or leaving the field`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("lake.png", size: "300x200", fill: "plasma:green-blue")
        let id = try sotto(["new"], in: fixture).filter { !$0.isWhitespace }
        func kept() throws -> Bool {
          // The mark of a picture, for which each language has its own words.
          try sotto(["chats", "--json"], in: fixture).filter { !$0.isWhitespace }.contains("\"title\":\"\u{FFFC}\"")
        }
        func field() throws -> Accessible {
          // The header and the row have one each.
          func written() -> Accessible? { app.all("text box", "Title of the chat").first { $0.has(.focused) } }
          try eventually("one can write") { written() != nil }
          return try #require(written())
        }
        try app.the("list item", beginning: "New Chat").press("open")
        try app.text("Talk with Crew")
        try app.key("F2")
        let first = try field()
        #expect(first.text == "")
        // The first message titles the chat while the field is open.
        try sotto(["send", id, "--no-wait", "--image", photo], in: fixture)
        let row = try app.the("list item", beginning: "Photo")
        try app.key("Return")
        try eventually("one writes a message again") { try app.the("text box", "Message").has(.focused) }
        for keys in ["Return", "Escape", "Tab"] {
          try app.key("F2")
          #expect(try field().text == "")
          try app.key(keys)
          try eventually("\(keys) leads back to the message") { try app.the("text box", "Message").has(.focused) }
        }
        #expect(try kept())
        try row.press("rename")
        let entry = try field()
        #expect(entry.text == "")
        try app.key("Return")
        try eventually("Return closes it") { !entry.has(.focused) }
        #expect(try kept())
      }
    }

    @Test func `The title is changed in a field that shows its beginning`() throws {
      try withApp { app, _ in
        try app.key("F2")
        let field = try app.the("text box", "Title of the chat")
        try eventually("it is at least 30 characters wide") { try field.has(.focused) && field.extents.width >= 260 }
      }
    }

    @Test func `The preferences answer where one looks, and offer to remove only what is there`() throws {
      try withApp { app, _ in
        let composer = app.focused?.path
        try app.key("ctrl+comma")
        try eventually("the preferences have the keyboard") { app.focused.map { $0.path != composer } ?? false }
        try app.tab(to: "removing the demo") { $0.role == "button" && $0.name == "Remove the demo chats" }
        try app.key("Return")
        try eventually("the answer is in the window of the preferences") {
          try app.application?.children().contains {
            !$0.all("button", "Remove the demo chats").isEmpty
              && !$0.all(nil, nil) { $0.name.contains("The demo chats were removed") }.isEmpty
          } ?? false
        }
        try eventually("there is nothing more to remove") {
          app.all("button", "Remove the demo chats").first?.has(.sensitive) == false
        }
        try app.key("Escape")
        try app.text("No Chats Yet")
      }
    }

    @Test func `The camera dialog begins on the button that tries again, and gives the keyboard back`() throws {
      try withApp(environment: { try $0.personas().merging(["SOTTO_CAMERA": "none"]) { $1 } }) { app, _ in
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        for round in 1...2 {
          try app.key("ctrl+shift+p")
          try eventually("Try Again has the keyboard") { app.focused?.name == "Try Again" }
          if round == 2 {
            let before = app.focused?.path
            try app.key("Return")
            try eventually("it was tried again") {
              app.focused.map { $0.name == "Try Again" && $0.path != before } ?? false
            }
          }
          try app.key("Escape")
          try eventually("one can write again") { composer.has(.focused) }
        }
        #expect(try app.application?.children().count == 1)
      }
    }
  }
}
