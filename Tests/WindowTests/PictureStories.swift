import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TestSupport
import Workers

extension Stories {
  /// Pictures in the real window: every way in, what is shown, and what is never fetched.
  @Suite struct PictureStories {
    /// A new chat with Crew is open.
    private func withNewChat(_ story: (RunningApp, WindowFixture) throws -> Void) throws {
      try withApp { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try story(app, fixture)
      }
    }

    private func sendPending(in app: RunningApp) throws {
      try eventually("the pictures are ready") { app.all("button", "Send").first?.has(.sensitive) == true }
      try app.press("button", "Send")
    }

    @Test func `A picture pasted from the clipboard is previewed, captioned and sent`() throws {
      try withNewChat { app, fixture in
        let photo = try fixture.picture("lake.png", size: "300x200", fill: "plasma:green-blue")
        let clipboard = try Clip(type: "image/png", file: photo)
        defer { clipboard.end() }
        try app.key("ctrl+v")
        try app.the("button", "Remove Pasted picture")
        try app.the("text box", "Add a caption").setText("Our lake 🏞️")
        try sendPending(in: app)
        try app.text("You: Our lake 🏞️. Picture: Pasted picture")
        try eventually("the preview bar is empty") { app.all("button", "Remove Pasted picture").isEmpty }
        try app.text("Crew: A scripted answer")
        #expect(try sotto(["chats"], in: fixture).contains("Our lake"))
      }
    }

    @Test func `Files copied in a file manager are pasted as pictures, one can be taken out again`() throws {
      try withNewChat { app, fixture in
        let one = try fixture.picture("one.jpg", size: "640x480", fill: "plasma:red-blue")
        let two = try fixture.picture("two.jpg", size: "480x640", fill: "plasma:green-white")
        let clipboard = try Clip(type: "text/uri-list", text: "file://\(one)\r\nfile://\(two)\r\n")
        defer { clipboard.end() }
        try app.key("ctrl+v")
        try app.the("button", "Remove one")
        try app.press("button", "Remove two")
        try eventually("one is left") { app.all("button", "Remove two").isEmpty }
        try sendPending(in: app)
        try app.text("You: Picture: one")
        try expectStays("the other was not sent", after: app.shows("You: Picture: one")) { !app.shows("Picture: two") }
        try eventually("the chat is called Photo") { app.all("list item").contains { $0.name.hasPrefix("Photo") } }
      }
    }

    @Test func `A picture is chosen with the attach button`() throws {
      try withNewChat { app, fixture in
        let photo = try fixture.picture("chosen.jpg", size: "320x240", fill: "plasma:orange-navy")
        try app.press("button", "Attach pictures")
        try app.the("button", ending: "Attach")
        // GTK's own chooser takes a path as soon as a slash is typed.
        try app.type(photo)
        // It also writes ahead the rest of a name, and GTK 4.18 may leave that standing behind what was typed.
        try app.key("shift+End", "Delete", "Return")
        try app.the("button", "Remove chosen")
        try sendPending(in: app)
        try app.text("Picture: chosen")
        // Nothing tells other programs which picture it was.
        let recent = getenv("HOME").map { String(cString: $0) + "/.local/share/recently-used.xbel" } ?? ""
        let list = FileManager.default.contents(atPath: recent) ?? Data()
        #expect(!String(decoding: list, as: UTF8.self).contains(photo))
      }
    }

    @Test func `What is no picture says so, and nothing is lost`() throws {
      try withNewChat { app, fixture in
        let text = fixture.folder + "/notes.jpg"
        try Data("These are words.".utf8).write(to: URL(filePath: text))
        try app.the("text box", "Message").setText("Stays here")
        let clipboard = try Clip(type: "text/uri-list", text: "file://\(text)\r\n")
        defer { clipboard.end() }
        try app.key("ctrl+v")
        try app.text("“notes.jpg” is not a picture that Sotto reads.")
        try expectStays("the words are there, and no picture", after: app.shows("is not a picture that Sotto reads.")) {
          app.all("text box", "Message").first?.text == "Stays here" && !app.shows("Remove notes")
        }
      }
    }

    @Test func `Pictures of a draft come back after a restart, and after kill -9`() throws {
      try withApp { app, fixture in
        try app.text("Mumbai Trip")
        let photo = try fixture.picture("ticket.jpg", size: "640x480", fill: "plasma:red-blue")
        let clipboard = try Clip(type: "text/uri-list", text: "file://\(photo)\r\n")
        defer { clipboard.end() }
        try app.the("text box", "Message")
        try app.key("ctrl+v")
        try app.the("button", "Remove ticket")
        try app.the("text box", "Add a caption").setText("For the train")
        try eventually("the draft is on disk") { try sotto(["chats"], in: fixture).contains("For the train") }
        try app.end(by: SIGTERM)
        try app.launch()
        try app.the("button", "Remove ticket")
        try expect("the caption is there") { app.all("text box", "Add a caption").first?.text == "For the train" }
        try app.end(by: SIGKILL)
        try app.launch()
        try app.the("button", "Remove ticket")
        try sendPending(in: app)
        try app.text("You: For the train. Picture: ticket")
      }
    }

    @Test func `A picture whose file is gone or broken is said to be unavailable`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("gone.jpg", size: "640x480", fill: "plasma:red-blue")
        try sotto(["new", "With a picture"], in: fixture)
        try sotto(["send", "With a picture", "--no-wait", "--image", photo], in: fixture)
        try app.the("list item", beginning: "With a picture").press("open")
        try app.text("Picture: gone")
        try app.end(by: SIGTERM)
        for file in try fixture.pictureFiles() { try Data("not a picture".utf8).write(to: URL(filePath: file)) }
        try app.launch()
        try app.text("Image unavailable")
        try app.end(by: SIGTERM)
        for file in try fixture.pictureFiles() { unlink(file) }
        try app.launch()
        try app.text("Image unavailable")
        // The message is still there to be read, and the window still works.
        try app.the("text box", "Message").setText("Still here")
      }
    }

    @Test func `A picture dragged from a file manager is dropped into the chat`() throws {
      try withNewChat { app, fixture in
        let photo = try fixture.picture("dropped.jpg", size: "640x480", fill: "plasma:red-blue")
        let list = fixture.folder + "/list"
        try Data("file://\(photo)\r\n".utf8).write(to: URL(filePath: list))
        let manager = try spawn([BuiltProgram.testFolder + "/AdwChild", "File manager", "text/uri-list", list])
        defer { manager.kill() }
        try app.move(x: 20, y: 20)
        try app.resize(width: 640, height: 560)
        try eventually("the picture is dropped", seconds: 30) {
          try drag(from: "File manager", to: app)
          return try soon { !app.all("button", "Remove dropped").isEmpty }
        }
        try sendPending(in: app)
        try app.text("Picture: dropped")
      }
    }

    /// Drags what a window offers over the middle of the app's, and lets go once the app's window shows that it takes it.
    private func drag(from title: String, to app: RunningApp) throws {
      let origin = try app.origin()
      let (x, y) = (origin.x + 16, origin.y + 240)
      let before = try pixel(x, y)
      try run([
        "sh", "-c",
        """
        other=$(xdotool search --sync --onlyvisible --name "^$0$" | tail -n 1)
        xdotool windowmove --sync $other 720 300 mousemove 820 400 mousedown 1
        for x in 815 805 790 760 720 680 640 600 560 540 520 515 510 505; do xdotool mousemove $x 420; done
        """, title,
      ])
      defer { try? run(["xdotool", "mouseup", "1"]) }
      var step = 0
      _ = try soon {
        step += 1
        try run(["xdotool", "mousemove", "\(500 + step % 2 * 5)", "420"])
        return try pixel(x, y) != before
      }
    }

    /// The colour of one pixel of the screen.
    private func pixel(_ x: Int, _ y: Int) throws -> String {
      try output(["import", "-silent", "-window", "root", "-crop", "1x1+\(x)+\(y)", "rgb:-"])
    }

    @Test func `A photo is taken with the camera, looked at, taken again and sent`() throws {
      try withApp(environment: { fixture in
        try fixture.personas().merging(["SOTTO_CAMERA": "videotestsrc is-live=true pattern=smpte"]) { $1 }
      }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try app.press("button", "Take a photo")
        try app.the("button", "Take Photo", seconds: 20)
        try eventually("the camera is on") { app.all("button", "Take Photo").first?.has(.sensitive) == true }
        try app.press("button", "Take Photo")
        try app.the("button", "Use Photo")
        try app.press("button", "Retake")
        try eventually("the camera is on again") { app.all("button", "Take Photo").first?.has(.sensitive) == true }
        try app.press("button", "Take Photo")
        try app.press("button", "Use Photo")
        try app.the("button", "Remove Photo")
        try sendPending(in: app)
        try app.text("You: Picture: Photo")
      }
    }

    @Test func `Escape while the photo is made ready calls it off`() throws {
      try withApp(environment: { fixture in
        try fixture.personas().merging(
          ["SOTTO_CAMERA": "videotestsrc is-live=true pattern=snow ! video/x-raw,width=1280,height=960"]) { $1 }
      }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        func takePhoto() throws {
          try app.press("button", "Take a photo")
          try app.the("button", "Take Photo", seconds: 20)
          try eventually("the camera is on") { app.all("button", "Take Photo").first?.has(.sensitive) == true }
          try app.press("button", "Take Photo")
          try app.the("button", "Use Photo")
          try eventually("the photo can be used") { app.all("button", "Use Photo").first?.has(.focused) == true }
        }
        try takePhoto()
        // The pointer, as a key's click comes a little later.
        let button = try app.the("button", "Use Photo").inside
        try run([
          "sh", "-c", "xdotool mousemove --window $(xdotool search --onlyvisible --name '^Camera$' | tail -n 1) $0 $1",
          "\(button.x)", "\(button.y)",
        ])
        // By the time it has been drawn once more, the window has seen the pointer.
        _ = try app.looks()
        try app.stream([.click, .key("Escape")])
        try eventually("the dialog is gone") { app.all("button", "Use Photo").isEmpty }
        // The second photo is made ready after the first one.
        try takePhoto()
        try app.key("Return")
        try app.the("button", "Remove Photo")
        try expectStays("there is one photo", after: app.shows("Remove Photo")) {
          app.all("button", "Remove Photo").count == 1
        }
      }
    }

    @Test func `Without a camera there is a sentence and a way to try again`() throws {
      try withApp(environment: { try $0.personas().merging(["SOTTO_CAMERA": "none"]) { $1 } }) { app, _ in
        try app.text("Mumbai Trip")
        try app.press("button", "Take a photo")
        try app.text("No camera was found")
        try app.the("button", "Try Again")
        try app.key("Escape")
        try eventually("the dialog is gone") { !app.shows("No camera was found") }
      }
    }

    @Test func `A deleted message comes back by Undo, and goes with its picture's files when Sotto closes`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("secret.jpg", size: "640x480", fill: "plasma:red-blue")
        try sotto(["new", "Secrets"], in: fixture)
        try sotto(["send", "Secrets", "--no-wait", "--image", photo], in: fixture)
        #expect(try fixture.pictureFiles().count == 3)
        try app.the("list item", beginning: "Secrets").press("open")
        let row = try app.the("list item", beginning: "You: Picture: secret")
        try row.press("delete")
        try app.text("Message deleted")
        try eventually("the message is gone") { !app.shows("Picture: secret") }
        try app.the("button", beginning: "Undo").press()
        try app.the("list item", beginning: "You: Picture: secret").press("delete")
        try eventually("the message is gone again") { !app.shows("Picture: secret") }
        #expect(try fixture.pictureFiles().count == 3)
        try app.end(by: SIGTERM)
        #expect(try fixture.pictureFiles().isEmpty)
      }
    }

    @Test func `A picture's menu copies it and its caption, saves it, and opens it in the viewer`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("menu.jpg", size: "640x480", fill: "plasma:red-blue")
        try sotto(["new", "Menu"], in: fixture)
        try sotto(["send", "Menu", "--no-wait", "--image", photo, "--caption", "Words below"], in: fixture)
        try app.the("list item", beginning: "Menu").press("open")
        let row = try app.the("list item", beginning: "You: Words below. Picture: menu")
        try row.press("copy-picture")
        try app.text("The picture was copied")
        try eventually("the clipboard holds a JPEG") {
          try output(["sh", "-c", "xclip -selection clipboard -o -t image/jpeg 2>&1 | head -c 2 | od -An -tx1"])
            .contains("ff d8")
        }
        try row.press("copy-caption")
        try eventually("the clipboard holds the caption") {
          try output(["sh", "-c", "xclip -selection clipboard -o 2>&1"]).hasPrefix("Words below")
        }
        try row.press("save")
        try app.the("button", ending: "Save")
        let target = fixture.folder + "/saved.jpg"
        try app.key("ctrl+a")
        try app.type(target)
        try app.key("Return")
        try eventually("the file is there") { FileManager.default.fileExists(atPath: target) }
        try app.text("Saved as saved.jpg")
        #expect(FileManager.default.contents(atPath: target)?.prefix(2) == Data([0xFF, 0xD8]))
        try row.press("view")
        try app.the("image", "Picture: menu")
      }
    }

  }
}
