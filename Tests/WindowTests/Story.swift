import Testing

/// All stories, one at a time: there is one keyboard.
@Suite(
  .serialized, .enabled(if: RunningApp.isPossible, "there is no display with an accessibility bus"),
  .timeLimit(.minutes(3)))
enum Stories {}

/// Runs a story in a house of its own, past the first-run page and without the demo unless asked.
func withApp(
  environment: (Workshop) throws -> [String: String] = { try $0.personas() },
  _ story: (RunningApp, Workshop) throws -> Void
) throws {
  let workshop = try Workshop()
  defer { workshop.clean() }
  let app = try RunningApp(home: workshop.home, environment: try environment(workshop))
  try app.press("button", "Start Chatting")
  try app.text("Mumbai Trip")
  try story(app, workshop)
}

func send(_ text: String, in app: RunningApp) throws {
  try app.the("text box", "Message").setText(text)
  try eventually("the button is Send") { app.all("button", "Send").first?.has(.sensitive) == true }
  try app.press("button", "Send")
}

/// Runs the command line on the same house and returns what it printed.
@discardableResult
func sotto(_ words: [String], in workshop: Workshop) throws -> String {
  try output([RunningApp.binary("sotto"), "--home", workshop.home] + words)
}
