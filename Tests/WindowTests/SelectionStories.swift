import TestSupport
import Testing

extension Stories {
  /// What is selected across messages, and what becomes of it while the thread moves on.
  @Suite struct SelectionStories {
    /// Brings the keyboard to a message by keys.
    private func focus(_ beginning: String, in app: RunningApp) throws {
      try app.tab(to: "the messages", backwards: true) {
        $0.role == "list item" && ($0.name.hasPrefix("You: ") || $0.name.hasPrefix("Crew: "))
      }
      while app.focused?.name.hasPrefix(beginning) != true {
        let before = app.focused?.name
        try app.key("Up")
        try eventually("the message above has the keyboard") { app.focused?.name != before }
      }
    }

    @Test func `Text is selected into an answer that grows, and stays as it was chosen`() throws {
      let words = (1...300).map { "word\($0)" }.joined(separator: " ")
      try withApp(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("word1 word2")
        try focus("You: Go on", in: app)
        try app.key("ctrl+a", "ctrl+shift+Right")
        try eventually("both are selected") { try pasted(from: "primary") == "Go on\n\nword1" }
        try app.text("word40 word41")
        try app.key("ctrl+c")
        try eventually("what came since is not") { try pasted(from: "clipboard") == "Go on\n\nword1" }
        try app.key("Down", "ctrl+a")
        try eventually("all that is there is selected") { try pasted(from: "primary").hasPrefix("word1 word2") }
        let before = try pasted(from: "primary")
        try eventually("and all that comes") {
          let now = try pasted(from: "primary")
          return now.hasPrefix(before) && now.count > before.count
        }
        try app.press("button", "Stop")
        try app.text("Stopped")
        try focus("You: Go on", in: app)
        try app.key("Escape", "ctrl+c")
        try eventually("without a selection the message is copied") { try pasted(from: "clipboard") == "Go on" }
      }
    }

    @Test func `While something is selected an answer that grows moves nothing, until one goes to its end`() throws {
      let words = (1...2_000).map { "word\($0)" }.joined(separator: " ")
      try withApp(environment: { try $0.personas(crewSays: words, wordsPerSecond: 60) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("word500 ")
        try app.tab(to: "the answer", backwards: true) { $0.role == "list item" && $0.name.hasPrefix("Crew: ") }
        try app.key("ctrl+a")
        try eventually("it is selected") { try pasted(from: "primary").hasPrefix("word1 word2") }
        let text = try app.the("label", beginning: "word1 word2")
        let place = try text.knownExtents()
        try eventually("it has grown by some lines") { try text.extents.height > place.height + 60 }
        try expect("nothing has moved") { try text.extents.y == place.y }
        try app.press("button", "Go to the newest message")
        try eventually("its end is followed again") { try text.extents.y < place.y - 60 }
        let next = try text.knownExtents()
        try eventually("and again") { try text.extents.y < next.y - 40 }
        try app.press("button", "Stop")
      }
    }

    @Test func `Messages that are not shown any more are copied with what was selected around them`() throws {
      try withApp(environment: { try $0.personas(repliesAfter: 1_000) }) { app, fixture in
        try makeAlbum(messages: 70, in: fixture)
        try app.the("list item", beginning: "Album").press("open")
        try app.the("button", "Picture: new")
        try focus("You: Number 70", in: app)
        try app.key("ctrl+a")
        try eventually("the message is selected") { try pasted(from: "primary") == "Number 70" }
        // Far up, where the newest messages are let go.
        try app.press("button", "Picture: new")
        try app.the("image", "Picture: new")
        try eventually("there is an earlier one") { !app.all("button", "Previous picture").isEmpty }
        try app.key("Left")
        try app.the("image", "Picture: old")
        try app.key("ctrl+Return")
        let row = try app.the("list item", beginning: "You: Long ago. Picture: old")
        try eventually("the message has the keyboard") { row.has(.focused) }
        try eventually("the newest have gone") {
          !app.all("list item").contains { $0.name.hasPrefix("You: Number 70") }
        }
        var label: Accessible?
        try eventually("the message below is there") {
          label = app.all("label", "Number 2").first { $0.isOnScreen }
          return label != nil
        }
        try eventually("the window is before all others again") { app.all("image", "Picture: old").isEmpty }
        let (origin, place) = (try app.origin(), try #require(label).restingExtents())
        try run([
          "xdotool", "mousemove", "\(origin.x + place.x + place.width / 2)", "\(origin.y + place.y + place.height / 2)",
          "keydown",
          "shift", "click", "1", "keyup", "shift",
        ])
        let between = (3...69).map { "\n\nNumber \($0)" }.joined()
        var all = ""
        try expect("all between is selected") {
          all = try pasted(from: "primary")
          Seen.note("“\(all.prefix(80))”")
          return all.hasSuffix(between) && all.count <= between.count + 8
        }
        try app.key("ctrl+c")
        try eventually("and copied") { try pasted(from: "clipboard") == all }
      }
    }
  }
}
