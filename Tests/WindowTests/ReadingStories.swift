import Glibc
import TestSupport
import Testing

extension Stories {
  /// How messages are shown over the full width.
  @Suite struct ReadingStories {
    @Test(.enabled(if: access("/usr/share/locale/ar/LC_MESSAGES/gtk40.mo", R_OK) == 0, "there is no Arabic GTK"))
    func `Over the full width lines begin on the right in a right-to-left language`() throws {
      let arabic = { (fixture: WindowFixture) in
        try fixture.personas().merging(TestLocale.arabic.environment()) { $1 }
      }
      try withApp(environment: arabic) { app, fixture in
        try app.resize(width: 360, height: 640)
        try app.goBack()
        try app.openChat("A model", with: "mini", in: fixture)
        try send("thank you", in: app)
        try app.text("Sotto Mini: You are welcome")
        let (words, name) = (try app.message("You are welcome"), try app.message("Sotto Mini"))
        try eventually("both begin at one edge on the right") {
          let (words, name) = (try words.extents, try name.extents)
          return words.x + words.width == name.x + name.width && words.x + words.width > 300 && words.width > 250
        }
      }
    }
  }
}

extension RunningApp {
  /// Makes a chat from another process and opens it.
  fileprivate func openChat(_ title: String, with agent: String, in fixture: WindowFixture) throws {
    try sotto(["new", title, "--agent", agent], in: fixture)
    try the("list item", beginning: title).press("open")
    try text("Talk with " + (agent == "mini" ? "Sotto Mini" : "Crew"))
  }

  /// The words of a message in the open chat, or the name above it.
  fileprivate func message(_ words: String) throws -> Accessible {
    let messages = try the("list", "Conversation")
    var found: Accessible?
    try eventually("“\(words)” stands there") {
      found = messages.all("label").first { $0.name.hasPrefix(words) }
      return found != nil
    }
    return found!
  }

  /// Opens the preferences of reading by keys.
  func openReading() throws {
    try key("ctrl+comma")
    try text("Agent for new chats")
    try tab(to: "the page", backwards: true) { $0.name == "Reading" }
    try key("space")
    try text("Size of messages")
  }
}
