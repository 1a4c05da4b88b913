import Domain
import Glibc
import TestSupport
import Testing
import Workers

@testable import Engine

extension WithEngine {
  /// The same with `sotto-engine` and tiny models, from the message to the library.
  @Suite struct `The real engine` {
    @Test func `reads a header, loads, answers, is stopped in a long reply, and gives way to another model`()
      async throws
    {
      let fixture = try await EngineFixture(
        real: .speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) }),
        .speaking([" one", " two"].map { Array($0.utf8) }, ends: false, context: 4_096))
      #expect(fixture.agents.entries.map(\.profile.contextLength) == [2_048, 4_096])
      let (chat, reply) = try await fixture.ask(1)
      let message = await fixture.log.message(reply, is: .complete)
      #expect(message.text == "Good morning, Ada")
      #expect(message.usage?.replyTokens == 3)
      #expect(message.usage?.promptTokens ?? 0 > 0)
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      let long = try await fixture.ask(in: chat)
      try await fixture.says(long, " one two one")
      #expect(engines("sotto-engine").count == 1)
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(long, is: .stopped)
      #expect(fixture.status(2) == .ready)
      try await fixture.service.setAgent(fixture.agent(1), in: chat)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good morning, Ada")
      await fixture.service.shutDown()
      #expect(engines("sotto-engine") == [])
    }

    @Test func `is killed in the middle: what came is kept, and the next message starts another`() async throws {
      let fixture = try await EngineFixture(
        real: .speaking([" one", " two"].map { Array($0.utf8) }, ends: false, context: 4_096))
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, " one two one")
      kill(try #require(engines("sotto-engine").first), SIGKILL)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.failure == .died)
      #expect(failed.text.hasPrefix(" one two one"))
      let next = try await fixture.ask(in: chat)
      try await fixture.says(next, " one two")
      await fixture.service.shutDown()
    }

    @Test func `a file that is no model is not imported, and the reply of one that was cut off says so`() async throws {
      let fixture = try await EngineFixture(real: .random())
      let (chat, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .complete)
      truncate(fixture.path(1), 1_000)
      let failed = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(failed.failure == .model(.changed(name: fixture.name(1))))
      await #expect(throws: ModelFault.self) { try await fixture.models.add(fixture.path(1)) }
    }
  }
}
