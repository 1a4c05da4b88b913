import Domain
import Testing
import TestSupport
import WindowSupport

extension FaceStories {
  /// Whole messages: copied at once, selected together, and what is dragged out of them.
  @Suite struct PickingStories {
    private func middle(of thing: Thing) throws -> (x: Int, y: Int) {
      let place = try thing.extents
      return (place.x + place.width / 2, place.y + place.height / 2)
    }

    private func buttons(in app: Face) -> [Thing] { app.all("button", "Copy") }

    @Test func `The pointer over a message brings a button that copies it, and nothing moves`() async throws {
      try await withFace { app in
        let row = try await app.the("list item", beginning: "Crew: Good shoes")
        let window = try await app.the("frame")
        try await app.settle()
        let before = try row.extents
        try await app.point(at: window, x: 20, y: 20)
        try await app.eventually("there is none") { buttons(in: app).isEmpty }
        try await app.point(at: row)
        try await app.eventually("there is one") { buttons(in: app).count == 1 }
        try await app.expectStays("nothing moves") { try row.extents == before }
        let button = try await app.the("button", "Copy")
        let spot = try middle(of: button)
        try await app.click(button)
        try await app.text("Copied")
        try await app.eventually("it is on the clipboard") {
          try await app.pasted(from: "clipboard").hasPrefix("Good shoes")
        }
        try await app.point(at: window, x: 20, y: 20)
        try await app.eventually("the button has gone") { buttons(in: app).isEmpty }
        for step in 0..<40 {
          // Over the button and away, again and again.
          try await app.point(at: window, x: spot.x - step % 2 * 40, y: spot.y - step % 5 * 30)
        }
        try await app.point(at: window, x: spot.x, y: spot.y)
        try await app.frames(6)
        try await app.point(at: window, x: spot.x, y: 5)
        try await app.eventually("it has gone again, and the messages are there") {
          buttons(in: app).isEmpty && app.all("list item").contains { $0.name.hasPrefix("Crew: Good shoes") }
        }
        #expect(!app.hasEnded)
      }
    }

    @Test func `Messages are selected by keys, copied with names and times, and deleted with one Undo`() async throws {
      try await withFace { app in
        try await app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try await app.key("ctrl+space")
        try await app.text("1 selected")
        try await app.key("shift+Up")
        try await app.text("2 selected")
        try await app.key("ctrl+c")
        try await app.text("2 messages copied")
        try await app.eventually("both are on the clipboard, with names") {
          let text = try await app.pasted(from: "clipboard")
          return text.hasPrefix("You, ") && text.contains(":\nPerfect.") && text.contains("\n\nCrew, ")
            && text.contains(":\nGood shoes")
        }
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one writes again") { composer.has(.focused) }
        try await app.tab(to: "a message", backwards: true) {
          $0.name.hasPrefix("Crew: Good shoes") || $0.name.hasPrefix("You: Per")
        }
        try await app.key("Menu")
        try await app.chooseEntry("Select Messages")
        try await app.text("1 selected")
        try await app.key("shift+Up")
        try await app.text("2 selected")
        let count = app.all("list item").count
        try await app.key("Delete")
        try await app.text("2 messages deleted")
        try await app.eventually("they have gone") { app.all("list item").count == count - 2 }
        try await app.the("button", beginning: "Undo").press()
        try await app.eventually("they are there again") { app.all("list item").count == count }
        try await app.tab(to: "a message", backwards: true) {
          $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ")
        }
        try await app.key("ctrl+space")
        try await app.text("1 selected")
        try await app.key("Escape")
        try await app.eventually("none is selected, and one writes") {
          !app.shows("1 selected") && app.first("text box", "Message")?.has(.focused) == true
        }
      }
    }

    @Test func `A picture is dragged out of its bubble, as the file that it is`() async throws {
      try await withFace { app in
        let photo = try await app.picture("green.png", size: "400x300", fill: "xc:#00ff00")
        try await app.newChat("Pictures")
        try await app.say(pictures: [photo], in: "Pictures")
        try await app.the("list item", beginning: "Pictures").press("open")
        let window = try await app.the("frame")
        let picture = try await app.the("button", "Picture: green")
        try await app.settle()
        let (from, to) = (try middle(of: picture), try middle(of: try await app.the("text box", "Message")))
        try await app.point(at: picture)
        try await Pointer.button(down: true)
        for step in 1...20 {
          try await app.point(
            at: window, x: from.x + (to.x - from.x) * step / 20, y: from.y + (to.y - from.y) * step / 20)
          try await app.frames(2)
        }
        try await Pointer.button(down: false)
        // The place that takes drops has got the file, by its name.
        try await app.the("button", beginning: "Remove green")
        try await app.eventually("it was read") { app.first("button", "Send")?.has(.sensitive) == true }
        try await app.key("Return")
        try await app.eventually("it was sent, and is the same picture") {
          try await app.messages(in: "Pictures").flatMap(\.attachments).count { $0.alternative == "green" } == 2
        }
      }
    }
  }
}
