import Domain
import Glibc
import Sotto
import Storage

/// Runs the rounds on one house. True when anything acknowledged is missing or the database is damaged.
func killRounds(_ rounds: Int, home: String) async -> Bool {
  var acknowledged: [MessageID] = []
  var unchecked: [MessageID] = []
  var missing = 0
  var damaged = 0
  var barren = 0
  for round in 1...rounds {
    let ids = killOnce(home: home, after: UInt32.random(in: 2_000...250_000))
    if ids.isEmpty { barren += 1 }
    acknowledged += ids
    unchecked += ids
    guard round % 25 == 0 || round == rounds else { continue }
    do {
      let store = try await House(at: home, surroundings: SystemSurroundings()).open()
      let batch = unchecked
      missing += try await store.read { reading throws(StoreError) in
        var missing = 0
        for id in batch where try reading.message(id) == nil { missing += 1 }
        return missing
      }
      unchecked = []
      let findings = try await store.verify().filter(\.isDamage)
      damaged += findings.count
      for finding in findings { say("damage: \(finding.sentence)") }
      await store.close()
    } catch {
      damaged += 1
      say("the house does not open: \(error)")
    }
    say("round \(round): \(acknowledged.count) acknowledged, \(missing) missing, \(damaged) damaged")
  }
  say(
    "kill -9: \(rounds) rounds, \(acknowledged.count) acknowledged messages, \(missing) missing, \(damaged) damaged, "
      + "\(barren) rounds were killed before the first acknowledgement")
  return missing > 0 || damaged > 0 || acknowledged.isEmpty
}

/// Starts the sender, kills it some microseconds after its first acknowledgement, and returns what it acknowledged.
private func killOnce(home: String, after delay: UInt32) -> [MessageID] {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return [] }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  let arguments: [String] = ["sotto-soak", "send", "--home", home]
  var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  var child: pid_t = 0
  let started = posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, environ)
  posix_spawn_file_actions_destroy(&actions)
  for word in words { free(word) }
  close(ends[1])
  defer { close(ends[0]) }
  guard started == 0 else { return [] }

  // Half of the rounds wait for the first acknowledgement, the others may hit the opening of the house as well.
  if delay % 2 == 0 {
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
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { MessageID($0) }
}
