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
        try app.text("Mumbai Trip")
        let composer = try app.the("text box", "Message")
        try eventually("one can write at once") { composer.has(.focused) }
        try app.type("My first words")
        try eventually("they are there") { composer.text == "My first words" }
      }
    }

    @Test(arguments: [2, 30]) func `What is typed right after the first page is left is in the composer`(pace: Int)
      throws
    {
      try withFirstPage { app, fixture in
        try RunningApp.xdotool(["key", "Return", "type", "--delay", "\(pace)", "Hello there my friend"])
        let composer = try app.the("text box", "Message")
        try eventually("all of it is there") { composer.text == "Hello there my friend" }
        #expect(try sotto(["chats"], in: fixture).contains("Mumbai Trip"))
      }
    }

    @Test func `Nothing acts behind the first page`() throws {
      try withFirstPage { app, fixture in
        try app.key(
          "ctrl+n", "ctrl+shift+a", "ctrl+shift+p", "ctrl+f", "F2", "ctrl+d", "Delete", "ctrl+2", "ctrl+v", "Escape")
        try app.type("unseen")
        #expect(try app.application?.children().count == 1)
        let start = try app.the("button", "Start Chatting")
        try expectStays("the first page keeps the keyboard", after: app.shows("Start Chatting")) { start.has(.focused) }
        try app.key("Return")
        try app.text("Crew: Then you have one evening")
        try expectStays("nothing else has come of the keys", after: app.all("text box").map(\.name) == ["Message"]) {
          try !app.shows("Talk with Crew") && app.application?.children().count == 1
            && app.all("text box").map(\.name) == ["Message"]
        }
        #expect(try app.the("text box", "Message").text == "")
        let chats = try sotto(["chats", "--json"], in: fixture)
        #expect(!chats.contains(#""is_pinned":true"#) && !chats.contains("unseen"))
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

    @Test func `The page of an encrypted library calls it encrypted, and offers nothing that would take its place`()
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
      let mark = open(fixture.home + "/keys", O_WRONLY | O_CREAT, 0o600)
      write(mark, "sotto-vault 1\n", 14)
      close(mark)
      let app = try RunningApp(home: fixture.home)
      try app.text("The Chats Are Encrypted")
      try app.text("It is not damaged")
      let again = try app.the("button", "Try Again")
      try eventually("it has the keyboard") { again.has(.focused) }
      try expectStays("nothing is offered that would lose it", after: again.has(.focused)) {
        app.all("button", "Set It Aside and Start Empty").isEmpty
          && app.all("button", "Go Back to the Newest Backup").isEmpty
      }
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

    @Test func `Nothing acts behind a picture that is looked at`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("over.jpg", size: "640x480", fill: "plasma:red-blue")
        try sotto(["new", "Over"], in: fixture)
        try sotto(["send", "Over", "--no-wait", "--image", photo], in: fixture)
        try app.the("list item", beginning: "Over").press("open")
        try app.press("button", "Picture: over")
        let picture = try app.the("image", "Picture: over")
        try eventually("it has the keyboard") { picture.has(.focused) }
        try app.key("ctrl+n", "ctrl+shift+a", "ctrl+f", "F2", "ctrl+d", "ctrl+Tab", "Delete")
        try app.key("plus")
        try eventually("the keys have come") { picture.about.hasPrefix("Zoom") }
        #expect(try app.application?.children().count == 1)
        try app.key("Escape")
        try app.the("text box", "Message")
        try expectStays("nothing else has come of the keys", after: app.shows("Picture: over")) {
          app.all("text box").map(\.name) == ["Message"] && app.shows("Picture: over") && !app.shows("Talk with Crew")
        }
        #expect(try !sotto(["chats", "--json"], in: fixture).contains(#""is_pinned":true"#))
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
