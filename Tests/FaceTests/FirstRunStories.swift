import Domain
import Glibc
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// The pages that stand before the chats, and the picture that lies over them.
  @Suite struct FirstRunStories {
    @Test(arguments: [2, 30]) func `What is typed right after the first page is left is in the composer`(pace: Int)
      async throws
    {
      try await withFirstPage { app in
        try await Pointer.run("xdotool", "key", "Return", "type", "--delay", "\(pace)", "Hello there my friend")
        let composer = try await app.the("text box", "Message")
        try await app.eventually("all of it is there") { composer.text == "Hello there my friend" }
      }
    }

    @Test func `Start Chatting begins a chat and brings no others, which the demo chats' button does`() async throws {
      try await withFirstPage { app in
        try await app.key("Return")
        try await app.text("Talk with Crew")
        try await app.text("No chats yet")
        #expect(try await app.chats().isEmpty)
        try await app.key("ctrl+comma")
        try await app.press("button", "Add the demo chats")
        try await app.eventually("they are there once they are asked for") {
          try await app.chats().contains { $0.title == "Mumbai Trip" }
        }
      }
      try await withFirstPage { app in
        try await app.key("Tab", "Return")
        try await app.text("Crew: Then you have one evening")
        #expect(try await app.chats().count == 3)
      }
    }

    @Test func `Nothing acts behind the first page`() async throws {
      try await withFirstPage { app in
        try await app.key(
          "ctrl+n", "ctrl+shift+a", "ctrl+shift+p", "ctrl+f", "F2", "ctrl+d", "Delete", "ctrl+2", "ctrl+v", "Escape")
        try await app.type("unseen")
        try await app.expectStays("there is one window") { app.windows.count == 1 }
        let start = try await app.the("button", "Start Chatting")
        try await app.expectStays("the first page keeps the keyboard") { start.has(.focused) }
        try await app.key("Tab", "Return")
        try await app.text("Crew: Then you have one evening")
        try await app.eventually("one can write") { app.all("text box").map(\.name) == ["Message"] }
        try await app.expectStays("nothing else has come of the keys") {
          !app.shows("Talk with Crew") && app.windows.count == 1 && app.all("text box").map(\.name) == ["Message"]
        }
        #expect(try await app.the("text box", "Message").text == "")
        let chats = try await app.chats()
        #expect(!chats.isEmpty && !chats.contains { $0.isPinned || String(describing: $0).contains("unseen") })
      }
    }

    @Test func `The page of an encrypted library calls it encrypted, and offers nothing that would take its place`()
      async throws
    {
      try await withClosedLibrary { folder in
        let file = open(folder.home + "/sotto.db", O_WRONLY)
        let noise = [UInt8](repeating: 0xA5, count: 8_192)
        #expect(noise.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == noise.count)
        close(file)
        let mark = open(folder.home + "/keys", O_WRONLY | O_CREAT, 0o600)
        write(mark, "sotto-vault 1\n", 14)
        close(mark)
      } _: { app in
        try await app.text("The Chats Are Encrypted")
        try await app.text("It is not damaged")
        let again = try await app.the("button", "Try Again")
        try await app.eventually("it has the keyboard") { again.has(.focused) }
        try await app.expectStays("nothing is offered that would lose it") {
          app.all("button", "Set It Aside and Start Empty").isEmpty
            && app.all("button", "Go Back to the Newest Backup").isEmpty
        }
      }
    }

    @Test func `Nothing acts behind a picture that is looked at`() async throws {
      try await withFace { app in
        let photo = try await app.picture("over.jpg", size: "640x480", fill: "plasma:red-blue")
        try await app.newChat("Over")
        try await app.say(pictures: [photo], in: "Over")
        try await app.the("list item", beginning: "Over").press("open")
        try await app.press("button", "Picture: over")
        let picture = try await app.the("image", "Picture: over")
        try await app.eventually("it has the keyboard") { picture.has(.focused) }
        try await app.key("ctrl+n", "ctrl+shift+a", "ctrl+f", "F2", "ctrl+d", "ctrl+Tab", "Delete")
        try await app.key("plus")
        try await app.eventually("the keys have come") { picture.about.hasPrefix("Zoom") }
        try await app.expectStays("there is one window") { app.windows.count == 1 }
        try await app.key("Escape")
        try await app.the("text box", "Message")
        try await app.text("Picture: over")
        try await app.expectStays("nothing else has come of the keys") {
          app.all("text box").map(\.name) == ["Message"] && app.shows("Picture: over") && !app.shows("Talk with Crew")
        }
        #expect(try await !app.chats().contains { $0.isPinned })
      }
    }
  }
}
