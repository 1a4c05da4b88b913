import Domain
import Platform
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// What becomes of a model that nobody asks, and what is asked of an engine beside replies.
  @Suite struct `An engine at rest` {
    @Test func `goes when memory is short, and not in the middle of a reply`() async throws {
      let fixture = try await EngineFixture("endless")
      fixture.takeMemory()
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1")
      fixture.surroundings.advance(by: .seconds(60))
      try await fixture.says(reply, "One two 1 2 3 4 5 6 7 8 9")
      try await fixture.service.stopReply(in: chat)
      // Long before it would go by itself.
      #expect(try await fixture.timeUntilUnloaded() < .seconds(60))
      try await noEngines()
      await fixture.service.shutDown()
    }

    @Test func `stays as long as the settings say, also where they change while it rests`() async throws {
      let fixture = try await EngineFixture("echo")
      await fixture.engine.stayLoaded(for: nil)
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      for _ in 0..<200 {
        try await lookUntil { fixture.surroundings.nextWake != nil }
        fixture.pass()
      }
      #expect(fixture.status(1) == .ready)
      fixture.models.stayLoaded(for: .seconds(60))
      _ = try await fixture.timeUntilUnloaded()
      try await noEngines()
      await fixture.service.shutDown()
    }

    @Test func `wakes up at most fifteen times a minute`() async throws {
      let fixture = try await EngineFixture("echo")
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      try await lookUntil { fixture.surroundings.nextWake != nil }
      #expect(try #require(fixture.surroundings.nextWake) >= .seconds(4))
      await fixture.service.shutDown()
    }

    @Test func `is measured in its turn, and one that dies of it says so`() async throws {
      let fixture = try await EngineFixture("echo", "fragile")
      #expect(try await fixture.speed(of: 1) == ModelSpeed(reading: 100, writing: 10))
      #expect(fixture.status(1) == .ready)
      await #expect(throws: ModelFault.notMeasured(name: fixture.name(2))) { try await fixture.speed(of: 2) }
      try await noEngines()
      // That was no load.
      #expect(try await !fixture.model(2).endedEngine)
      await fixture.service.shutDown()
    }

    @Test func `is not measured before a reply has ended, nor when it is not wanted any more`() async throws {
      let fixture = try await EngineFixture("endless")
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1")
      let measuring = Task { try await fixture.speed(of: 1) }
      let givenUp = Task { try await fixture.speed(of: 1) }
      try await fixture.says(reply, "One two 1 2 3 4 5 6 7")
      givenUp.cancel()
      await #expect(throws: ModelFault.cancelled) { try await givenUp.value }
      try await fixture.service.stopReply(in: chat)
      #expect(try await measuring.value.reading == 100)
      await fixture.service.shutDown()
    }

    @Test func `loads what does not fit into the memory only when somebody wants it anyway`() async throws {
      let huge = ModelFacts(architecture: "llama", contextLength: 4_096, contextBytesPerToken: 1 << 40)
      let fixture = try await EngineFixture("echo", facts: ["1.gguf": huge])
      let (chat, reply) = try await fixture.ask(1)
      guard case .model(.tooLarge)? = await fixture.log.message(reply, is: .failed).failure else {
        Issue.record("it was loaded")
        return
      }
      let model = try await fixture.model(1)
      try await fixture.models.load(model.id, context: nil, anyway: true)
      try await fixture.service.retry(reply)
      await fixture.log.message(reply, is: .complete)
      // Asked for once: when it has gone, it is asked again.
      fixture.models.unload(model.id)
      await fixture.status(1, is: .unloaded)
      let next = try await fixture.ask(in: chat)
      guard case .model(.tooLarge)? = await fixture.log.message(next, is: .failed).failure else {
        Issue.record("it was loaded again")
        return
      }
      await fixture.service.shutDown()
    }

    @Test func `says why a load failed that somebody asked for, until it is asked for again`() async throws {
      let huge = ModelFacts(architecture: "llama", contextLength: 4_096, contextBytesPerToken: 1 << 40)
      let fixture = try await EngineFixture("echo", "refused", facts: ["1.gguf": huge])
      let (large, damaged) = (try await fixture.model(1), try await fixture.model(2))
      // Nobody waits for this.
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      try await fixture.models.load(damaged.id, context: nil, anyway: false)
      await fixture.state(of: damaged.id) { $0 == .failed(.damaged(name: damaged.name)) }
      #expect(try await fixture.models.entries().first { $0.id == large.id }?.state == .unloaded)
      try await fixture.models.load(large.id, context: nil, anyway: false)
      await fixture.state(of: large.id) { if case .failed(.tooLarge) = $0 { true } else { false } }
      #expect(fixture.status(1) == .unloaded)
      try await fixture.models.load(large.id, context: nil, anyway: true)
      await fixture.state(of: large.id) { if case .loaded = $0 { true } else { false } }
      await fixture.service.shutDown()
    }

    @Test func `asks again where what was to be loaded anyway was not begun to be loaded`() async throws {
      let huge = ModelFacts(architecture: "llama", contextLength: 4_096, contextBytesPerToken: 1 << 40)
      let fixture = try await EngineFixture("echo", facts: ["1.gguf": huge])
      let model = try await fixture.model(1)
      try await fixture.models.loadEnded(model.id, endedEngine: true)
      fixture.engine.load(LoadWish(model: model, context: nil, anyway: true))
      let (chat, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .failed)
      try await fixture.models.loadEnded(model.id, endedEngine: false)
      let next = try await fixture.ask(in: chat)
      guard case .model(.tooLarge)? = await fixture.log.message(next, is: .failed).failure else {
        Issue.record("it was loaded")
        return
      }
      await fixture.service.shutDown()
    }

    @Test func `loads a context that does not fit only when somebody wants it anyway`() async throws {
      // With 4,096 tokens it takes about a quarter of what is free now.
      let free = try #require(availableMemory())
      let large = ModelFacts(architecture: "llama", contextLength: 1 << 20, contextBytesPerToken: free / 16_384)
      let fixture = try await EngineFixture("echo", facts: ["1.gguf": large])
      let (chat, first) = try await fixture.ask(1)
      await fixture.log.message(first, is: .complete)
      try await fixture.service.changeChatSettings(of: chat) { $0.parameters.contextLength = 1 << 18 }
      let reply = try await fixture.ask(in: chat)
      guard case .model(.largeContext)? = await fixture.log.message(reply, is: .failed).failure else {
        Issue.record("it was loaded")
        return
      }
      try await fixture.models.load(try await fixture.model(1).id, context: nil, anyway: true)
      try await fixture.service.retry(reply)
      await fixture.log.message(reply, is: .complete)
      await fixture.service.shutDown()
    }

    @Test func `says what it is denied and which version it is, loaded or not`() async throws {
      let fixture = try await EngineFixture("echo")
      let facts = EngineFacts(
        restraints: [
          .systemCalls(holds: false), .files(landlock: 4), .network(holds: true), .rights(holds: false),
          .limits(holds: true),
        ], version: "1.2.3")
      #expect(try await fixture.models.engine() == facts)
      try await noEngines()
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      #expect(try await fixture.models.engine() == facts)
      #expect(engines().count == 1)
      await fixture.service.shutDown()
      let none = try await EngineFixture(program: "/nowhere/sotto-engine", "echo")
      await #expect(throws: ModelFault.self) { try await none.models.engine() }
    }
  }
}

extension EngineFixture {
  fileprivate func speed(of number: Int) async throws -> ModelSpeed {
    try await models.measure(try await model(number).id, anyway: false)
  }

  /// Waits until the model's row says this.
  fileprivate func state(of model: ModelID, is wanted: (ModelState) -> Bool) async {
    for await entries in models.changes() {
      if let entry = entries.first(where: { $0.id == model }), wanted(entry.state) { return }
    }
  }

  /// Lets time pass until somebody wakes; how much that was, nothing where nobody sleeps.
  @discardableResult
  fileprivate func pass() -> Duration {
    let time = surroundings.nextWake ?? .zero
    surroundings.advance(by: time)
    return time
  }

  /// How much time passes until the first model has gone.
  fileprivate func timeUntilUnloaded() async throws -> Duration {
    var time = Duration.zero
    try await lookUntil {
      status(1) == .unloaded
    } meanwhile: {
      time += pass()
    }
    return time
  }
}
