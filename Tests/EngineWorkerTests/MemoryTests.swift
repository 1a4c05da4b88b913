import EngineWire
import TestSupport
import Testing

/// What is kept of a chat from reply to reply, in models that remember in different ways: never at the price of other words
/// than a model says that has just read everything.
@Suite(.timeLimit(.minutes(1))) struct MemoryTests {
  private static let long = String(repeating: "many words of a long message, ", count: 40)

  /// One after another on one engine: longer, then one that leaves it early or late, and the first again.
  private static let prompts = [
    EnginePrompt(long), EnginePrompt(long, "Yes.", "And?"), EnginePrompt(long, "No.", "And?"),
    EnginePrompt("many words of another message"), EnginePrompt(String(long.dropLast(700)) + "!"), EnginePrompt(long),
  ]

  @Test(arguments: TinyModel.Kind.allCases)
  func `what is kept makes no difference to what is said`(kind: TinyModel.Kind) async throws {
    let (engine, facts) = try await RunningEngine.opened(.random(kind), .init(contextLength: 2_048))
    #expect(facts.architecture == kind.rawValue)
    for (index, prompt) in Self.prompts.enumerated() {
      let answer = try await engine.reply(UInt64(index), to: prompt, most: 16)
      let (fresh, _) = try await RunningEngine.opened(.random(kind), .init(contextLength: 2_048))
      #expect(try await fresh.reply(1, to: prompt, most: 16).text == answer.text, "\(index)")
    }
  }

  @Test(arguments: TinyModel.Kind.allCases)
  func `a chat that goes on reads only what is new`(kind: TinyModel.Kind) async throws {
    let (engine, _) = try await RunningEngine.opened(.random(kind), .init(contextLength: 2_048))
    // What is said has no sense, and need not be read as it was said; its last token was not read yet.
    let first = try await engine.reply(1, to: EnginePrompt(Self.long), most: 1)
    let second = try await engine.reply(2, to: EnginePrompt(Self.long, first.text, "And?"), most: 8)
    #expect(try #require(second.extent?.keptTokens) >= first.extent?.tokens ?? .max)
  }

  @Test(arguments: TinyModel.Kind.allCases)
  func `a reply that was stopped leaves nothing wrong`(kind: TinyModel.Kind) async throws {
    let (engine, _) = try await RunningEngine.opened(.random(kind, context: 16_384), .init(contextLength: 16_384))
    var number: UInt64 = 0
    var end: EngineEvent.End?
    // A stop that comes late, as on a busy machine, finds so quick a reply over.
    while end != .stopped, number < 100 {
      number += 1
      let prompt = EnginePrompt("\(number) " + String(repeating: Self.long, count: 8))
      try await engine.say(.generate(id: number, .init(prompt)))
      guard case .began? = try await engine.event() else { throw RunningEngine.Unexpected() }
      try await engine.say(.stop(id: number))
      end = try await engine.answer(number).end
    }
    #expect(end == .stopped)
    let prompt = EnginePrompt(Self.long, "Yes.", "And?")
    let answer = try await engine.reply(number + 1, to: prompt, most: 16)
    let (fresh, _) = try await RunningEngine.opened(.random(kind, context: 16_384), .init(contextLength: 16_384))
    #expect(try await fresh.reply(1, to: prompt, most: 16).text == answer.text)
  }
}
