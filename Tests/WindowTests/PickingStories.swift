import Testing
import TestSupport

extension Stories {
  /// Whole messages: copied at once, selected together, and what is dragged out of them.
  @Suite struct PickingStories {
    private func clipboard() throws -> String {
      try output(["sh", "-c", "timeout 5 xclip -selection clipboard -o -t UTF8_STRING || true"])
    }

    private func middle(of thing: Accessible, in app: RunningApp) throws -> (x: Int, y: Int) {
      let (origin, place) = (try app.origin(), try thing.restingExtents())
      return (origin.x + place.x + place.width / 2, origin.y + place.y + place.height / 2)
    }

    @Test func `The pointer over a message brings a button that copies it, and nothing moves`() throws {
      try withApp { app, _ in
        let row = try app.the("list item", beginning: "Crew: Good shoes")
        let before = try row.restingExtents()
        func buttons() -> [Accessible] { app.all("button", "Copy").filter(\.isOnScreen) }
        let origin = try app.origin()
        try run(["xdotool", "mousemove", "\(origin.x + 20)", "\(origin.y + 20)"])
        try eventually("there is none") { buttons().isEmpty }
        let place = try middle(of: row, in: app)
        try run(["xdotool", "mousemove", "\(place.x)", "\(place.y)"])
        try eventually("there is one") { buttons().count == 1 }
        try expectStays("nothing moves", after: buttons().count == 1) { try row.extents == before }
        let spot = try middle(of: try #require(buttons().first), in: app)
        try run(["xdotool", "mousemove", "\(spot.x)", "\(spot.y)", "click", "1"])
        try app.text("Copied")
        try eventually("it is on the clipboard") { try clipboard().hasPrefix("Good shoes") }
        try run(["xdotool", "mousemove", "\(origin.x + 20)", "\(origin.y + 20)"])
        try eventually("the button has gone") { buttons().isEmpty }
        for step in 0..<40 {
          // Over the button and away, again and again.
          try run(["xdotool", "mousemove", "\(spot.x - step % 2 * 40)", "\(spot.y - step % 5 * 30)"])
        }
        try run(["xdotool", "mousemove", "\(spot.x)", "\(spot.y)", "sleep", "0.1", "mousemove", "\(spot.x)", "5"])
        try eventually("it has gone again, and the messages are there") {
          buttons().isEmpty && app.all("list item").contains { $0.name.hasPrefix("Crew: Good shoes") }
        }
        #expect(app.isRunning)
      }
    }

    @Test func `Messages are selected by keys, copied with names and times, and deleted with one Undo`() throws {
      try withApp { app, fixture in
        try app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try app.key("ctrl+space")
        try app.text("1 selected")
        try app.key("shift+Up")
        try app.text("2 selected")
        try app.key("ctrl+c")
        try app.text("2 messages copied")
        try eventually("both are on the clipboard, with names") {
          let text = try clipboard()
          return text.hasPrefix("You, ") && text.contains(":\nPerfect.") && text.contains("\n\nCrew, ")
            && text.contains(":\nGood shoes")
        }
        let composer = try app.the("text box", "Message")
        try eventually("one writes again") { composer.has(.focused) }
        try app.tab(to: "a message", backwards: true) {
          $0.name.hasPrefix("Crew: Good shoes") || $0.name.hasPrefix("You: Per")
        }
        try app.key("Menu")
        try chooseEntry("Select Messages", in: app)
        try app.text("1 selected")
        try app.key("shift+Up")
        try app.text("2 selected")
        let count = app.all("list item").count
        try app.key("Delete")
        try app.text("2 messages deleted")
        try eventually("they have gone") { app.all("list item").count == count - 2 }
        try app.the("button", beginning: "Undo").press()
        try eventually("they are there again") { app.all("list item").count == count }
        try app.tab(to: "a message", backwards: true) { $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ") }
        try app.key("ctrl+space")
        try app.text("1 selected")
        try app.key("Escape")
        try eventually("none is selected, and one writes") {
          !app.shows("1 selected") && app.all("text box", "Message").first?.has(.focused) == true
        }
      }
    }

    @Test func `A picture is dragged out of its bubble, as the file that it is`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("green.png", size: "400x300", fill: "xc:#00ff00")
        try sotto(["new", "Pictures"], in: fixture)
        try sotto(["send", "Pictures", "--no-wait", "--image", photo], in: fixture)
        try app.the("list item", beginning: "Pictures").press("open")
        let from = try middle(of: try app.the("button", "Picture: green"), in: app)
        let to = try middle(of: try app.the("text box", "Message"), in: app)
        var moves = ["xdotool", "mousemove", "\(from.x)", "\(from.y)", "mousedown", "1"]
        for step in 1...20 {
          let (x, y) = (from.x + (to.x - from.x) * step / 20, from.y + (to.y - from.y) * step / 20)
          moves += ["mousemove", "\(x)", "\(y)", "sleep", "0.05"]
        }
        try run(moves)
        try run(["xdotool", "mouseup", "1"])
        // The place that takes drops has got the file, by its name.
        try app.the("button", beginning: "Remove green", seconds: 15)
        try eventually("it was read") { app.all("button", "Send").first?.has(.sensitive) == true }
        try app.key("Return")
        try eventually("it was sent, and is the same picture") {
          try sotto(["images", "Pictures"], in: fixture).split(separator: "\n").filter { $0.contains("green") }.count
            == 2
        }
      }
    }
  }
}
