import Glibc
import TestSupport
import Testing

extension Stories {
  /// How messages are shown: their size, and bubbles or the full width.
  @Suite struct ReadingStories {
    @Test func `Messages become larger at once, where one writes too, and are so after a restart`() throws {
      try withApp { app, fixture in
        try app.openChat("Letters", with: "crew", in: fixture)
        try send("Mine", in: app)
        try app.text("Crew: A scripted answer")
        let (mine, field) = (try app.message("Mine"), try app.the("text box", "Message"))
        let title = try app.the("list item", beginning: "Letters")
        let before = (
          try mine.restingExtents().height, try field.restingExtents().height, try title.restingExtents().height
        )
        try app.openReading()
        try app.tab(to: "the size of messages") { $0.name.hasPrefix("Size of messages") }
        try app.key("Return")
        try eventually("the keyboard is at 100 %") {
          app.focused.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix("100") } } ?? false
        }
        try app.key("End", "Return")
        try eventually("the message is twice as high") { try abs(mine.extents.height - 2 * before.0) < 4 }
        try eventually("so is where one writes") { try field.extents.height > before.1 + before.0 / 2 }
        try expectStays("the list is as it was", after: field.extents.height > before.1) {
          try abs(title.extents.height - before.2) < 2
        }
        try app.key("Escape")
        try eventually("one can write on") { field.has(.focused) }
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("Crew: A scripted answer")
        try eventually("the message is as large as it was left") {
          try abs(app.message("Mine").extents.height - 2 * before.0) < 4
        }
        try expect("so is where one writes") {
          try app.the("text box", "Message").extents.height > before.1 + before.0 / 2
        }
      }
    }

    @Test func `A model's answer stands over the full width and a persona's in a bubble, unless one chooses otherwise`()
      throws
    {
      try withApp { app, fixture in
        try app.resize(width: 1_100, height: 700)
        try app.openChat("A model", with: "mini", in: fixture)
        try send("thank you", in: app)
        let answer = try app.text("Sotto Mini: You are welcome")
        try eventually("it is whole") { app.all("button", "Stop").isEmpty && answer.isOnScreen }
        let words = try app.message("You are welcome")
        try eventually("it has the width of a line") { try words.extents.width > 400 }
        let place = try words.restingExtents().x
        try app.choose(look: "Bubbles", for: "Sotto Mini")
        try eventually("it is as wide as its words") { try words.extents.width < 300 }
        try expect("both begin at one edge") { try words.extents.x == place }
        try app.openChat("A persona", with: "crew", in: fixture)
        try send("Mine", in: app)
        try app.text("Crew: A scripted answer")
        try expect("it stands in a bubble") { try app.message("A scripted answer").extents.width < 300 }
        try app.choose(look: "Full width", for: "Crew")
        try eventually("it has the width of a line") { try app.message("A scripted answer").extents.width > 400 }
        try expect("one's own stands in a bubble") { try app.message("Mine").extents.width < 300 }
        try app.choose(look: "As usual", for: "Crew")
        try eventually("it stands in a bubble again") { try app.message("A scripted answer").extents.width < 300 }
      }
    }

    @Test(.enabled(if: access("/usr/share/locale/ar/LC_MESSAGES/gtk40.mo", R_OK) == 0, "there is no Arabic GTK"))
    func `Over the full width lines begin on the right in a right-to-left language`() throws {
      let arabic = { (fixture: WindowFixture) in
        try fixture.personas().merging(TestLocale.arabic.environment()) { $1 }
      }
      try withApp(environment: arabic) { app, fixture in
        try app.resize(width: 360, height: 640)
        try app.goBack()
        try app.openChat("A model", with: "mini", in: fixture)
        try send("thank you", in: app)
        try app.text("Sotto Mini: You are welcome")
        let (words, name) = (try app.message("You are welcome"), try app.message("Sotto Mini"))
        try eventually("both begin at one edge on the right") {
          let (words, name) = (try words.extents, try name.extents)
          return words.x + words.width == name.x + name.width && words.x + words.width > 300 && words.width > 250
        }
      }
    }
  }
}

extension RunningApp {
  /// Makes a chat from another process and opens it.
  fileprivate func openChat(_ title: String, with agent: String, in fixture: WindowFixture) throws {
    try sotto(["new", title, "--agent", agent], in: fixture)
    try the("list item", beginning: title).press("open")
    try text("Talk with " + (agent == "mini" ? "Sotto Mini" : "Crew"))
  }

  /// The words of a message in the open chat, or the name above it.
  fileprivate func message(_ words: String) throws -> Accessible {
    let messages = try the("list", "Conversation")
    var found: Accessible?
    try eventually("“\(words)” stands there") {
      found = messages.all("label").first { $0.name.hasPrefix(words) }
      return found != nil
    }
    return found!
  }

  /// Opens the preferences of reading by keys.
  func openReading() throws {
    try key("ctrl+comma")
    try text("Agent for new chats")
    try tab(to: "the page", backwards: true) { $0.name == "Reading" }
    try key("space")
    try text("Size of messages")
  }

  /// Chooses how an agent's messages look, by keys, and closes the preferences.
  fileprivate func choose(look: String, for agent: String) throws {
    try openReading()
    try tab(to: agent) { $0.name.hasPrefix(agent) }
    try key("Return")
    func chosen() -> Accessible? { focused.flatMap { $0.name.hasPrefix(agent) ? nil : $0 } }
    try eventually("the list is open") { chosen() != nil }
    for _ in 0..<3 {
      let before = chosen()
      if let before, ([before] + before.all("label")).contains(where: { $0.name == look }) { break }
      try key(look == "As usual" ? "Up" : "Down")
      try eventually("the next entry has the keyboard") { chosen().map { $0.path != before?.path } ?? false }
    }
    try key("Return")
    try eventually("the list is closed") { focused?.name.hasPrefix(agent) == true }
    try key("Escape")
    try eventually("one can write on") { all("text box", "Message").first?.has(.focused) == true }
  }
}
