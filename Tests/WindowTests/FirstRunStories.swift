import Glibc
import Testing
import TestSupport

extension Stories {
  /// The pages that stand before the chats, left with keys alone: no pointer, no help of the accessibility bus.
  @Suite struct FirstRunStories {
    @Test(arguments: [["Return"], ["space"], ["Tab", "shift+Tab", "KP_Enter"]])
    func `The first page is left by the keyboard from the first frame`(keys: [String]) throws {
      try withFirstPage { app, _ in
        for key in keys { try app.key(key) }
        try app.text("Talk with Crew")
        let composer = try app.the("text box", "Message")
        try eventually("one can write at once") { composer.has(.focused) }
        try app.type("My first words")
        try eventually("they are there") { composer.text == "My first words" }
      }
    }

    @Test func `The page of a damaged library begins with what changes nothing, and all of it is reached by keys`()
      throws
    {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      try sotto(["demo", "add"], in: fixture)
      try sotto(["backup"], in: fixture)
      let file = open(fixture.home + "/sotto.db", O_WRONLY)
      let noise = [UInt8](repeating: 0xA5, count: 8_192)
      _ = noise.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
      close(file)
      let app = try RunningApp(home: fixture.home)
      let again = try app.the("button", "Try Again")
      try eventually("it has the keyboard") { again.has(.focused) }
      try app.key("ctrl+n", "ctrl+shift+a", "ctrl+comma", "Return")
      try eventually("the page is there again") {
        app.all("button", "Try Again").contains { $0.has(.focused) && $0.path != again.path }
      }
      #expect(try app.application?.children().count == 1)
      try app.key("shift+Tab")
      try eventually("one can start empty") {
        app.all("button", "Set It Aside and Start Empty").contains { $0.has(.focused) }
      }
      try app.key("shift+Tab")
      try eventually("one can go back") {
        app.all("button", "Go Back to the Newest Backup").contains { $0.has(.focused) }
      }
      try app.key("Return")
      try app.text("Mumbai Trip")
    }

    @Test func `A window that came while the library was still being mended is the usual one afterwards`() throws {
      try withApp { app, fixture in
        let size = try resized(app, in: fixture)
        try app.end(by: SIGTERM)
        // Going back to a backup was cut off between its last steps; and there is none, so that one is due.
        let home = fixture.home
        try run(["sh", "-c", "cp $0/sotto.db $0/sotto.db.restored && rm -r $0/backups", home])
        try app.launch()
        try app.text("Mumbai Trip")
        try eventually("it has the size of before") {
          try app.window.map { try ($0.extents.width, $0.extents.height) == size } == true
        }
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        try eventually("what follows the first frame is done") { access(home + "/backups", F_OK) == 0 }
        #expect(access(home + "/sotto.db.restored", F_OK) != 0)
      }
    }

    /// Runs a story that begins where a person begins: on the first page, as soon as the window has the keyboard.
    private func withFirstPage(_ story: (RunningApp, WindowFixture) throws -> Void) throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas())
      let start = try app.the("button", "Start Chatting")
      try eventually("the first page has the keyboard") { start.has(.focused) }
      try story(app, fixture)
    }
  }
}
