import EngineWire
import TestSupport
import Testing

/// Replies of the real engine, by models that say what a test wants or that depend on every word.
@Suite(.timeLimit(.minutes(1))) struct ReplyTests {
  private func words(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  @Test(arguments: TinyModel.Tokenizer.allCases)
  func `a reply streams token by token and ends by itself`(tokenizer: TinyModel.Tokenizer) async throws {
    let model = TinyModel.speaking(words("Good", " morning", ", Ada"))
    let (engine, _) = try await RunningEngine.opened(model.with(tokenizer))
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.text == "Good morning, Ada")
    #expect(answer.chunks.count == 3)
    #expect(answer.end == .finished)
    let usage = try #require(answer.usage)
    #expect(usage.replyTokens == 3)
    #expect(usage.promptTokens == answer.extent?.tokens)
    #expect(usage.firstTokenTime > .zero)
  }

  @Test(arguments: [(TinyModel.Tokenizer.bytes, " Good morning"), (.pieces, "Good morning")])
  func `a space that the vocabulary puts before each text is not said`(
    tokenizer: TinyModel.Tokenizer, said: String
  ) async throws {
    let (engine, _) = try await RunningEngine.opened(.speaking(words(" Good", " morning")).with(tokenizer))
    #expect(try await engine.reply(1, to: EnginePrompt("Hello")).text == said)
  }

  @Test func `stop ends it while it writes`() async throws {
    let (engine, _) = try await RunningEngine.opened(
      .speaking(words("a", "b"), ends: false, context: 32_768), .init(contextLength: 32_768))
    try await engine.say(.generate(id: 7, .init(EnginePrompt("Hello"), sampling: .init(temperature: 0))))
    let answer = try await engine.answer(7) { answer in
      if answer.chunks.count == 3 { try await engine.say(.stop(id: 7)) }
    }
    #expect(answer.end == .stopped)
    #expect(answer.text.hasPrefix("aba"))
    // And it can be asked again.
    #expect(try await engine.reply(8, to: EnginePrompt("Hello"), most: 2).text == "ab")
  }

  @Test func `stop ends it while it reads a long prompt`() async throws {
    let (engine, _) = try await RunningEngine.opened(
      .random(context: 65_536, layers: 6), .init(contextLength: 65_536))
    let long = EnginePrompt(String(repeating: "many words ", count: 4_000))
    try await engine.say(.generate(id: 1, .init(long)))
    guard case .began? = try await engine.event() else { throw RunningEngine.Unexpected() }
    try await engine.say(.stop(id: 1))
    let answer = try await engine.answer(1)
    #expect(answer.end == .stopped)
    #expect(answer.usage?.replyTokens == 0)
  }

  @Test func `an order that waits can be called off`() async throws {
    let (engine, _) = try await RunningEngine.opened(.speaking(words("a", "b"), ends: false))
    let generation = EngineOrder.Generation(EnginePrompt("Hello"))
    try await engine.say(together: [
      .generate(id: 1, generation), .generate(id: 2, generation), .measure(id: 3, EnginePrompt("Hello")),
      .stop(id: 2), .stop(id: 3), .stop(id: 1),
    ])
    #expect(try await engine.answer(1).end == .stopped)
    let waited = try await engine.answer(2)
    #expect(waited.end == .stopped)
    #expect(waited.extent == nil)
    #expect(try await engine.event() == .refused(id: 3, EngineRefusal(.stopped)))
  }

  @Test func `the most tokens and the context's end are ends of their own`() async throws {
    let (engine, facts) = try await RunningEngine.opened(
      .speaking(words("a", "b"), ends: false), .init(contextLength: 256))
    #expect(try await engine.reply(1, to: EnginePrompt("Hello"), most: 5).text == "ababa")
    #expect(try await engine.reply(2, to: EnginePrompt("Hello"), most: 5).end == .length)
    let full = try await engine.reply(3, to: EnginePrompt("Hello"))
    #expect(full.end == .contextFull)
    let usage = try #require(full.usage)
    // The last one is said and not read.
    #expect(usage.promptTokens + usage.replyTokens == facts.contextLength + 1)
  }

  @Test(arguments: TinyModel.Tokenizer.allCases)
  func `a stop string and what follows are not said, nor is half of one held back for good`(
    tokenizer: TinyModel.Tokenizer
  ) async throws {
    let model = TinyModel.speaking(words("One", " E", "N", "D", " two"))
    let (engine, _) = try await RunningEngine.opened(model.with(tokenizer))
    let stopped = try await engine.reply(1, to: EnginePrompt("Hello"), stops: ["END", "never"])
    #expect(stopped.text == "One ")
    #expect(stopped.end == .finished)
    #expect(try await engine.reply(2, to: EnginePrompt("Hello"), stops: ["ENDE", " twofold"]).text == "One END two")
  }

  /// As one vocabulary does it with several bytes in a token, and another one with one.
  @Test(arguments: [(TinyModel.Tokenizer.bytes, [1, 2, 1], [2]), (.pieces, [1, 1, 1, 1], [1])])
  func `a character that comes in parts is said whole`(
    tokenizer: TinyModel.Tokenizer, parts: [Int], others: [Int]
  ) async throws {
    let said = ["a".utf8.map { $0 }] + cut("🙂", parts) + [Array("ü".utf8)] + cut("€", others)
    let (engine, _) = try await RunningEngine.opened(TinyModel.speaking(said).with(tokenizer))
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.text == "a🙂ü\u{FFFD}")
    #expect(answer.chunks == ["a", "🙂", "ü", "\u{FFFD}"])
  }

  /// The beginning of a text in tokens of so many bytes.
  private func cut(_ text: String, _ parts: [Int]) -> [[UInt8]] {
    var rest = Array(text.utf8)[...]
    return parts.map { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  @Test(
    arguments: [
      ["<think>", "\n\n", "Hm", ".\n", "</think>", "\n\n ", "Yes"], ["<th", "ink>Hm.", "\n</thi", "nk>\nYes"],
    ], TinyModel.Tokenizer.allCases)
  func `what a model thinks aloud is kept apart`(said: [String], tokenizer: TinyModel.Tokenizer) async throws {
    // A tag is a token of its own in some vocabularies; here it is text.
    let (engine, _) = try await RunningEngine.opened(TinyModel.speaking(said.map { Array($0.utf8) }).with(tokenizer))
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.reasoning == "Hm.")
    #expect(answer.text == "Yes")
  }

  /// As other kinds of models do it, whose tags are several tokens: some special, some words. That “end” is no end of a turn
  /// follows from the two that are never reached.
  @Test(arguments: [
    ["<|START_THINKING|>", "Hm", ".", "<|END_THINKING|>", "<|START_RESPONSE|>", "Yes", "<|END_RESPONSE|>"],
    ["<|channel>", "thought", "\n\n", "Hm", ".", "<channel|>", "Yes"],
    [
      "<|channel|>", "analysis", "<|message|>", "Hm", ".", "<|end|>", "<|start|>",
      "assistant<|channel|>final<|message|>",
      "Yes", "<|return|>", "<|call|>",
    ],
    ["<mm:think>", "Hm", ".", "</mm:think>", "Yes"],
  ])
  func `thoughts between marks of several tokens are kept apart`(said: [String]) async throws {
    var model = TinyModel.speaking(said.map { Array($0.utf8) })
    model.makeSpecial { $0.first == "<" }
    let (engine, _) = try await RunningEngine.opened(model)
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.reasoning == "Hm.")
    #expect(answer.text == "Yes")
    #expect(answer.end == .finished)
  }

  @Test func `an answer without a thought, and a thought that has no end, show no mark`() async throws {
    for (said, reasoning, text) in [
      (["<|channel|>", "final", "<|message|>", "Yes", "<|end|>"], "", "Yes"),
      (["<|channel|>", "analysis", "<|message|>", "Hm", "<|end|>"], "Hm", ""),
    ] {
      var model = TinyModel.speaking(said.map { Array($0.utf8) })
      model.makeSpecial { $0.first == "<" }
      let (engine, _) = try await RunningEngine.opened(model)
      let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
      #expect(answer.reasoning == reasoning)
      #expect(answer.text == text)
    }
  }

  @Test func `what the template leaves open is thought, and a tag in the middle is text`() async throws {
    var model = TinyModel.speaking(words("Hm", "</think>", "Yes", " <think>", " no"))
    model["tokenizer.chat_template"] = .text(TinyModel.template + "<think>\n\n")
    let (engine, facts) = try await RunningEngine.opened(model)
    #expect(facts.thinking == .switchable)
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.reasoning == "Hm")
    #expect(answer.text == "Yes <think> no")
  }

  @Test func `the second turn reads only what is new, and says the same as one that reads everything`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random())
    let first = try await engine.reply(1, to: EnginePrompt("Hello there"), most: 12)
    let turns = EnginePrompt("Hello there", first.text, "And now?")
    let second = try await engine.reply(2, to: turns, most: 12)
    let kept = try #require(second.extent?.keptTokens)
    #expect(kept >= (first.extent?.tokens ?? 0))
    #expect(kept < (second.extent?.tokens ?? 0))
    let (fresh, _) = try await RunningEngine.opened(.random())
    let whole = try await fresh.reply(1, to: turns, most: 12)
    #expect(whole.extent?.keptTokens == 0)
    #expect(whole.text == second.text)
    #expect(!whole.text.isEmpty)
  }

  @Test func `the same seed makes the same choices`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random())
    func said(_ sampling: EngineSampling) async throws -> String {
      try await engine.reply(1, to: EnginePrompt("Hello"), sampling, most: 20).text
    }
    let one = try await said(.init(temperature: 2, topK: 0, topP: 1, minP: 0, repeatPenalty: 1.2, seed: 5))
    #expect(try await said(.init(temperature: 2, topK: 0, topP: 1, minP: 0, repeatPenalty: 1.2, seed: 5)) == one)
    #expect(try await said(.init(temperature: 2, topK: 0, topP: 1, minP: 0, repeatPenalty: 1.2, seed: 6)) != one)
    // The greatest, which the library takes for none.
    let most = EngineSampling(temperature: 2, topK: 0, topP: 1, minP: 0, seed: .max)
    #expect(try await said(most) == said(most))
  }
}
