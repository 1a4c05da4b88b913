import Glibc

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
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw DriverError(description: "no pipe") }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  let path = try RunningApp.binary("sotto")
  var arguments: [UnsafeMutablePointer<CChar>?] =
    ([path, "--home", workshop.home] + words).map { strdup($0) } + [nil]
  var child: pid_t = 0
  let started = posix_spawn(&child, path, &actions, nil, &arguments, environ)
  for word in arguments { free(word) }
  close(ends[1])
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while started == 0 {
    let count = read(ends[0], &buffer, buffer.count)
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  close(ends[0])
  var status: Int32 = 0
  guard started == 0, waitpid(child, &status, 0) == child, status == 0 else {
    throw DriverError(description: "sotto \(words) failed")
  }
  return String(decoding: bytes, as: UTF8.self)
}
