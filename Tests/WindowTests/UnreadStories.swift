import Glibc
import Testing
import TestSupport
import Workers

extension Stories {
  /// Coming back: where one was, what is new, and what the desktop says meanwhile.
  @Suite struct UnreadStories {
    @Test func `The place where one read is there again after another chat and after a restart`() throws {
      try withApp { app, fixture in
        try app.resize(width: 1_000, height: 600)
        try sotto(["new", "Long"], in: fixture)
        for number in 1...12 {
          try sotto(["send", "Long", "--no-wait", "Number \(number)\n\n\n\n\n\n\nand its end"], in: fixture)
        }
        try app.click(app.the("list item", beginning: "Long"))
        try app.text("You: Number 12")
        try app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ") }
        try app.key("Page_Up", "Page_Up", "Page_Up")
        let row = try app.rowInView("You: Number ")
        let (name, place) = (row.name, try row.restingExtents().y)
        try app.click(app.the("list item", beginning: "Mumbai Trip"))
        try eventually("the other chat is open") { !app.shows("You: Number ") }
        try app.click(app.the("list item", beginning: "Long"))
        try eventually("one is where one was") { try app.the("list item", name).extents.y == place }
        // Also when nothing is left behind in good order.
        try eventually("the place is on the disk") { try isKept(in: fixture) }
        try app.end(by: SIGKILL)
        try app.launch()
        try app.resize(width: 1_000, height: 600)
        try eventually("one is where one was") { try app.the("list item", name).extents.y == place }
      }
    }

    @Test func `A reply elsewhere is told by the desktop and leads to its message; what is in sight is not told`()
      throws
    {
      let says = "**Leeks** & `<b>salt</b>`\n\nThat is all."
      try withApp(environment: { try $0.personas(crewSays: says, crewWaits: 1) }) { app, fixture in
        let daemon = try NotificationDaemon()
        defer { daemon.end() }
        try sotto(["new", "Soup"], in: fixture)
        try app.click(app.the("list item", beginning: "Soup"))
        try app.text("Talk with Crew")
        try app.type("In sight")
        try app.key("Return")
        try app.text("Crew: Leeks")
        try eventually("it is whole") { app.all("button", "Stop").isEmpty }
        #expect(daemon.shown.isEmpty)
        try app.type("Elsewhere")
        try app.key("Return")
        try app.text("You: Elsewhere")
        try app.click(app.the("list item", beginning: "Mumbai Trip"))
        try eventually("it is told") { daemon.shown.count == 1 && daemon.badge == 1 }
        let told = try #require(daemon.shown.first)
        #expect(told.title == "Soup")
        #expect(
          told.text == "Leeks &amp; &lt;b&gt;salt&lt;/b&gt; That is all.", "no mark, and none that a daemon would read")
        #expect(Set(told.actions.values).contains("Reply"))
        try daemon.choose(nil, of: told)
        try eventually("its message has the keyboard") { app.focused?.name.hasPrefix("Crew: Leeks") == true }
        try eventually("it is gone, and so is the badge") { daemon.shown.isEmpty && daemon.badge == nil }
        #expect(daemon.count == 1)
      }
    }

    @Test func `While another window is in front replies are told, one for each chat, and Reply leads to the composer`()
      throws
    {
      try withApp(environment: { try $0.personas(crewWaits: 0.5) }) { app, fixture in
        let daemon = try NotificationDaemon()
        defer { daemon.end() }
        try sotto(["new", "Soup"], in: fixture)
        try app.click(app.the("list item", beginning: "Soup"))
        try app.text("Talk with Crew")
        try app.type("One")
        try app.key("Return")
        try app.type("Two")
        try app.key("Return")
        let other = try OtherWindow()
        defer { other.close() }
        try eventually("both are told, in one place") { daemon.shown.count == 1 && daemon.badge == 2 }
        #expect(daemon.shown.first?.text == "A scripted answer")
        try daemon.choose("Reply", of: try #require(daemon.shown.first))
        try eventually("the window is in front") { app.window?.name == "Sotto" }
        try eventually("nothing is told any more") { daemon.shown.isEmpty && daemon.badge == nil }
        try eventually("one can write") { app.all("text box", "Message").first?.has(.focused) == true }
        try app.type("Three")
        try eventually("it is written") { try app.the("text box", "Message").text == "Three" }
      }
    }

    /// Whether the place in a chat is on the disk.
    private func isKept(in fixture: WindowFixture) throws -> Bool {
      let script = """
        import sqlite3, sys
        c = sqlite3.connect("file:" + sys.argv[1] + "/sotto.db?mode=ro", uri=True)
        print(c.execute("SELECT count(*) FROM setting WHERE key = 'reading-positions'").fetchone()[0])
        """
      return try output(["python3", "-c", script, fixture.home]).hasPrefix("1")
    }
  }
}

/// A window of another program, which has the keyboard.
private final class OtherWindow {
  private let child: ChildProcess

  init() throws {
    child = try spawn(["xev", "-name", "Other"], output: .nothing)
    try eventually("it is in front") { try output(["xdotool", "getactivewindow", "getwindowname"]).contains("Other") }
  }

  func close() {
    child.kill()
    child.wait()
  }
}

extension RunningApp {
  /// Clicks with the pointer.
  fileprivate func click(_ thing: Accessible) throws {
    let (origin, place) = (try origin(), try thing.inside)
    try Self.xdotool(["mousemove", "\(origin.x + place.x)", "\(origin.y + place.y)", "click", "1"])
  }

  /// The first row of that name that is in sight as a whole, once the thread rests.
  fileprivate func rowInView(_ beginning: String) throws -> Accessible {
    var found: Accessible?
    var last = 0
    try eventually("the thread rests") {
      let list = try the("list", "Conversation")
      found = try list.all("list item").first { try $0.name.hasPrefix(beginning) && $0.extents.y > 60 }
      guard let found else { return false }
      let place = try found.extents.y
      defer { last = place }
      return place == last
    }
    return found!
  }
}
