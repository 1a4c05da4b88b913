import Glibc
import TestSupport
import Testing

extension Stories {
  /// The window where lines begin on the right. GTK takes that from its own translation.
  @Suite(.enabled(if: gtkSpeaksArabic, "GTK's Arabic translation is not installed"))
  struct DirectionStories {
    @Test func `In a right-to-left language the list is on the right, and the menu of a chat on the left`() throws {
      let arabic = { (fixture: WindowFixture) in
        try fixture.personas().merging(TestLocale.arabic.environment()) { $1 }
      }
      try withApp(environment: arabic) { app, _ in
        try app.resize(width: 1_000, height: 700)
        try eventually("the window is wide") { try app.window?.extents.width ?? 0 > 900 }
        let (list, field) = (try app.the("list", "Chats"), try app.the("text box", "Message"))
        func right(of thing: Accessible) throws -> Int {
          let box = try thing.extents
          return box.x + box.width
        }
        try eventually("the list is on the right") { try right(of: field) < list.extents.x }
        let chatMenu = try app.the(nil, "Menu of the chat")
        try expect("the chat's menu is on the left") { try right(of: chatMenu) < list.extents.x / 2 }
      }
    }
  }
}

private let gtkSpeaksArabic = access("/usr/share/locale/ar/LC_MESSAGES/gtk40.mo", R_OK) == 0
