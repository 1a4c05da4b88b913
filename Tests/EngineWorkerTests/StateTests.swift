import EngineWire
import TestSupport
import Testing
import Workers

/// What was read of a chat is given out and taken back: never at the price of other words.
@Suite(.timeLimit(.minutes(1))) struct StateTests {
  private static let long = String(repeating: "many words of a long message, ", count: 20)
  private static let first = EnginePrompt(long, chat: 1)
  private static let context = EngineOrder.Opening(contextLength: 2_048, leastSaved: 64)

  /// What a model says that has just read everything.
  private static func fresh(_ kind: TinyModel.Kind, _ prompt: EnginePrompt) async throws -> String {
    try await RunningEngine.opened(.random(kind, context: 4_096), .init(contextLength: 4_096)).engine.reply(
      1, to: prompt, most: 24
    ).text
  }

  @Test(arguments: TinyModel.Kind.allCases)
  func `a chat that comes back from its state reads only what is new, and says the same`(kind: TinyModel.Kind)
    async throws
  {
    let (engine, facts) = try await RunningEngine.opened(.random(kind), Self.context)
    let answer = try await engine.reply(1, to: Self.first, most: 24)
    let state = try #require(try await engine.save(2, 1))
    engine.child.kill()
    _ = await engine.child.ended()
    let (next, nextFacts) = try await RunningEngine.opened(.random(kind), Self.context)
    #expect(nextFacts.stateFormat == facts.stateFormat)
    #expect(try await next.restore(1, state) == state.tokens)
    // What the model itself has said is read back as it was said only where it has sense.
    let prompt = EnginePrompt(Self.long, answer.text, "And?", chat: 1)
    let second = try await next.reply(2, to: prompt, most: 24)
    let fresh = try await Self.fresh(kind, prompt)
    #expect(second.text == fresh)
    if kind == .llama { #expect(try #require(second.extent?.keptTokens) >= answer.extent?.tokens ?? .max) }
    // The same chat where it was left.
    let (third, _) = try await RunningEngine.opened(.random(kind), Self.context)
    #expect(try await third.restore(1, state) == state.tokens)
    let again = try await third.reply(2, to: Self.first, most: 24)
    #expect(again.text == answer.text)
  }

  @Test(arguments: TinyModel.Kind.allCases)
  func `chats in turn say what each of them would say alone`(kind: TinyModel.Kind) async throws {
    let (engine, _) = try await RunningEngine.opened(
      .random(kind, context: 4_096), .init(contextLength: 4_096))
    let prompts = (1...3).map { EnginePrompt("\($0) \(Self.long)", chat: UInt64($0)) }
    var answers: [String] = []
    for (index, prompt) in prompts.enumerated() {
      answers.append(try await engine.reply(UInt64(index), to: prompt, most: 24).text)
      #expect(try await answers[index] == Self.fresh(kind, prompt))
    }
    for (index, prompt) in prompts.enumerated() {
      let longer = EnginePrompt(prompt.messages[0].text, answers[index], "And?", chat: prompt.chat)
      let answer = try await engine.reply(UInt64(10 + index), to: longer, most: 24)
      #expect(try await answer.text == Self.fresh(kind, longer), "\(index)")
      if kind == .llama { #expect(try #require(answer.extent?.keptTokens) > 500) }
    }
  }

  @Test func `the chat that waits longest gives way when there is no room, and is given out before`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random(), Self.context)
    var states: [GivenState] = []
    var answers: [String] = []
    for chat in 1...6 {
      let prompt = EnginePrompt("\(chat) \(Self.long)", chat: UInt64(chat))
      let answer = try await engine.reply(UInt64(chat), to: prompt, most: 24)
      states += answer.states
      answers.append(answer.text)
    }
    #expect(states.map(\.chat) == [1, 2, 3])
    #expect(try await engine.restore(10, states[0]) == states[0].tokens)
    let prompt = EnginePrompt("1 \(Self.long)", answers[0], "And?", chat: 1)
    let answer = try await engine.reply(11, to: prompt, most: 24)
    #expect(try #require(answer.extent?.keptTokens) > 500)
    #expect(try await answer.text == Self.fresh(.llama, prompt))
  }

  @Test func `a chat that was forgotten is given out no more, and one that is short is not`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random(), Self.context)
    _ = try await engine.reply(1, to: Self.first, most: 1)
    try await engine.say(.forget(chat: 1))
    #expect(try await engine.save(2, 1) == nil)
    for chat in 2...9 {
      let prompt = EnginePrompt("Hi", chat: UInt64(chat))
      #expect(try await engine.reply(UInt64(chat), to: prompt, most: 1).states.isEmpty)
    }
  }

  @Test func `a chat that is given out gives way to a stop, and is given out whole after it`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random(), Self.context)
    let answer = try await engine.reply(1, to: Self.first, most: 24)
    try await engine.say(together: [.save(id: 2, chat: 1), .stop(id: 2)])
    #expect(try await engine.event() == .refused(id: 2, EngineRefusal(.stopped)))
    let state = try #require(try await engine.save(3, 1))
    #expect(try await engine.restore(4, state) == state.tokens)
    #expect(try await engine.reply(5, to: Self.first, most: 24).text == answer.text)
  }

  @Test func `a chat that is deleted while another one comes back is forgotten, and nothing else`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random(), Self.context)
    let answer = try await engine.reply(1, to: Self.first, most: 24)
    let state = try #require(try await engine.save(2, 1))
    _ = try await engine.reply(3, to: EnginePrompt("2 \(Self.long)", chat: 2), most: 1)
    try await engine.say(.restore(id: 4, chat: 1, bytes: UInt64(state.bytes.count)))
    try await engine.say(.bytes(id: 4, Array(state.bytes.prefix(1_000))))
    try await engine.say(.forget(chat: 2))
    try await engine.say(.bytes(id: 4, Array(state.bytes.dropFirst(1_000))))
    try await engine.say(.restoreEnds(id: 4, isWhole: true))
    #expect(try await engine.event() == .restored(id: 4, tokens: state.tokens))
    #expect(try await engine.save(5, 2) == nil)
    #expect(try await engine.reply(6, to: Self.first, most: 24).text == answer.text)
  }

  /// The library's own checks, and those of the engine: the app has checked more before.
  @Test(arguments: TinyModel.Kind.allCases)
  func `a state that is cut, of another model or of none is refused, and nothing of it is left`(kind: TinyModel.Kind)
    async throws
  {
    let (engine, _) = try await RunningEngine.opened(.random(kind), Self.context)
    let answer = try await engine.reply(1, to: Self.first, most: 24)
    let whole = try #require(try await engine.save(2, 1))
    for part in 0..<20 {
      var state = whole
      state.bytes.removeLast(1 + (state.bytes.count - 1) * part / 20)
      #expect(try await engine.restore(UInt64(part), state) == nil, "\(part)")
    }
    #expect(try await engine.restore(30, whole, isWhole: false) == nil)
    #expect(try await engine.restore(31, whole, saying: whole.bytes.count + 1) == nil)
    #expect(try await engine.restore(32, whole, saying: 1 << 50) == nil)
    #expect(try await engine.restore(33, GivenState(chat: 1, tokens: 0)) == nil)
    for other in TinyModel.Kind.allCases where other != kind {
      let (another, _) = try await RunningEngine.opened(.random(other), Self.context)
      #expect(try await another.restore(1, whole) == nil)
      #expect(try await another.reply(2, to: Self.first, most: 24).text == Self.fresh(other, Self.first))
    }
    let (small, _) = try await RunningEngine.opened(.random(kind), .init(contextLength: 256))
    #expect(try await small.restore(1, whole) == nil)
    #expect(try await engine.reply(40, to: Self.first, most: 24).text == answer.text)
  }
}
