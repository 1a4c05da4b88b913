import Domain
import Sotto
import Storage
import TestSupport

/// Fills the disk by sending, and checks that each refusal was told, that nothing acknowledged is lost, that deleting
/// still works, and that sending works again afterwards. True when all of it held.
func fillDisk(home: String) async -> Bool {
  do {
    let surroundings = SystemSurroundings()
    let store = try await SQLiteLibrary(at: home, surroundings: surroundings).open()
    let service = ChatService(store: store, agents: FixedAgents([SilentAgent(id: "none")]), surroundings: surroundings)
    let keep = try await service.createChat(titled: "Kept", agent: "none").id
    let spare = try await service.createChat(titled: "Spare", agent: "none").id
    var acknowledged: [MessageID] = []
    var refused = 0
    var otherErrors: [StoreError] = []
    let text = String(repeating: "A full disk must not lose a word. ", count: 120)
    var count = 0
    while refused < 200, otherErrors.isEmpty, count < 100_000 {
      count += 1
      do throws(StoreError) {
        let id = try await service.send("\(count) \(text)", in: count % 3 == 0 ? keep : spare).message.id
        acknowledged.append(id)
      } catch .diskFull {
        refused += 1
      } catch {
        otherErrors.append(error)
      }
    }
    let missing = try await missing(acknowledged, in: store)
    try await service.deleteForEver(spare)
    let left = try await service.chat(keep)?.messageCount ?? 0
    let after = try await service.send("There is room again.", in: keep).message.id
    let isBack = try await store.read { reading throws(StoreError) in try reading.message(after) } != nil
    let damage = try await store.verify().filter(\.isDamage)
    await store.close()
    say(
      "full disk: \(count) sends, \(acknowledged.count) acknowledged, \(refused) refused with “disk full”, "
        + "\(otherErrors.count) other errors, \(missing) missing, \(damage.count) damaged; deleting worked, "
        + "\(left) messages stayed in the other chat, sending again \(isBack ? "worked" : "failed")")
    for error in otherErrors { say("other error: \(error)") }
    for finding in damage { say("damage: \(finding.what)") }
    return refused > 0 && otherErrors.isEmpty && missing == 0 && damage.isEmpty && isBack
  } catch {
    say("full disk: \(error)")
    return false
  }
}

private func missing(_ ids: [MessageID], in store: SQLiteStore) async throws(StoreError) -> Int {
  try await store.read { reading throws(StoreError) in
    var missing = 0
    for id in ids where try reading.message(id) == nil { missing += 1 }
    return missing
  }
}
