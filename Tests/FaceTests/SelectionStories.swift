import TestSupport
import Testing

extension FaceStories {
  /// What is selected across messages, and what becomes of it while the thread moves on.
  @Suite struct SelectionStories {
    /// Brings the keyboard to a message by keys.
    private func focus(_ beginning: String, in app: Face) async throws {
      try await app.tab(to: "the messages", backwards: true) {
        $0.role == "list item" && ($0.name.hasPrefix("You: ") || $0.name.hasPrefix("Crew: "))
      }
      while app.focused?.name.hasPrefix(beginning) != true {
        let before = app.focused?.name
        try await app.key("Up")
        try await app.eventually("the message above has the keyboard") { app.focused?.name != before }
      }
    }

    /// Lets time go on for a while, and with it the answer.
    private func grow(_ app: Face, until what: String, _ condition: () async throws -> Bool) async throws {
      app.timeStands = false
      try await app.eventually(what, condition)
      app.timeStands = true
    }

    @Test func `Text is selected into an answer that grows, and stays as it was chosen`() async throws {
      let words = (1...300).map { "word\($0)" }.joined(separator: " ")
      try await withFace(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Go on")
        try await app.text("word1 word2")
        app.timeStands = true
        try await focus("You: Go on", in: app)
        try await app.key("ctrl+a", "ctrl+shift+Right")
        try await app.eventually("both are selected") { try await app.pasted(from: "primary") == "Go on\n\nword1" }
        try await grow(app, until: "there are forty words") { app.shows("word40 word41") }
        try await app.key("ctrl+c")
        try await app.eventually("what came since is not") {
          try await app.pasted(from: "clipboard") == "Go on\n\nword1"
        }
        try await app.key("Down", "ctrl+a")
        try await app.eventually("all that is there is selected") {
          try await app.pasted(from: "primary").hasPrefix("word1 word2")
        }
        let before = try await app.pasted(from: "primary")
        try await grow(app, until: "all that comes is selected") {
          let now = try await app.pasted(from: "primary")
          return now.hasPrefix(before) && now.count > before.count
        }
        try await app.press("button", "Stop")
        try await app.text("Stopped")
        try await focus("You: Go on", in: app)
        try await app.key("Escape", "ctrl+c")
        try await app.eventually("without a selection the message is copied") {
          try await app.pasted(from: "clipboard") == "Go on"
        }
      }
    }

    @Test func `While something is selected an answer that grows moves nothing, until one goes to its end`()
      async throws
    {
      let words = (1...2_000).map { "word\($0)" }.joined(separator: " ")
      try await withFace(environment: { try $0.personas(crewSays: words, wordsPerSecond: 60) }) { app in
        // A low window with short lines is soon full.
        try await app.resize(width: 360, height: 500)
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Go on")
        app.timeStands = true
        try await grow(app, until: "it is longer than the window") { app.shows("word120 ") }
        try await app.tab(to: "the answer", backwards: true) { $0.role == "list item" && $0.name.hasPrefix("Crew: ") }
        try await app.key("ctrl+a")
        try await app.eventually("it is selected") { try await app.pasted(from: "primary").hasPrefix("word1 word2") }
        let text = try await app.the("label", beginning: "word1 word2")
        let place = try await app.restingExtents(of: text)
        try await grow(app, until: "it has grown by some lines") { try text.extents.height > place.height + 60 }
        try await app.expectStays("nothing has moved") { try text.extents.y == place.y }
        try await app.press("button", "Go to the newest message")
        try await app.eventually("its end is followed again") { try text.extents.y < place.y - 60 }
        let next = try await app.restingExtents(of: text)
        try await grow(app, until: "and again") { try text.extents.y < next.y - 40 }
        try await app.press("button", "Stop")
      }
    }

    @Test func `Messages that are not shown any more are copied with what was selected around them`() async throws {
      try await withFace(environment: { try $0.personas(repliesAfter: 1_000) }) { app in
        try await app.makeAlbum(messages: 70)
        try await app.the("list item", beginning: "Album").press("open")
        try await app.the("button", "Picture: new")
        try await focus("You: Number 70", in: app)
        try await app.key("ctrl+a")
        try await app.eventually("the message is selected") { try await app.pasted(from: "primary") == "Number 70" }
        // Far up, where the newest messages are let go.
        try await app.press("button", "Picture: new")
        try await app.the("image", "Picture: new")
        try await app.eventually("there is an earlier one") { !app.all("button", "Previous picture").isEmpty }
        try await app.key("Left")
        try await app.the("image", "Picture: old")
        try await app.key("ctrl+Return")
        let row = try await app.the("list item", beginning: "You: Long ago. Picture: old")
        try await app.eventually("the message has the keyboard") { row.has(.focused) }
        try await app.eventually("the newest have gone") {
          !app.all("list item").contains { $0.name.hasPrefix("You: Number 70") }
        }
        var label: Thing?
        try await app.eventually("the message below is there") {
          label = app.all("label", "Number 2").first { $0.isOnScreen }
          return label != nil
        }
        try await app.eventually("the window is before all others again") { app.all("image", "Picture: old").isEmpty }
        let below = try #require(label)
        _ = try await app.restingExtents(of: below)
        try await app.shiftClick(below)
        let between = (3...69).map { "\n\nNumber \($0)" }.joined()
        var all = ""
        try await app.expect("all between is selected") {
          all = try await app.pasted(from: "primary")
          return all.hasSuffix(between) && all.count <= between.count + 8
        }
        try await app.key("ctrl+c")
        try await app.eventually("and copied") { try await app.pasted(from: "clipboard") == all }
      }
    }
  }
}
