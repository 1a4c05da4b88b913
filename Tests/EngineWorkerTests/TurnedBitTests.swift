import EngineWire
import TestSupport
import Testing
import Workers

/// States of chats with one bit turned.
@Suite(.timeLimit(.minutes(15))) struct TurnedBitTests {
  private static let question = EnginePrompt(String(repeating: "many words of a long message, ", count: 20), chat: 1)
  private static let context = EngineOrder.Opening(contextLength: 2_048, leastSaved: 64)

  /// As only somebody could write it who has the data folder: the app's checksum is right.
  @Test(arguments: TinyModel.Kind.allCases)
  func `bits that are others take only the engine down, or nothing`(kind: TinyModel.Kind) async throws {
    let seed = Effort.seed(7)
    var chance = SeededChance(seed: seed)
    var (engine, _) = try await RunningEngine.opened(.random(kind), Self.context)
    _ = try await engine.reply(1, to: Self.question, most: 4)
    let whole = try #require(try await engine.save(2, 1))
    for round in 0..<(Effort.isLong ? 300 : 12) {
      var state = whole
      // Half of them where lengths and kinds are.
      let places = round.isMultiple(of: 2) ? 0..<min(4_000, state.bytes.count) : state.bytes.indices
      let (place, bit) = (Int.random(in: places, using: &chance), UInt8.random(in: 0..<8, using: &chance))
      state.bytes[place] ^= 1 << bit
      let id = UInt64(10 + round)
      do {
        try await engine.child.whileWanted {
          _ = try await engine.restore(2 * id, state)
          _ = try await engine.reply(2 * id + 1, to: Self.question, most: 2)
        }
      } catch {
        // It dies of it, or it says what can be understood.
        let child = engine.child
        _ = await child.withDeadline(.seconds(20)) { await child.ended() }
        #expect(!child.isOvertime, "seed \(seed), round \(round), bit \(bit) of \(place): \(error)")
        try Task.checkCancellation()
      }
      if engine.child.status != nil { (engine, _) = try await RunningEngine.opened(.random(kind), Self.context) }
    }
    #expect(try await engine.restore(1, whole) == whole.tokens)
  }
}
