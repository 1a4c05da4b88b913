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
  }
}
