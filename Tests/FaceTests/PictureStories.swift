import CAdw
import Domain
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// Pictures in the window: ways in, what is shown, and what is kept.
  @Suite struct PictureStories {
    /// A new chat with Crew is open.
    private func withNewChat(_ story: (Face) async throws -> Void) async throws {
      try await withFace { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await story(app)
      }
    }

    @Test func `A picture is chosen with the attach button`() async throws {
      try await withNewChat { app in
        let photo = try await app.picture("chosen.jpg", size: "320x240", fill: "plasma:orange-navy")
        try await app.press("button", "Attach pictures")
        try await app.the("button", ending: "Attach")
        // GTK's own chooser takes a path as soon as a slash is typed.
        try await Pointer.type(path: photo)
        try await app.key("Return")
        try await app.the("button", "Remove chosen")
        try await app.sendPending()
        try await app.text("Picture: chosen")
        // Nothing tells other programs which picture it was.
        let recent = String(cString: g_get_user_data_dir()) + "/recently-used.xbel"
        let list = FileManager.default.contents(atPath: recent) ?? Data()
        #expect(!String(decoding: list, as: UTF8.self).contains(photo))
      }
    }

    @Test func `A picture pasted from the clipboard is previewed, captioned and sent`() async throws {
      try await withNewChat { app in
        let photo = try await app.picture("lake.png", size: "300x200", fill: "gradient:green-blue")
        let clipboard = try await app.offer("image/png", file: photo)
        defer { clipboard.end() }
        try await app.key("ctrl+v")
        try await app.the("button", "Remove Pasted picture")
        try await app.the("text box", "Add a caption").setText("Our lake 🏞️")
        try await app.sendPending()
        try await app.text("You: Our lake 🏞️. Picture: Pasted picture")
        try await app.eventually("the preview bar is empty") { app.all("button", "Remove Pasted picture").isEmpty }
        try await app.text("Crew: A scripted answer")
        #expect(try await app.chats().contains { $0.title.contains("Our lake") })
      }
    }

    @Test func `Files copied in a file manager are pasted as pictures, one can be taken out again`() async throws {
      try await withNewChat { app in
        let one = try await app.picture("one.jpg", size: "640x480", fill: "gradient:red-blue")
        let two = try await app.picture("two.jpg", size: "480x640", fill: "gradient:green-white")
        let clipboard = try await app.offer(files: [one, two])
        defer { clipboard.end() }
        try await app.key("ctrl+v")
        try await app.the("button", "Remove one")
        try await app.press("button", "Remove two")
        try await app.eventually("one is left") { app.all("button", "Remove two").isEmpty }
        try await app.sendPending()
        try await app.text("You: Picture: one")
        try await app.expectStays("the other was not sent") { !app.shows("Picture: two") }
        try await app.eventually("the chat is called Photo") {
          app.all("list item").contains { $0.name.hasPrefix("Photo") }
        }
      }
    }

    @Test func `What is no picture says so, and nothing is lost`() async throws {
      try await withNewChat { app in
        let text = app.folder.folder + "/notes.jpg"
        try Data("These are words.".utf8).write(to: URL(filePath: text))
        try await app.the("text box", "Message").setText("Stays here")
        let clipboard = try await app.offer(files: [text])
        defer { clipboard.end() }
        try await app.key("ctrl+v")
        try await app.text("“notes.jpg” is not a picture that Sotto reads.")
        try await app.expectStays("the words are there, and no picture") {
          app.first("text box", "Message")?.text == "Stays here" && !app.shows("Remove notes")
        }
      }
    }

    @Test func `A picture whose file is gone or broken is said to be unavailable`() async throws {
      try await withFace { app in
        let photo = try await app.picture("gone.jpg", size: "640x480", fill: "gradient:red-blue")
        try await app.newChat("With a picture")
        try await app.say(pictures: [photo], in: "With a picture")
        try await app.the("list item", beginning: "With a picture").press("open")
        try await app.text("Picture: gone")
        try await app.reopen {
          for file in try app.pictureFiles() { try Data("not a picture".utf8).write(to: URL(filePath: file)) }
        }
        try await app.text("Image unavailable")
        try await app.reopen { for file in try app.pictureFiles() { unlink(file) } }
        try await app.text("Image unavailable")
        // The message is still there to be read, and the window still works.
        try await app.the("text box", "Message").setText("Still here")
      }
    }

    @Test func `A deleted message comes back by Undo, and goes with its picture's files when Sotto closes`()
      async throws
    {
      try await withFace { app in
        let photo = try await app.picture("secret.jpg", size: "640x480", fill: "gradient:red-blue")
        try await app.newChat("Secrets")
        try await app.say(pictures: [photo], in: "Secrets")
        #expect(try app.pictureFiles().count == 3)
        try await app.the("list item", beginning: "Secrets").press("open")
        let row = try await app.the("list item", beginning: "You: Picture: secret")
        try row.press("delete")
        try await app.text("Message deleted")
        try await app.eventually("the message is gone") { !app.shows("Picture: secret") }
        try await app.the("button", beginning: "Undo").press()
        try await app.the("list item", beginning: "You: Picture: secret").press("delete")
        try await app.eventually("the message is gone again") { !app.shows("Picture: secret") }
        #expect(try app.pictureFiles().count == 3)
        try await app.reopen {
          let left = try app.pictureFiles()
          #expect(left.isEmpty)
        }
      }
    }

    @Test func `A picture's menu copies it and its caption, saves it, and opens it in the viewer`() async throws {
      try await withFace { app in
        let photo = try await app.picture("menu.jpg", size: "640x480", fill: "gradient:red-blue")
        try await app.newChat("Menu")
        try await app.say("Words below", pictures: [photo], in: "Menu")
        try await app.the("list item", beginning: "Menu").press("open")
        let row = try await app.the("list item", beginning: "You: Words below. Picture: menu")
        try row.press("copy-picture")
        try await app.text("The picture was copied")
        try await app.eventually("the clipboard holds a JPEG") {
          try await app.taken(as: "image/jpeg").starts(with: [0xFF, 0xD8])
        }
        try row.press("copy-caption")
        try await app.eventually("the clipboard holds the caption") {
          try await app.taken().starts(with: "Words below".utf8)
        }
        try row.press("save")
        try await app.the("button", ending: "Save")
        let target = app.folder.folder + "/saved.jpg"
        try await app.key("ctrl+a")
        try await app.type(target)
        try await app.key("Return")
        try await app.eventually("the file is there") { FileManager.default.fileExists(atPath: target) }
        // A notice waits for the one before, which goes by itself after seconds, or by its only button.
        try await app.eventually("the saving is told") {
          if app.shows("Saved as saved.jpg") { return true }
          try app.first("button", "")?.press()
          return false
        }
        #expect(FileManager.default.contents(atPath: target)?.prefix(2) == Data([0xFF, 0xD8]))
        try row.press("view")
        try await app.the("image", "Picture: menu")
      }
    }
  }
}
