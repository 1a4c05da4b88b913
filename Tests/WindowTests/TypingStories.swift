import FoundationEssentials
import Glibc
import Testing
import TestSupport

extension Stories.LoadStories {
  /// Keys that come faster than the window can follow: each letter stays in the message and in the chat in which it was
  /// typed. The long form types five times as much, at more paces.
  @Suite struct TypingStories {
    /// Milliseconds of rest between two messages, or two switches.
    private static let pauses = Effort.isLong ? [0, 20, 50, 100] : [0, 50]

    /// Nobody answers, so that all the work is the typing's own.
    private func withQuietApp(chats: [String], _ story: (RunningApp, WindowFixture) throws -> Void) throws {
      try withApp(environment: { try $0.personas(repliesAfter: 1_000) }) { app, fixture in
        try sotto(["demo", "remove"], in: fixture)
        for title in chats {
          try sotto(["new", title], in: fixture)
          try app.the("list item", beginning: title)
        }
        try story(app, fixture)
      }
    }

    private func messages(in chat: String, _ fixture: WindowFixture) throws -> [String] {
      struct Shown: Decodable {
        struct Message: Decodable { var text: String }
        var messages: [Message]
      }
      let json = try sotto(["show", chat, "--all", "--json"], in: fixture)
      return try JSONDecoder().decode(Shown.self, from: Data(json.utf8)).messages.map(\.text)
    }

    private func draft(of chat: String, _ fixture: WindowFixture) throws -> String {
      struct Listed: Decodable {
        var title: String
        var draft_preview: String
      }
      let json = try sotto(["chats", "--json"], in: fixture)
      let chats = try JSONDecoder().decode([Listed].self, from: Data(json.utf8))
      return chats.first { $0.title == chat }?.draft_preview ?? ""
    }

    @Test(arguments: pauses)
    func `What is typed right after Enter belongs to the next message`(pause: Int) throws {
      try withQuietApp(chats: ["Quick"]) { app, fixture in
        let busy = try Busy()
        defer { busy.end() }
        try app.key("ctrl+1")
        try app.text("Talk with Crew")
        let count = Effort.isLong ? 300 : 60
        let texts = (1...count).map { "message\($0)" }
        try app.stream(texts.flatMap { [.type($0), .key("Return"), .pause(pause)] })
        try eventually("all messages are on disk", seconds: 90) {
          try messages(in: "Quick", fixture).count >= count && draft(of: "Quick", fixture).isEmpty
        }
        #expect(try messages(in: "Quick", fixture) == texts)
      }
    }

    @Test(arguments: pauses)
    func `What is typed around a switch of chats stays in the chat in which it was typed`(pause: Int) throws {
      let chats = ["Third", "Second", "First"]
      try withQuietApp(chats: chats) { app, fixture in
        let busy = try Busy()
        defer { busy.end() }
        try app.key("ctrl+1")
        let count = Effort.isLong ? 100 : 30
        // First, second, third, second, first…, each by another key.
        let ways = ["ctrl+Tab", "ctrl+3", "ctrl+shift+Tab", "ctrl+1"]
        let order = ["First", "Second", "Third", "Second"]
        var expected: [String: String] = [:]
        var keys: [HandMove] = []
        for turn in 0..<count {
          let words = "turn\(turn) "
          expected[order[turn % 4], default: ""] += words
          keys += [.type(words), .key(ways[turn % 4]), .pause(pause)]
        }
        try app.stream(keys)
        // The whole of it, in the window and after a restart.
        for isRestarted in [false, true] {
          if isRestarted {
            try app.end(by: SIGTERM)
            try app.launch()
            // Its last chat is open again, and takes keys.
            try eventually("the window is there again") {
              app.all("text box", "Message").first?.text == expected["Third"]
            }
          }
          for (index, chat) in ["First", "Second", "Third"].enumerated() {
            try app.key("ctrl+\(index + 1)")
            try eventually("“\(chat)” has all that was typed there, and nothing else", seconds: 60) {
              app.all("list item").contains { $0.name.hasPrefix(chat) && $0.has(.selected) }
                && app.all("text box", "Message").first?.text == expected[chat]
            }
          }
        }
      }
    }

    @Test func `What is typed right after Ctrl+N and after a click on a row goes there`() throws {
      try withQuietApp(chats: ["Second", "First"]) { app, fixture in
        try app.key("ctrl+1")
        try app.stream([.type("one"), .key("ctrl+n"), .type("brand new"), .key("Return"), .type("and more")])
        try eventually("the new chat has its words") {
          try draft(of: "brand new", fixture) == "and more" && messages(in: "brand new", fixture) == ["brand new"]
        }
        #expect(try draft(of: "First", fixture) == "one")
        let row = try app.the("list item", beginning: "Second")
        let (origin, box) = (try app.origin(), try row.restingExtents())
        try run(["xdotool", "mousemove", "\(origin.x + box.x + 60)", "\(origin.y + box.y + 20)"])
        try app.stream([.type(" than that"), .click, .type("second")])
        try eventually("each has its own") {
          try draft(of: "brand new", fixture) == "and more than that" && draft(of: "Second", fixture) == "second"
        }
      }
    }

    @Test func `Undo brings back no other chat's text and nothing that was sent`() throws {
      try withQuietApp(chats: ["Second", "First"]) { app, fixture in
        try app.key("ctrl+1")
        try app.stream([
          .type("gone"), .key("BackSpace", times: 4), .key("ctrl+2"), .key("ctrl+z"),
          .type("sent"), .key("Return"), .key("ctrl+z"), .type("left"),
        ])
        try eventually("the second chat has its own words") { try draft(of: "Second", fixture) == "left" }
        #expect(try messages(in: "Second", fixture) == ["sent"])
        #expect(try draft(of: "First", fixture).isEmpty)
      }
    }

    @Test func `Two windows on one library keep what the other has not sent`() throws {
      try withQuietApp(chats: ["Shared"]) { app, fixture in
        let other = try RunningApp(home: fixture.home, environment: try fixture.personas(repliesAfter: 1_000))
        try other.raise()
        try other.key("ctrl+1")
        try eventually("the other shows the chat") { !other.all("text box", "Message").isEmpty }
        try app.raise()
        try app.key("ctrl+1")
        try app.type("x of one")
        try eventually("one has its draft") { try draft(of: "Shared", fixture).contains("x of one") }
        try other.raise()
        try other.type("y of two")
        try eventually("both drafts are on disk") {
          try draft(of: "Shared", fixture).contains("y of two") && draft(of: "Shared", fixture).contains("x of one")
        }
        try app.raise()
        try app.key("Return")
        try app.text("You: x of one")
        try other.raise()
        try other.key("ctrl+q")
        try eventually("the other has ended") { !other.isRunning }
        #expect(try messages(in: "Shared", fixture) == ["x of one"])
        #expect(try draft(of: "Shared", fixture) == "y of two")
      }
    }
  }
}
