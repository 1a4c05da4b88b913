import Domain
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// Pictures looked at over the whole window.
  @Suite struct ViewerStories {
    @Test func `The viewer zooms, pans, goes on to the next picture and closes`() async throws {
      try await withFace { app in
        let one = try await app.picture("first.jpg", size: "1600x1200", fill: "gradient:red-blue")
        let two = try await app.picture("second.jpg", size: "1200x1600", fill: "gradient:green-white")
        try await app.newChat("Album")
        try await app.say("The first one", pictures: [one], in: "Album")
        try await app.say(pictures: [two], in: "Album")
        try await app.the("list item", beginning: "Album").press("open")
        try await app.press("button", "Picture: first")
        let viewport = try await app.the("image", "Picture: first")
        try await app.text("The first one")
        // All of its pixels, which come behind a smaller picture, are seen whole again.
        let copy = try await app.the("button", "Copy the picture")
        try await app.eventually("it is there in full") { copy.has(.sensitive) }
        try await app.eventually("all of it is seen") { viewport.about == "Fits the window" }
        try await app.key("plus", "plus")
        try await app.eventually("it is closer") { viewport.about.hasPrefix("Zoom") }
        try await app.key("0")
        try await app.eventually("all of it is seen again") { viewport.about == "Fits the window" }
        try await app.expect("the zoom says so") { app.shows("Fit") && !app.shows("100 %") }
        try await app.key("1")
        try await app.eventually("a pixel of the picture is one of the screen") { viewport.about == "Zoom 100 %" }
        try await app.text("100 %")
        try await app.key("0")
        try await app.eventually("all of it is seen once more") { viewport.about == "Fits the window" }
        // A double click goes close to where the pointer is, and back.
        try await app.settle()
        try await app.click(viewport, times: 2)
        try await app.eventually("it is close") { viewport.about.hasPrefix("Zoom") }
        try await app.settle()
        let before = try await app.looks()
        try await Pointer.run(
          "xdotool", "mousedown", "1", "mousemove_relative", "--", "-60", "-40", "mousemove_relative", "--", "-60",
          "-40", "mouseup", "1")
        try await app.eventually("another part of it is seen") { try await app.looks() != before }
        try await app.key("0")
        try await app.eventually("all of it is seen") { viewport.about == "Fits the window" }
        try await app.press("button", "Next picture")
        try await app.the("image", "Picture: second")
        try await app.eventually("there is no next one") { app.all("button", "Next picture").isEmpty }
        try await app.key("Left")
        try await app.the("image", "Picture: first")
        try await app.key("Escape")
        try await app.the("text box", "Message")
        try await app.expect("the viewer is closed") { app.all("image", "Picture: first").isEmpty }
      }
    }

    @Test func `A picture that moves moves in the viewer`() async throws {
      try await withFace { app in
        let moving = app.folder.folder + "/moving.gif"
        try await Pointer.run(
          "convert", "-size", "300x200", "-delay", "20", "-loop", "0", "xc:red", "xc:blue", moving)
        try await app.newChat("Moving")
        try await app.say(pictures: [moving], in: "Moving")
        try await app.the("list item", beginning: "Moving").press("open")
        try await app.press("button", "Picture: moving")
        try await app.the("image", "Picture: moving")
        var looks: Set<Int> = []
        try await app.eventually("it looks different again and again") {
          looks.insert(try await app.looks())
          return looks.count >= 2
        }
        let before = looks
        try await app.eventually("it comes back to what it was") { before.contains(try await app.looks()) }
      }
    }

    @Test func `The viewer opens by the keyboard alone, and gives the keyboard back`() async throws {
      try await withFace { app in
        let photo = try await app.picture("keys.jpg", size: "640x480", fill: "gradient:red-blue")
        try await app.newChat("Keys")
        try await app.say(pictures: [photo], in: "Keys")
        try await app.the("list item", beginning: "Keys").press("open")
        let row = try await app.the("list item", beginning: "You: Picture: keys")
        try await app.text("Crew: A scripted answer")
        for key in ["Return", "space"] {
          try await app.eventually("the message has the keyboard") {
            if row.has(.focused) { return true }
            try await app.key(app.all("list item").contains { $0.has(.focused) } ? "Up" : "shift+Tab")
            return row.has(.focused)
          }
          try await app.key(key)
          try await app.the("image", "Picture: keys")
          try await app.key("Escape")
          try await app.eventually("the chat is back") { app.all("image", "Picture: keys").isEmpty }
        }
      }
    }

    @Test func `A picture far above is shown in its chat, by a key and by the pointer`() async throws {
      try await withFace(environment: { try $0.personas(repliesAfter: 1_000) }) { app in
        try await app.makeAlbum(messages: 100)
        try await app.the("list item", beginning: "Album").press("open")
        for isByKey in [true, false] {
          try await app.press("button", "Picture: new")
          try await app.the("image", "Picture: new")
          try await app.eventually("there is an earlier one") { !app.all("button", "Previous picture").isEmpty }
          try await app.key("Left")
          try await app.the("image", "Picture: old")
          if isByKey {
            try await app.key("ctrl+Return")
          } else {
            try await app.click(try await app.the("button", "Show the picture in the chat"))
          }
          let row = try await app.the("list item", beginning: "You: Long ago. Picture: old")
          try await app.eventually("the message has the keyboard") { row.has(.focused) }
          try await app.eventually("it is in the middle of what is in sight") {
            let (list, message) = (try await app.the("list", "Conversation").extents, try row.extents)
            return message.y > 60 && message.y + message.height < 700 && list.y < message.y
          }
          try await app.expectStays("the newest is out of view") {
            !app.all("list item").contains { $0.name.hasPrefix("You: The last one. Picture") }
          }
          // From there on one reads down, page by page, and back at the end all is as before.
          try await app.key("Down")
          try await app.eventually("the next message has it") { app.focused?.name.contains("Number 1.") == true }
          try await app.the("button", beginning: "Go to the newest message").press()
          try await app.the("button", "Picture: new")
        }
      }
    }
  }
}
