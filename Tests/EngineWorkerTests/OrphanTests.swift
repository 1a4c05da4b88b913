import EngineWire
import Glibc
import TestSupport
import Testing
import Workers

/// An engine whose app has gone: it ends by itself, whatever it does, or it would hold a model's memory for nobody.
@Suite(.timeLimit(.minutes(1))) struct OrphanTests {
  private static let endless = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"
  private static let long = String(repeating: "many words of a long message, ", count: 200)

  /// What is closed here is what the death of the app closes. Sooner than the limit on what a template may take.
  private func expectEnd(of engine: RunningEngine) async {
    engine.channel.end()
    _ = await engine.child.withDeadline(.milliseconds(2_900)) { await engine.child.ended() }
    #expect(!engine.child.isOvertime && engine.child.status == .exited(0))
  }

  @Test func `ends before it was told anything, and while it loads`() async throws {
    await expectEnd(of: try RunningEngine(.random(.llama)))
    let loading = try RunningEngine(.random(.llama))
    try await loading.say(.open(.init(contextLength: 1_024)))
    await expectEnd(of: loading)
  }

  @Test func `ends while it reads a prompt`() async throws {
    let (engine, _) = try await RunningEngine.opened(.random(.llama, context: 8_192), .init(contextLength: 8_192))
    try await engine.say(.generate(id: 1, .init(EnginePrompt(Self.long), maximumTokens: 0)))
    guard case .began? = try await engine.event() else { throw RunningEngine.Unexpected() }
    await expectEnd(of: engine)
  }

  @Test func `ends in a template without end`() async throws {
    var model = TinyModel.random(.llama)
    model["tokenizer.chat_template"] = .text(
      "{{ messages[0].content }}{% if messages[0].content == 'go' %}" + Self.endless + "{% endif %}")
    let (engine, _) = try await RunningEngine.opened(model)
    try await engine.say(.generate(id: 1, .init(EnginePrompt("go"), maximumTokens: 0)))
    await expectEnd(of: engine)
  }

  @Test func `ends while it gives out a state that nobody takes`() async throws {
    let (engine, _) = try await RunningEngine.opened(
      .random(.llama, context: 8_192), .init(contextLength: 8_192, leastSaved: 64))
    _ = try await engine.reply(1, to: EnginePrompt(Self.long, chat: 1), most: 8)
    try await engine.say(.save(id: 2, chat: 1))
    guard case .state? = try await engine.event() else { throw RunningEngine.Unexpected() }
    await expectEnd(of: engine)
  }
}
