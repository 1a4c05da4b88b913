import FoundationEssentials
import Platform
import Workers

/// What a killed process had said, and what outlived it.
struct Killed {
  var lines: [String] = []
  /// Processes that it had started and that did not end with it.
  var leftBehind = 0
}

/// Starts this program as `order` on the library, kills it some microseconds after its first word, or after its start, and
/// returns what it had said.
func killOnce(_ order: String, home: String, after delay: UInt32, waitsForWord: Bool) -> Killed {
  do throws(CannotStart) {
    var output = try Pipe()
    var command = Command(["sotto-soak", order, "--home", home], program: "/proc/self/exe")
    command.environment = Command.environment()
    command.output = .descriptor(output.writing)
    command.error = .inherited
    // By its session whatever it starts is known.
    command.group = .session
    let child = try ChildProcess(command)
    output.closeWriting()
    if waitsForWord { _ = output.hasInput(within: 10_000) }
    usleep(delay)
    child.kill()
    child.wait()
    let lines = String(decoding: output.read(), as: UTF8.self).split(separator: "\n").map(String.init)
    return Killed(lines: lines, leftBehind: leftBehind(by: child.id))
  } catch {
    return Killed()
  }
}

/// How many processes of the session live on though two seconds have passed; they are ended.
func leftBehind(by session: pid_t) -> Int {
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
