import Glibc
import Testing
import TestSupport

extension Stories {
  /// The real window, driven through the accessibility bus and the keyboard, one story at a time.
  @Suite struct WindowStories {
    @Test func `A first start welcomes, and its demo chats are three`() throws {
      try withApp { app, _ in
        try eventually("three chats are listed") {
          ["Mumbai Trip", "A picture for the hallway", "Soup for Sunday"].allSatisfy { title in
            app.all("list item").contains { $0.name.hasPrefix(title) }
          }
        }
        try eventually("the first-run page is gone") { !app.shows("Welcome to Sotto") }
      }
    }

    @Test func `What was sent survives kill -9`() throws {
      try withApp { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Keep this", in: app)
        try app.text("You: Keep this")
        try app.end(by: SIGKILL)
        try app.launch()
        try app.text("You: Keep this")
        // The reply that was due or streaming is there as well, whole or marked.
        try app.text("Crew: A scripted answer", seconds: 15)
      }
    }

    @Test func `A failed save puts the draft back and says why`() throws {
      try withApp { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("First", in: app)
        try app.text("Crew: A scripted answer")
        let lock = try LockHolder(fixture.home)
        try send("Do not lose me", in: app)
        try app.text("Not sent.", seconds: 20)
        try expect("the draft is back") { app.all("text box", "Message").first?.text == "Do not lose me" }
        lock.letGo()
        try app.press("button", "Send")
        try app.text("You: Do not lose me")
        try eventually("the failure is gone") { !app.shows("Not sent.") }
      }
    }

    @Test func `A message that was deleted before kill -9 stays away after it, and Undo brings it back`() throws {
      try withApp { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Secret words", in: app)
        try app.text("Crew: A scripted answer")
        try app.the("list item", beginning: "You: Secret words").press("delete")
        try app.text("Message deleted")
        try eventually("the disk has it no more") {
          try !sotto(["show", "Secret words"], in: fixture).split(separator: "\n").contains("Secret words")
        }
        try app.end(by: SIGKILL)
        try app.launch()
        try app.text("Crew: A scripted answer")
        try expectStays("it is not there", after: app.shows("Message deleted")) { !app.shows("You: Secret words") }
        try app.the("button", beginning: "Undo").press()
        try app.text("You: Secret words")
      }
    }

    @Test func `The command line and the window see what the other changes`() throws {
      try withApp { app, fixture in
        try sotto(["new", "From the terminal"], in: fixture)
        try eventually("the chat is listed", seconds: 2) {
          app.all("list item").contains { $0.name.hasPrefix("From the terminal") }
        }
        try sotto(["rename", "From the terminal", "Renamed there"], in: fixture)
        try eventually("the title follows", seconds: 2) {
          app.all("list item").contains { $0.name.hasPrefix("Renamed there") }
        }
        try app.the("text box", "Message").setText("Typed in the window")
        try eventually("the terminal has the draft") {
          try sotto(["chats"], in: fixture).contains("Typed in the window")
        }
      }
    }

    @Test func `A damaged library is set aside whole and a backup is offered`() throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      try sotto(["demo", "add"], in: fixture)
      try sotto(["backup"], in: fixture)
      let path = fixture.home + "/sotto.db"
      let file = open(path, O_WRONLY)
      let noise = [UInt8](repeating: 0xA5, count: 8_192)
      _ = noise.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
      close(file)
      let app = try RunningApp(home: fixture.home)
      try app.text("is damaged")
      try app.text("Just now")
      try app.press("button", "Go Back to the Newest Backup")
      // Who goes back has been welcomed long ago.
      try app.text("Mumbai Trip")
      try app.text("Back to the backup of")
      try expectStays("one is not welcomed again", after: app.shows("Back to the backup of")) {
        !app.shows("Start Chatting")
      }
      try app.press("button", "Dismiss")
      try eventually("the remark is gone") { !app.shows("Back to the backup of") }
    }

    @Test(.enabled(if: geteuid() == 0, "needs the right to mount"))
    func `A library on a read-only disk is read, with a line that says so, and nothing can be written`() throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      try sotto(["demo", "add"], in: fixture)
      try #require(mount(fixture.home, fixture.home, nil, UInt(MS_BIND), nil) == 0)
      defer { umount2(fixture.home, Int32(MNT_DETACH)) }
      try #require(mount(nil, fixture.home, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0)
      let app = try RunningApp(home: fixture.home)
      try app.text("Read only. Sotto may not write to")
      try app.text("Good shoes")
      try eventually("nothing can be typed") { app.all("text box", "Message").allSatisfy { !$0.has(.sensitive) } }
      try eventually("nothing can be sent") { app.all("button", "Send").first?.has(.sensitive) == false }
      try app.key("ctrl+n")
      try app.key("ctrl+d")
      try expectStays("nothing is sent in vain", after: app.shows("Good shoes")) { !app.shows("Not sent") }
    }
  }
}
