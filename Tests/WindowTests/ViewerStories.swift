import FoundationEssentials
import Glibc
import Testing
import TestSupport

extension Stories {
  /// Pictures looked at over the whole window.
  @Suite struct ViewerStories {
    @Test func `The viewer zooms, pans, goes on to the next picture and closes`() throws {
      try withApp { app, fixture in
        let one = try fixture.picture("first.jpg", size: "1600x1200", fill: "plasma:red-blue")
        let two = try fixture.picture("second.jpg", size: "1200x1600", fill: "plasma:green-white")
        try sotto(["new", "Album"], in: fixture)
        try sotto(["send", "Album", "--no-wait", "--image", one, "--caption", "The first one"], in: fixture)
        try sotto(["send", "Album", "--no-wait", "--image", two], in: fixture)
        try app.the("list item", beginning: "Album").press("open")
        try app.press("button", "Picture: first")
        let viewport = try app.the("image", "Picture: first")
        try app.text("The first one")
        // All of its pixels, which come behind a smaller picture, are seen whole again.
        let copy = try app.the("button", "Copy the picture")
        try eventually("it is there in full") { copy.has(.sensitive) }
        try eventually("all of it is seen") { viewport.about == "Fits the window" }
        try app.key("plus", "plus")
        try eventually("it is closer") { viewport.about.hasPrefix("Zoom") }
        try app.key("0")
        try eventually("all of it is seen again") { viewport.about == "Fits the window" }
        try expect("the zoom says so") { app.shows("Fit") && !app.shows("100 %") }
        try app.key("1")
        try eventually("a pixel of the picture is one of the screen") { viewport.about == "Zoom 100 %" }
        try app.text("100 %")
        try app.key("0")
        try eventually("all of it is seen once more") { viewport.about == "Fits the window" }
        // A double click goes close to where the pointer is, and back.
        let (x, y, width, height) = try viewport.restingExtents()
        let window = try app.origin()
        let middle = (window.x + x + width / 2, window.y + y + height / 2)
        try run(["xdotool", "mousemove", "\(middle.0)", "\(middle.1)", "click", "--repeat", "2", "--delay", "50", "1"])
        try eventually("it is close") { viewport.about.hasPrefix("Zoom") }
        let before = try app.looks()
        try run([
          "xdotool", "mousedown", "1", "mousemove_relative", "--", "-60", "-40", "mousemove_relative", "--", "-60",
          "-40", "mouseup", "1",
        ])
        try eventually("another part of it is seen") { try app.looks() != before }
        try app.key("0")
        try eventually("all of it is seen") { viewport.about == "Fits the window" }
        try app.press("button", "Next picture")
        try app.the("image", "Picture: second")
        try eventually("there is no next one") { app.all("button", "Next picture").isEmpty }
        try app.key("Left")
        try app.the("image", "Picture: first")
        try app.key("Escape")
        try app.the("text box", "Message")
        try expect("the viewer is closed") { app.all("image", "Picture: first").isEmpty }
      }
    }

    @Test func `A picture that moves moves in the viewer`() throws {
      try withApp { app, fixture in
        let moving = fixture.folder + "/moving.gif"
        try run([
          "convert", "-size", "300x200", "-delay", "20", "-loop", "0", "xc:red", "xc:blue", moving,
        ])
        try sotto(["new", "Moving"], in: fixture)
        try sotto(["send", "Moving", "--no-wait", "--image", moving], in: fixture)
        try app.the("list item", beginning: "Moving").press("open")
        try app.press("button", "Picture: moving")
        try app.the("image", "Picture: moving")
        var looks: Set<String> = []
        try eventually("it looks different again and again") {
          looks.insert(try app.looks())
          return looks.count >= 2
        }
        let before = looks
        try eventually("it comes back to what it was") { before.contains(try app.looks()) }
      }
    }

    @Test func `The viewer opens by the keyboard alone, and gives the keyboard back`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("keys.jpg", size: "640x480", fill: "plasma:red-blue")
        try sotto(["new", "Keys"], in: fixture)
        try sotto(["send", "Keys", "--no-wait", "--image", photo], in: fixture)
        try app.the("list item", beginning: "Keys").press("open")
        let row = try app.the("list item", beginning: "You: Picture: keys")
        try app.text("Crew: A scripted answer")
        for key in ["Return", "space"] {
          try eventually("the message has the keyboard") {
            if row.has(.focused) { return true }
            try app.key(app.all("list item").contains { $0.has(.focused) } ? "Up" : "shift+Tab")
            return row.has(.focused)
          }
          try app.key(key)
          try app.the("image", "Picture: keys")
          try app.key("Escape")
          try eventually("the chat is back") { app.all("image", "Picture: keys").isEmpty }
        }
      }
    }

    @Test func `A picture far above is shown in its chat, by a key and by the pointer`() throws {
      try withApp(environment: { try $0.personas(repliesAfter: 1_000) }) { app, fixture in
        try makeAlbum(messages: 100, in: fixture)
        try app.the("list item", beginning: "Album").press("open")
        for isByKey in [true, false] {
          try app.press("button", "Picture: new")
          try app.the("image", "Picture: new")
          try eventually("there is an earlier one") { !app.all("button", "Previous picture").isEmpty }
          try app.key("Left")
          try app.the("image", "Picture: old")
          if isByKey {
            try app.key("ctrl+Return")
          } else {
            let (origin, button) = (try app.origin(), try app.the("button", "Show the picture in the chat").inside)
            try run(["xdotool", "mousemove", "\(origin.x + button.x)", "\(origin.y + button.y)", "click", "1"])
          }
          let row = try app.the("list item", beginning: "You: Long ago. Picture: old")
          try eventually("the message has the keyboard") { row.has(.focused) }
          try eventually("it is in the middle of what is in sight") {
            let (list, message) = (try app.the("list", "Conversation").extents, try row.extents)
            return message.y > 60 && message.y + message.height < 700 && list.y < message.y
          }
          try expect("the newest is out of view") {
            !app.all("list item").contains { $0.name.hasPrefix("You: The last one. Picture") }
          }
          // From there on one reads down, page by page, and back at the end all is as before.
          try app.key("Down")
          try eventually("the next message has it") { app.focused?.name.contains("Number 1.") == true }
          try app.the("button", beginning: "Go to the newest message").press()
          try app.the("button", "Picture: new")
        }
      }
    }
  }
}
