import Glibc
import Testing
import TestSupport
import Workers

extension Stories {
  /// Coming back: where one was, what is new, and what the desktop says meanwhile.
  @Suite struct UnreadStories {
    @Test func `A reply elsewhere is told by the desktop and leads to its message; what is in sight is not told`()
      throws
    {
      let says = "**Leeks** & `<b>salt</b>`\n\nThat is all."
      try withApp(environment: { try $0.personas(crewSays: says, crewWaits: 1) }) { app, fixture in
        let daemon = try NotificationDaemon()
        defer { daemon.end() }
        try sotto(["new", "Broth"], in: fixture)
        try app.click(app.the("list item", beginning: "Broth"))
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
        #expect(told.title == "Broth")
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
        try sotto(["new", "Broth"], in: fixture)
        try app.click(app.the("list item", beginning: "Broth"))
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
}
