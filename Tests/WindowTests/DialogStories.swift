import Testing
import TestSupport

extension Stories {
  /// Everything that opens over the chats: by a key, worked by keys, closed by Escape, and the keyboard is back.
  @Suite struct DialogStories {
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
