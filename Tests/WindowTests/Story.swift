import Testing
import TestSupport

/// All stories, one at a time: there is one keyboard.
@Suite(
  .serialized, .enabled(if: RunningApp.isPossible, "there is no display with an accessibility bus"),
  .timeLimit(.minutes(3)))
enum Stories {
  /// Those that take all of the machine, or measure how long something takes: to be run with nothing beside them.
  @Suite enum LoadStories {}
}

/// Runs a story in a library of its own, past the first page, with the demo chats.
func withApp(
  environment: (WindowFixture) throws -> [String: String] = { try $0.personas() }, start: String = "Start Chatting",
  _ story: (RunningApp, WindowFixture) throws -> Void
) throws {
  let fixture = WindowFixture()
  defer { fixture.clean() }
  let app = try RunningApp(home: fixture.home, environment: try environment(fixture))
  try lookAtDemo(in: app, start: start)
  try app.text("Mumbai Trip")
  try story(app, fixture)
}

/// Leaves the first-run page as a person without a mouse does, once the window has the keyboard.
func leaveFirstPage(of app: RunningApp, by keys: String..., start: String = "Start Chatting") throws {
  let start = try app.the("button", start)
  try eventually("the first page has the keyboard") { start.has(.focused) }
  for key in keys.isEmpty ? ["Return"] : keys { try app.key(key) }
}

/// Leaves it by the button below, which brings the demo chats.
func lookAtDemo(in app: RunningApp, start: String = "Start Chatting") throws {
  try leaveFirstPage(of: app, by: "Tab", "Return", start: start)
}

func send(_ text: String, in app: RunningApp) throws {
  try app.the("text box", "Message").setText(text)
  try eventually("the button is Send") { app.all("button", "Send").first?.has(.sensitive) == true }
  try app.press("button", "Send")
}

/// Runs the command line on the same library and returns what it printed.
@discardableResult
func sotto(_ words: [String], in fixture: WindowFixture) throws -> String {
  try output([RunningApp.binary("sotto"), "--home", fixture.home] + words)
}

/// Walks in an open menu to an entry.
func chooseEntry(_ entry: String, in app: RunningApp) throws {
  try app.the("menu item", entry)
  for _ in 0..<10 {
    if app.focused?.name == entry { return try app.key("Return") }
    let before = app.focused?.name
    try app.key("Down")
    try eventually("the next entry has the keyboard") { app.focused?.name != before }
  }
  throw DriverError(description: "The arrows do not lead to “\(entry)”.")
}
