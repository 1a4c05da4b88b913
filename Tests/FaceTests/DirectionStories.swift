import TestSupport
import Testing

extension FaceStories {
  /// The window where lines begin on the right.
  @Suite struct DirectionStories {
    @Test func `The window mirrors whole in a right-to-left language`() async throws {
      try await withMirroredFace { app in
        try await app.resize(width: 1_000, height: 700)
        try await app.newChat("Two sides")
        try await app.the("list item", beginning: "Two sides").press("open")
        try await app.text("Talk with Crew")
        try await app.send("Mine")
        try await app.text("Crew: A scripted answer")

        let (list, field) = (try await app.the("list", "Chats"), try await app.the("text box", "Message"))
        try await app.eventually("the list is on the right") { try right(of: field) < list.extents.x }
        try await expectMirroredThread(in: 0..<app.restingExtents(of: list).x, of: app)
        // At the ends of the list's own bar: what begins a chat on the right, the menu on the left.
        let (new, menu) = (try await app.the("button", "New chat"), try await app.the("button", "Main menu"))
        try await app.expect("the menu stands left of what begins a chat, both above the list") {
          try list.extents.x <= menu.extents.x && right(of: menu) < new.extents.x
        }
        let chatMenu = try await app.the("button", "Menu of the chat")
        try await app.expect("the chat's menu is on the left") { try right(of: chatMenu) < list.extents.x / 2 }
      }
    }

    @Test func `A narrow window mirrors whole, and its way back is on the right`() async throws {
      try await withMirroredFace { app in
        try await app.resize(width: 360, height: 640)
        let back = try await app.the("button", "Back to the chats")
        let edges = try await app.restingEdges()
        let middle = (edges.lowerBound + edges.upperBound) / 2
        try await app.expect("the way back is on the right") { try back.extents.x > middle }
        let chatMenu = try await app.the("button", "Menu of the chat")
        try await app.expect("the chat's menu is on the left") { try chatMenu.extents.x < middle }
        try await app.goBack()
        try await app.the("list item", beginning: "Mumbai Trip")
        // In a row the title begins on the right, and the time stands at its end.
        let title = try #require(try await app.the("list", "Chats").first("label", "Mumbai Trip"))
        try await app.expect("the title begins on the right") { try right(of: title) > middle }
        let (menu, new) = (try await app.the("button", "Main menu"), try await app.the("button", "New chat"))
        try await app.expect("the menu stands left of what begins a chat") { try menu.extents.x < new.extents.x }
        try await app.newChat("Two sides")
        try await app.the("list item", beginning: "Two sides").press("open")
        try await app.text("Talk with Crew")
        try await app.send("Mine")
        try await app.text("Crew: A scripted answer")
        try await expectMirroredThread(in: edges, of: app)
      }
    }

    @Test func `In a right-to-left language the next picture is on the left, by button and by key`() async throws {
      try await withMirroredFace { app in
        let one = try await app.picture("first.jpg", size: "1600x1200", fill: "gradient:red-blue")
        let two = try await app.picture("second.jpg", size: "1200x1600", fill: "gradient:green-white")
        try await app.newChat("Album")
        try await app.say(pictures: [one, two], in: "Album")
        try await app.the("list item", beginning: "Album").press("open")
        let second = try await app.the("button", "Picture: second")
        let first = try await app.the("button", "Picture: first")
        try await app.expect("the second picture is left of the first") { try right(of: second) <= first.extents.x }
        try first.press()
        try await app.the("image", "Picture: first")
        let edges = try await app.restingEdges()
        let middle = (edges.lowerBound + edges.upperBound) / 2
        let next = try await app.the("button", "Next picture")
        try await app.expect("the next picture is on the left") { try right(of: next) < middle }
        try await app.key("Left")
        try await app.the("image", "Picture: second")
        let previous = try await app.the("button", "Previous picture")
        try await app.expect("the previous picture is on the right") { try previous.extents.x > middle }
        try await app.key("Right")
        try await app.the("image", "Picture: first")
      }
    }

    /// The right edge of a thing, in pixels of its window.
    private func right(of thing: Thing) throws -> Int {
      let box = try thing.extents
      return box.x + box.width
    }

    /// Expects the user's message “Mine” and its answer at their sides of a pane, and the composer's buttons at theirs.
    private func expectMirroredThread(in pane: Range<Int>, of app: Face) async throws {
      // The list of chats has labels of the same words.
      let messages = try await app.the("list", "Conversation")
      let mine = try #require(messages.first("label", "Mine"))
      var answer = mine
      try await app.eventually("the answer is there") {
        let found = messages.all("label") { $0.name.hasPrefix("A scripted answer") }
        answer = found.first ?? mine
        return !found.isEmpty
      }
      try await app.expect("one's own message is on the left, and the answer on the right") {
        try mine.extents.x < pane.lowerBound + 60 && right(of: answer) > pane.upperBound - 60
          && right(of: mine) < right(of: answer)
      }
      let field = try await app.the("text box", "Message")
      let (send, emoji) = (try await app.the("button", "Send"), try await app.the("button", "Insert an emoji"))
      let attach = try await app.the("button", "Attach pictures")
      try await app.expect("what ends a message is on the left, what begins it on the right") {
        try right(of: send) <= field.extents.x && right(of: emoji) <= field.extents.x
          && right(of: field) <= attach.extents.x
      }
    }
  }
}
