import Domain
import TestSupport
import Testing

extension FaceStories {
  /// Coming back to a chat: what is new in it.
  @Suite struct UnreadStories {
    private static let long = (1...8).map { "Line \($0) of an answer that takes its room." }.joined(separator: "\n\n")

    @Test func `A chat with more than a screenful unread opens at the line New, which goes with one's own message`()
      async throws
    {
      try await withUnread(12, says: Self.long) { app in
        try await app.click(try await app.the("list item", beginning: "Replies"))
        let line = try await app.the("list item", "New messages")
        try await app.settle()
        let list = try await app.the("list", "Conversation").extents
        try await app.eventually("it is at the top") {
          try line.isOnScreen && (0..<120).contains(line.extents.y - max(list.y, 0))
        }
        let down = try await app.the("button", beginning: "Go to the newest message, ")
        #expect(down.name.hasSuffix("unread below"))
        let below = Int(down.name.filter(\.isNumber)) ?? 0
        #expect((8..<12).contains(below), "the first ones are in sight")
        try await app.expect("what is in sight is read") { app.windows.first?.name == "Sotto" }
        try await app.click(down)
        try await app.eventually("nothing is unread below") { !app.shows("unread below") }
        try await app.click(try await app.the("text box", "Message"))
        try await app.type("I am here")
        try await app.key("Return")
        try await app.eventually("the line is gone") { app.all("list item", "New messages").isEmpty }
      }
    }

    @Test
    func `With little unread a chat opens at its end, with the line in sight, and without it when it is opened again`()
      async throws
    {
      try await withUnread(2, says: "A scripted answer") { app in
        try await app.expect("two are unread") { app.windows.first?.name == "(2) Sotto" }
        try await app.click(try await app.the("list item", beginning: "Replies"))
        try await app.eventually("the line is in sight") { app.first("list item", "New messages")?.isOnScreen == true }
        try await app.expectStays("nothing is below") { app.shows("New messages") && !app.shows("unread below") }
        try await app.key("ctrl+Tab")
        try await app.eventually("another chat is open") { app.all("list item", "New messages").isEmpty }
        try await app.key("ctrl+shift+Tab")
        try await app.text("Crew: A scripted answer")
        try await app.expectStays("the line is gone") { app.all("list item", "New messages").isEmpty }
      }
    }

    @Test func `A chat is marked as unread by menu and by key, is so after a restart, and is read when it is opened`()
      async throws
    {
      try await withUnread(1, says: "A scripted answer") { app in
        let row = try await app.the("list item", beginning: "Replies")
        try await app.click(row)
        try await app.eventually("it is read") { app.windows.first?.name == "Sotto" }
        try await app.tab(to: "the row", backwards: true) { $0.name.hasPrefix("Replies") }
        try await app.key("Menu")
        try await app.chooseEntry("Mark as Unread")
        try await app.eventually("the row says so") {
          app.all("list item").contains { $0.name.hasPrefix("Replies, 1 unread message") }
        }
        try await app.expect("one is unread") { app.windows.first?.name == "(1) Sotto" }
        try await app.key("ctrl+u")
        try await app.eventually("it is read again") { app.windows.first?.name == "Sotto" }
        try await app.key("ctrl+u")
        try await app.eventually("and unread") { app.windows.first?.name == "(1) Sotto" }
        try await app.key("ctrl+Tab")
        try await app.reopen()
        try await app.eventually("it is still unread") { app.windows.first?.name == "(1) Sotto" }
        #expect(try await app.chat("Replies").unreadCount == 1)
        try await app.click(try await app.the("list item", beginning: "Replies, 1 unread message"))
        try await app.the("list item", "New messages")
        try await app.eventually("it is read") { app.windows.first?.name == "Sotto" }
      }
    }

    /// With a chat in which so many replies have come while another one was open.
    private func withUnread(_ count: Int, says text: String, _ story: (Face) async throws -> Void) async throws {
      try await withFace(environment: { try $0.personas(crewSays: text) }) { app in
        try await app.resize(width: 1_000, height: 600)
        try await app.newChat("Replies")
        // Who says something has read what came before.
        app.timeStands = true
        for number in 1...count { try await app.say("Number \(number)", in: "Replies") }
        app.timeStands = false
        let unread = "Replies, \(count) unread message" + (count == 1 ? "" : "s")
        try await app.eventually("all are there") { app.all("list item").contains { $0.name.hasPrefix(unread) } }
        try await story(app)
      }
    }
  }
}
