import Domain
import Glibc
import TestSupport
import Testing
import Workers

@testable import Engine

extension WithEngine {
  /// The same with `sotto-engine` and tiny models, from the message to the library.
  @Suite struct `The real engine` {
    @Test func `reads a header, loads, answers, is stopped, and gives way to another model`()
      async throws
    {
      let fixture = try await EngineFixture(
        real: .speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) }),
        .speaking([" one", " two"].map { Array($0.utf8) }, ends: false, context: 1_024))
      #expect(fixture.agents.entries.map(\.profile.contextLength) == [2_048, 1_024])
      let (chat, reply) = try await fixture.ask(1)
      let message = await fixture.log.message(reply, is: .complete)
      #expect(message.text == "Good morning, Ada")
      #expect(message.usage?.replyTokens == 3)
      #expect(message.usage?.promptTokens ?? 0 > 0)
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      fixture.agents.prepare(fixture.agent(2), context: nil, for: nil)
      await fixture.status(2, is: .ready)
      // Held, so that it is stopped before it has said all that it can hold.
      let engine = try #require(engines("sotto-engine").first)
      kill(engine, SIGSTOP)
      let long = try await fixture.ask(in: chat)
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(long, is: .stopped)
      kill(engine, SIGCONT)
      #expect(engines("sotto-engine") == [engine])
      #expect(fixture.status(2) == .ready)
      try await fixture.service.setAgent(fixture.agent(1), in: chat)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good morning, Ada")
      await fixture.service.shutDown()
      #expect(engines("sotto-engine") == [])
    }

    @Test func `says that it is confined, how fast a model is, and answers afterwards`() async throws {
      let fixture = try await EngineFixture(real: .speaking(["Good", " morning"].map { Array($0.utf8) }))
      let engine = try await fixture.models.engine()
      #expect(engine.restraints.contains(.systemCalls(holds: true)) && !engine.version.isEmpty)
      let speed = try await fixture.models.measure(try await fixture.model(1).id, anyway: false)
      #expect(speed.reading > 0 && speed.writing > 0)
      #expect(try await fixture.models.engine() == engine)
      let (_, reply) = try await fixture.ask(1)
      #expect(await fixture.log.message(reply, is: .complete).text == "Good morning")
      await fixture.service.shutDown()
    }

    @Test func `a file that is no model is not imported, and the reply of one that was cut off says so`() async throws {
      let fixture = try await EngineFixture(real: .speaking([Array("Good".utf8)]))
      let (chat, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .complete)
      truncate(fixture.path(1), 1_000)
      let failed = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(failed.failure == .model(.changed(name: fixture.name(1))))
      await #expect(throws: ModelFault.self) { try await fixture.models.add(fixture.path(1)) }
      await fixture.service.shutDown()
    }
  }
}
