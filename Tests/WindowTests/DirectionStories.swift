import Glibc
import TestSupport
import Testing

extension Stories {
  /// The window where lines begin on the right. GTK takes that from its own translation.
  @Suite(.enabled(if: gtkSpeaksArabic, "GTK's Arabic translation is not installed"))
  struct DirectionStories {
    @Test func `The window mirrors whole in a right-to-left language`() throws {
      try withApp(environment: Self.arabic) { app, fixture in
        try app.resize(width: 1_000, height: 700)
        try eventually("the window is wide") { try app.window?.extents.width ?? 0 > 900 }
        try sotto(["new", "Two sides"], in: fixture)
        try app.the("list item", beginning: "Two sides").press("open")
        try app.text("Talk with Crew")
        try send("Mine", in: app)
        try app.text("Crew: A scripted answer")

        let (list, field) = (try app.the("list", "Chats"), try app.the("text box", "Message"))
        try eventually("the list is on the right") { try app.right(of: field) < list.extents.x }
        try app.expectMirroredThread(in: 0..<list.restingExtents().x)
        // At the ends of the list's own bar: what begins a chat on the right, the menu on the left.
        let (new, menu) = (try app.the("button", "New chat"), try app.the(nil, "Main menu"))
        try expect("the menu stands left of what begins a chat, both above the list") {
          try list.extents.x <= menu.extents.x + Accessible.forgotten && app.right(of: menu) < new.extents.x
        }
        let chatMenu = try app.the(nil, "Menu of the chat")
        try expect("the chat's menu is on the left") { try app.right(of: chatMenu) < list.extents.x / 2 }
      }
    }

    @Test func `A narrow window mirrors whole, and its way back is on the right`() throws {
      try withApp(environment: Self.arabic) { app, fixture in
        try app.resize(width: 360, height: 640)
        let back = try app.the("button", "Back to the chats")
        let width = try app.restingSize().width
        try expect("the way back is on the right") { try back.extents.x > width / 2 }
        let chatMenu = try app.the(nil, "Menu of the chat")
        try expect("the chat's menu is on the left") { try chatMenu.extents.x < width / 2 }
        try app.goBack()
        try app.the("list item", beginning: "Mumbai Trip")
        // In a row the title begins on the right, and the time stands at its end.
        let title = try #require(app.the("list", "Chats").first("label", "Mumbai Trip"))
        try expect("the title begins on the right") { try app.right(of: title) > width / 2 }
        let (menu, new) = (try app.the(nil, "Main menu"), try app.the("button", "New chat"))
        try expect("the menu stands left of what begins a chat") { try menu.extents.x < new.extents.x }
        try sotto(["new", "Two sides"], in: fixture)
        try app.the("list item", beginning: "Two sides").press("open")
        try app.text("Talk with Crew")
        try send("Mine", in: app)
        try app.text("Crew: A scripted answer")
        try app.expectMirroredThread(in: 0..<width)
      }
    }

    @Test func `In a right-to-left language the next picture is on the left, by button and by key`() throws {
      try withApp(environment: Self.arabic) { app, fixture in
        let one = try fixture.picture("first.jpg", size: "1600x1200", fill: "plasma:red-blue")
        let two = try fixture.picture("second.jpg", size: "1200x1600", fill: "plasma:green-white")
        try sotto(["new", "Album"], in: fixture)
        try sotto(["send", "Album", "--no-wait", "--image", one, "--image", two], in: fixture)
        try app.the("list item", beginning: "Album").press("open")
        let (left, right) = (try app.the("button", "Picture: second"), try app.the("button", "Picture: first"))
        try expect("the second picture is left of the first") { try app.right(of: left) <= right.extents.x }
        try right.press()
        try app.the("image", "Picture: first")
        let middle = try app.restingSize().width / 2
        let next = try app.the("button", "Next picture")
        try expect("the next picture is on the left") { try app.right(of: next) < middle }
        try app.key("Left")
        try app.the("image", "Picture: second")
        let previous = try app.the("button", "Previous picture")
        try expect("the previous picture is on the right") { try previous.extents.x > middle }
        try app.key("Right")
        try app.the("image", "Picture: first")
      }
    }

    private static func arabic(_ fixture: WindowFixture) throws -> [String: String] {
      try fixture.personas().merging(TestLocale.arabic.environment()) { $1 }
    }
  }
}

private let gtkSpeaksArabic = access("/usr/share/locale/ar/LC_MESSAGES/gtk40.mo", R_OK) == 0

extension RunningApp {
  /// The right edge of a thing, in pixels of its window.
  fileprivate func right(of thing: Accessible) throws -> Int {
    let box = try thing.extents
    return box.x + box.width
  }

  /// Expects the user's message “Mine” and its answer at their sides of a pane, and the composer's buttons at theirs.
  fileprivate func expectMirroredThread(in pane: Range<Int>) throws {
    // The list of chats has labels of the same words.
    let messages = try the("list", "Conversation")
    let mine = try #require(messages.first("label", "Mine"))
    var answer = mine
    try eventually("the answer is there") {
      let found = messages.all("label") { $0.name.hasPrefix("A scripted answer") }
      answer = found.first ?? mine
      return !found.isEmpty
    }
    try expect("one's own message is on the left, and the answer on the right") {
      try mine.extents.x < pane.lowerBound + 60 && right(of: answer) > pane.upperBound - 60
        && right(of: mine) < right(of: answer)
    }
    let field = try the("text box", "Message")
    let (send, emoji) = (try the("button", "Send"), try the("button", "Insert an emoji"))
    let attach = try the("button", "Attach pictures")
    try expect("what ends a message is on the left, what begins it on the right") {
      try right(of: send) <= field.extents.x && right(of: emoji) <= field.extents.x
        && right(of: field) <= attach.extents.x
    }
  }
}
