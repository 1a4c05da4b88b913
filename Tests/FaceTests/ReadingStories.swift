import TestSupport
import Testing

extension FaceStories {
  /// How messages are shown: their size, and bubbles or the full width.
  @Suite struct ReadingStories {
    @Test func `Messages become larger at once, where one writes too, and are so after a restart`() async throws {
      try await withFace { app in
        try await app.openChat("Letters", with: "crew")
        try await app.send("Mine")
        try await app.text("Crew: A scripted answer")
        let (mine, field) = (try await app.message("Mine"), try await app.the("text box", "Message"))
        let title = try await app.the("list item", beginning: "Letters")
        let before = (
          try await app.restingExtents(of: mine).height, try await app.restingExtents(of: field).height,
          try await app.restingExtents(of: title).height
        )
        try await app.openReading()
        try await app.tab(to: "the size of messages") { $0.name.hasPrefix("Size of messages") }
        try await app.key("Return")
        try await app.eventually("the keyboard is at 100 %") {
          app.focused.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix("100") } } ?? false
        }
        try await app.key("End", "Return")
        try await app.eventually("the message is twice as high") { try abs(mine.extents.height - 2 * before.0) < 4 }
        try await app.eventually("so is where one writes") { try field.extents.height > before.1 + before.0 / 2 }
        try await app.expectStays("the list is as it was") {
          try abs(title.extents.height - before.2) < 2
        }
        try await app.key("Escape")
        try await app.eventually("one can write on") { field.has(.focused) }
        try await app.reopen()
        try await app.text("Crew: A scripted answer")
        try await app.eventually("the message is as large as it was left") {
          try await abs(app.message("Mine").extents.height - 2 * before.0) < 4
        }
        try await app.expect("so is where one writes") {
          try await app.the("text box", "Message").extents.height > before.1 + before.0 / 2
        }
      }
    }

    @Test func `A model's answer stands over the full width and a persona's in a bubble, unless one chooses otherwise`()
      async throws
    {
      try await withFace { app in
        try await app.resize(width: 1_100, height: 700)
        try await app.openChat("A model", with: "mini")
        try await app.send("thank you")
        let answer = try await app.text("Sotto Mini: You are welcome")
        try await app.eventually("it is whole") { app.all("button", "Stop").isEmpty && answer.isOnScreen }
        let words = try await app.message("You are welcome")
        try await app.eventually("it has the width of a line") { try words.extents.width > 400 }
        let place = try await app.restingExtents(of: words).x
        try await app.choose(look: "Bubbles", for: "Sotto Mini")
        try await app.eventually("it is as wide as its words") { try words.extents.width < 300 }
        try await app.expect("both begin at one edge") { try words.extents.x == place }
        try await app.openChat("A persona", with: "crew")
        try await app.send("Mine")
        try await app.text("Crew: A scripted answer")
        try await app.expectStays("it stands in a bubble") {
          try await app.message("A scripted answer").extents.width < 300
        }
        try await app.choose(look: "Full width", for: "Crew")
        try await app.eventually("it has the width of a line") {
          try await app.message("A scripted answer").extents.width > 400
        }
        try await app.expectStays("one's own stands in a bubble") { try await app.message("Mine").extents.width < 300 }
        try await app.choose(look: "As usual", for: "Crew")
        try await app.eventually("it stands in a bubble again") {
          try await app.message("A scripted answer").extents.width < 300
        }
      }
    }

    @Test func `Over the full width lines begin on the right in a right-to-left language`() async throws {
      try await withMirroredFace { app in
        try await app.resize(width: 360, height: 640)
        try await app.goBack()
        try await app.openChat("A model", with: "mini")
        try await app.send("thank you")
        try await app.text("Sotto Mini: You are welcome")
        let (words, name) = (try await app.message("You are welcome"), try await app.message("Sotto Mini"))
        try await app.eventually("both begin at one edge on the right") {
          let (words, name) = (try words.extents, try name.extents)
          return words.x + words.width == name.x + name.width && words.x + words.width > 300 && words.width > 250
        }
      }
    }
  }
}

extension Face {
  /// Makes a chat and opens it.
  fileprivate func openChat(_ title: String, with agent: String) async throws {
    try await newChat(title, agent: agent)
    try await the("list item", beginning: title).press("open")
    try await text("Talk with " + (agent == "mini" ? "Sotto Mini" : "Crew"))
  }

  /// The words of a message in the open chat, or the name above it.
  fileprivate func message(_ words: String) async throws -> Thing {
    let messages = try await the("list", "Conversation")
    var found: Thing?
    try await eventually("“\(words)” stands there") {
      found = messages.all("label").first { $0.name.hasPrefix(words) }
      return found != nil
    }
    guard let found else { throw failure("“\(words)” does not stand there") }
    return found
  }

  /// Chooses how an agent's messages look, by keys, and closes the preferences.
  fileprivate func choose(look: String, for agent: String) async throws {
    try await openReading()
    try await tab(to: agent) { $0.name.hasPrefix(agent) }
    try await pick(inRow: agent, by: look == "As usual" ? "Up" : "Down") { $0 == look }
    try await key("Escape")
    try await eventually("one can write on") { first("text box", "Message")?.has(.focused) == true }
  }
}
