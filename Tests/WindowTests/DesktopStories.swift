import Glibc
import Testing
import TestSupport
import Workers

extension Stories {
  /// What the desktop asks over the session bus, as its search and its links do.
  @Suite struct DesktopStories {
    private static let place = ["--dest", "app.sotto.Sotto", "--object-path", "/app/sotto/Sotto/SearchProvider"]

    private func ask(_ method: String, _ arguments: String...) throws -> String {
      try output(
        ["gdbus", "call", "--session"] + Self.place + ["--method", "org.gnome.Shell.SearchProvider2.\(method)"]
          + arguments)
    }

    private struct Chats {
      let plans: String
      let notes: String
    }

    /// The program as the bus starts it, on the person's own library.
    private func withService(_ story: (RunningApp, Chats) throws -> Void) throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let data = fixture.folder + "/data"
      func new(_ title: String) throws -> String {
        let words = [try RunningApp.binary("sotto"), "--home", data + "/sotto", "new", title, "--agent", "crew"]
        return String(try output(words).filter { !$0.isWhitespace })
      }
      let chats = Chats(plans: try new("Plans for autumn"), notes: try new("Notes"))
      let app = try RunningApp(serviceIn: data, environment: try fixture.personas())
      try eventually("it is on the bus") {
        try output([
          "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
          "org.freedesktop.DBus.NameHasOwner", "app.sotto.Sotto",
        ]).contains("true")
      }
      try story(app, chats)
      if app.isRunning { try app.end(by: SIGTERM) }
    }

    @Test func `A search finds titles, opens no window, and the program ends by itself`() throws {
      try withService { app, chats in
        #expect(try ask("GetInitialResultSet", "['autumn', 'PLAN']").contains(chats.plans))
        #expect(try !ask("GetSubsearchResultSet", "['\(chats.plans)']", "['notes', 'plan']").contains(chats.plans))
        let told = try ask("GetResultMetas", "['\(chats.plans)', 'nonsense']")
        #expect(told.contains("'id': <'\(chats.plans)'>") && told.contains("'name': <'Plans for autumn'>"))
        #expect(app.window == nil)
        try eventually("the program has ended", seconds: 40) { !app.isRunning }
        let left = try output([RunningApp.binary("sotto"), "--home", app.home, "chats"])
        #expect(left.contains("Plans for autumn"))
      }
    }

    @Test func `A result opens its chat, more of them the search, and a link its chat in the same window`() throws {
      try withService { app, chats in
        _ = try ask("ActivateResult", chats.plans, "['plan']", "0")
        try app.the("text box", "Message")
        try app.text("Plans for autumn")
        // A second start only tells the first one.
        #expect(try app.isTold("sotto:chat/\(chats.notes)"))
        try eventually("the other chat is open") {
          try app.the("list item", beginning: "Notes").has(.selected)
        }
        #expect(try app.isTold("sotto:nonsense"))
        try app.text("“sotto:nonsense” is not a link to a chat.")
        _ = try ask("LaunchSearch", "['plan']", "0")
        try eventually("the search has the keyboard, and the other chat is not among its hits") {
          app.focused?.name == "Find a chat by its title"
            && !app.all("list item").contains { $0.name.hasPrefix("Notes") }
        }
      }
    }

    @Test func `The link of a chat is copied from its menu by keys`() throws {
      try withApp { app, _ in
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        try app.tab(to: "the menu of the chat", backwards: true) { $0.name == "Menu of the chat" }
        try app.key("Return")
        try chooseEntry("Copy Link to Chat", in: app)
        try app.text("Link copied")
        try eventually("the link is on the clipboard") {
          try output(["sh", "-c", "timeout 5 xclip -selection clipboard -o -t UTF8_STRING"]).hasPrefix("sotto:chat/")
        }
      }
    }
  }
}
