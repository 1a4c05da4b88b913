import Domain
import Glibc
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// When a model is loaded and when it goes.
  @Suite struct `The one engine` {
    @Test func `serves chats in turn, the oldest first`() async throws {
      let fixture = try await EngineFixture("endless")
      let (first, firstReply) = try await fixture.ask(1)
      try await fixture.says(firstReply, "One two 1")
      let (second, secondReply) = try await fixture.ask(1)
      let (third, thirdReply) = try await fixture.ask(1)
      try await fixture.says(firstReply, "One two 1 2 3 4 5")
      #expect(try await fixture.saved(in: second).last?.state == .queued)
      try await fixture.service.stopReply(in: first)
      try await fixture.says(secondReply, "One two 1")
      // Who has been served comes behind those who wait.
      let again = try await fixture.ask(in: first)
      try await fixture.service.stopReply(in: second)
      try await fixture.says(thirdReply, "One two 1")
      #expect(try await fixture.saved(in: first).last?.state == .queued)
      try await fixture.service.stopReply(in: third)
      try await fixture.says(again, "One two 1")
      #expect(engines().count == 1)
      await fixture.service.shutDown()
    }

    @Test func `ends one model's process before it starts another's, also within a chat`() async throws {
      let fixture = try await EngineFixture("echo", "echo")
      let (chat, reply) = try await fixture.ask(1)
      #expect(await fixture.log.message(reply, is: .complete).usage?.model == fixture.name(1))
      let engine = try #require(engines().first)
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      let next = await fixture.log.message(try await fixture.ask(in: chat, "And you?"), is: .complete)
      #expect(next.usage?.model == fixture.name(2))
      #expect(next.text.contains("user: Go on\nassistant: "))
      #expect(engines().count == 1)
      #expect(engines() != [engine])
      #expect(fixture.status(1) == .unloaded)
      #expect(fixture.status(2) == .ready)
      await fixture.service.shutDown()
    }

    @Test func `loads what is prepared, lets go of it on request and after some minutes, and never in a reply`()
      async throws
    {
      let fixture = try await EngineFixture("endless")
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      fixture.agents.release(fixture.agent(1))
      await fixture.status(1, is: .unloaded)
      try await noEngines()
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1")
      fixture.agents.release(fixture.agent(1))
      fixture.surroundings.advance(by: .seconds(600))
      try await fixture.says(reply, "One two 1 2 3 4 5 6 7 8 9")
      #expect(fixture.status(1) == .ready)
      try await fixture.service.stopReply(in: chat)
      // It was to go meanwhile.
      await fixture.status(1, is: .unloaded)
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      try await lookUntil {
        fixture.status(1) == .unloaded
      } meanwhile: {
        if let wake = fixture.surroundings.nextWake { fixture.surroundings.advance(by: wake) }
      }
      try await noEngines()
      await fixture.service.shutDown()
    }

    @Test func `tells how far a load is to whoever waits for it, and ends the load when that is stopped`() async throws
    {
      let fixture = try await EngineFixture("slow")
      let (chat, reply) = try await fixture.ask(1)
      await fixture.phase(reply) { if case .loading = $0 { true } else { false } }
      await fixture.status(1, is: .loading(part: 0.5))
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(reply, is: .stopped)
      await fixture.status(1, is: .unloaded)
      try await noEngines()
      #expect(try await !fixture.model(1).endedEngine)
      await fixture.service.shutDown()
    }

    @Test func `leaves a load that nobody waits for, for one that somebody does`() async throws {
      let fixture = try await EngineFixture("slow", "echo")
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .loading(part: 0.5))
      let (_, reply) = try await fixture.ask(2)
      await fixture.log.message(reply, is: .complete)
      #expect(engines().count == 1)
      #expect(try await !fixture.model(1).endedEngine)
      await fixture.service.shutDown()
    }

    @Test func `is loaded once for a chat that wants a larger context, whatever is being loaded ahead`() async throws {
      let fixture = try await EngineFixture("slow")
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .loading(part: 0.5))
      let first = engines()
      fixture.agents.prepare(fixture.agent(1), context: 2_048, for: nil)
      // A smaller one is as well served by what is loading.
      for _ in 1...100 { await Task.yield() }
      #expect(engines() == first)
      fixture.agents.prepare(fixture.agent(1), context: 8_192, for: nil)
      try await lookUntil { engines() != first && !engines().isEmpty }
      #expect(try await !fixture.model(1).endedEngine)
      await fixture.service.shutDown()
      try await noEngines()
    }

    @Test func `goes with a quit, and a load that is ended by that is not held against the model`() async throws {
      let fixture = try await EngineFixture("slow")
      let chat = try await fixture.ask(1).chat
      await fixture.status(1, is: .loading(part: 0.5))
      await fixture.service.shutDown()
      #expect(engines() == [])
      #expect(try await !fixture.model(1).endedEngine)
      #expect(try await fixture.saved(in: chat).last?.state == .queued)
    }

    @Test func `does nothing more once it has ended, and says so at once to whoever asks`() async throws {
      let fixture = try await EngineFixture("echo")
      let model = try await fixture.model(1)
      await fixture.service.shutDown()
      await #expect(throws: ModelFault.cancelled) { try await fixture.engine.measure(model, anyway: false) }
      #expect(engines() == [])
    }

    @Test func `hangs in a load: a stop ends it, and so does a quit`() async throws {
      let fixture = try await EngineFixture("slow")
      let (chat, reply) = try await fixture.ask(1)
      await fixture.status(1, is: .loading(part: 0.5))
      kill(try #require(engines().first), SIGSTOP)
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(reply, is: .stopped)
      await fixture.status(1, is: .unloaded)
      try await noEngines()
      _ = try await fixture.ask(in: chat)
      await fixture.status(1, is: .loading(part: 0.5))
      kill(try #require(engines().first), SIGSTOP)
      await fixture.service.shutDown()
      #expect(engines() == [])
      #expect(try await fixture.model(1).loadFault == nil)
    }

    @Test func `does not load a model again by itself that has ended it`() async throws {
      let fixture = try await EngineFixture("fatal")
      let fault = ModelFault.endedEngine(name: fixture.name(1))
      let (chat, reply) = try await fixture.ask(1)
      #expect(await fixture.log.message(reply, is: .failed).failure == .model(fault))
      await fixture.status(1, is: .unavailable(.model(fault)))
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(fault))
      let model = try await fixture.model(1)
      // Whoever asks for it gets it, now that it does no harm.
      chmod(fixture.path(1), 0o700)
      try await fixture.models.load(model.id, context: nil, anyway: false)
      await fixture.status(1, is: .ready)
      await fixture.log.message(try await fixture.ask(in: chat), is: .complete)
      await fixture.service.shutDown()
    }

    @Test func `says what is wrong with a model that it refuses, and refuses it each time`() async throws {
      let fixture = try await EngineFixture("refused")
      let (chat, reply) = try await fixture.ask(1)
      let fault = ReplyFailure.model(.damaged(name: fixture.name(1)))
      #expect(await fixture.log.message(reply, is: .failed).failure == fault)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .failed).failure == fault)
      #expect(fixture.status(1) == .unloaded)
      await fixture.service.shutDown()
    }

    @Test func `lets go of a model after the reply in which its record was removed, also where models stay`()
      async throws
    {
      let fixture = try await EngineFixture("endless")
      await fixture.engine.stayLoaded(for: nil)
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1")
      _ = try await fixture.models.remove(try await fixture.model(1).id)
      await fixture.agents { $0.isEmpty }
      #expect(engines().count == 1)
      try await fixture.service.stopReply(in: chat)
      try await noEngines()
      await fixture.service.shutDown()
    }

    @Test func `lets go of a model whose record is removed`() async throws {
      let fixture = try await EngineFixture("echo")
      let (_, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .complete)
      let model = try await fixture.model(1)
      _ = try await fixture.models.remove(model.id)
      await fixture.agents { $0.isEmpty }
      #expect(fixture.agents.agent(for: model.agent) == nil)
      try await noEngines()
      await fixture.service.shutDown()
    }
  }
}
