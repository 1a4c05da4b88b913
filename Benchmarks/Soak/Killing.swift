import FoundationEssentials
import Glibc

/// What a killed process had said, and what outlived it.
struct Killed {
  var lines: [String] = []
  /// Processes that it had started and that did not end with it.
  var leftBehind = 0
}

/// Starts this program as `order` on the library, kills it some microseconds after its first word, or after its start, and
/// returns what it had said.
func killOnce(_ order: String, home: String, after delay: UInt32, waitsForWord: Bool) -> Killed {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return Killed() }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
  // A session of its own, by which whatever it starts is known.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  posix_spawnattr_setflags(&attributes, ownSession)
  let arguments: [String] = ["sotto-soak", order, "--home", home]
  var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  var child: pid_t = 0
  let started = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, &words, environ)
  posix_spawn_file_actions_destroy(&actions)
  posix_spawnattr_destroy(&attributes)
  for word in words { free(word) }
  close(ends[1])
  defer { close(ends[0]) }
  guard started == 0 else { return Killed() }

  if waitsForWord {
    var first = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    poll(&first, 1, 10_000)
  }
  usleep(delay)
  kill(child, SIGKILL)
  var status: Int32 = 0
  waitpid(child, &status, 0)

  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  return Killed(lines: lines, leftBehind: leftBehind(by: child))
}

/// `POSIX_SPAWN_SETSID`, which glibc shows only to C that asks for GNU's own.
private let ownSession: Int16 = 0x80

/// How many processes of the session live on though two seconds have passed; they are ended.
private func leftBehind(by session: pid_t) -> Int {
  for _ in 0..<200 {
    if members(of: session).isEmpty { return 0 }
    usleep(10_000)
  }
  let left = members(of: session)
  for process in left { kill(process, SIGKILL) }
  return left.count
}

private func members(of session: pid_t) -> [pid_t] {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return all.compactMap { pid_t($0) }.filter { process in
    guard let file = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
    let stat = String(decoding: file, as: UTF8.self)
    // Past the name: state, parent, group, session. One that has ended may wait for ever for whoever adopted it.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    return fields.count > 4 && fields[1] != "Z" && fields[4] == "\(session)"
  }
}
