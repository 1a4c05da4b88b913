import Domain
import Sotto
import Storage

/// Runs the rounds on one library. True when anything acknowledged is missing or the database is damaged.
func killRounds(_ rounds: Int, home: String) async -> Bool {
  var acknowledged: [MessageID] = []
  var unchecked: [MessageID] = []
  var missing = 0
  var damaged = 0
  var barren = 0
  for round in 1...rounds {
    let delay = UInt32.random(in: 2_000...250_000)
    // Half of the rounds wait for the first acknowledgement, the others may hit the opening of the library as well.
    let killed = killOnce("send", home: home, after: delay, waitsForWord: delay % 2 == 0)
    let ids = killed.lines.compactMap { MessageID($0) }
    if ids.isEmpty { barren += 1 }
    acknowledged += ids
    unchecked += ids
    guard round % 25 == 0 || round == rounds else { continue }
    do {
      let store = try await SQLiteLibrary(at: home, surroundings: SystemSurroundings()).open()
      let batch = unchecked
      missing += try await store.read { reading throws(StoreError) in
        var missing = 0
        for id in batch where try reading.message(id) == nil { missing += 1 }
        return missing
      }
      unchecked = []
      let findings = try await store.verify().filter(\.isDamage)
      damaged += findings.count
      for finding in findings { say("damage: \(finding.what)") }
      await store.close()
    } catch {
      damaged += 1
      say("the data folder does not open: \(error)")
    }
    say("round \(round): \(acknowledged.count) acknowledged, \(missing) missing, \(damaged) damaged")
  }
  say(
    "kill -9: \(rounds) rounds, \(acknowledged.count) acknowledged messages, \(missing) missing, \(damaged) damaged, "
      + "\(barren) rounds were killed before the first acknowledgement")
  return missing > 0 || damaged > 0 || acknowledged.isEmpty
}
