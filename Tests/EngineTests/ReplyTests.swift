import Domain
import Glibc
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// What becomes of a message to a local model, with an engine that says what a test wants.
  @Suite struct `A local model` {
    @Test func `loads, reads, thinks and answers, and what that cost is kept with its name`() async throws {
      let fixture = try await EngineFixture("echo")
      #expect(fixture.status(1) == .unloaded)
      let (chat, reply) = try await fixture.ask(1)
      await fixture.phase(reply) { if case .loading = $0 { true } else { false } }
      await fixture.phase(reply) { if case .reading = $0 { true } else { false } }
      let message = await fixture.log.message(reply, is: .complete)
      #expect(message.text.hasSuffix("\nuser: Go on"))
      #expect(message.reasoning == "Well. ")
      #expect(
        message.usage
          == ReplyUsage(
            model: fixture.name(1), promptTokens: 100, knownTokens: 0, replyTokens: 2, milliseconds: 20,
            firstTokenMilliseconds: message.usage?.firstTokenMilliseconds))
      #expect(message.usage?.firstTokenMilliseconds != nil)
      #expect(fixture.status(1) == .ready)
      #expect(try await fixture.saved(in: chat).last == message)
      await fixture.service.shutDown()
    }

    @Test func `reads what was said in turns, what was stopped among it, and the time at which the chat was made`()
      async throws
    {
      let fixture = try await EngineFixture("echo", "endless")
      let (chat, stopped) = try await fixture.ask(2, "First")
      try await fixture.says(stopped, "One two 1")
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(stopped, is: .stopped)
      let began = fixture.surroundings.now()
      fixture.surroundings.advance(by: .seconds(100_000))
      try await fixture.service.setAgent(fixture.agent(1), in: chat)
      let first = await fixture.log.message(try await fixture.ask(in: chat, "Second"), is: .complete)
      #expect(first.text.hasPrefix("\(began.milliseconds / 1_000)\nuser: First\nassistant: One two 1"))
      #expect(first.text.hasSuffix("\nuser: Second"))
      await fixture.service.shutDown()
    }

    @Test func `that is stopped stops at once, keeps what came, and answers the next message`() async throws {
      let fixture = try await EngineFixture("endless")
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1 2 3")
      let engine = try #require(engines().first)
      try await fixture.service.stopReply(in: chat)
      #expect(await fixture.log.message(reply, is: .stopped).text.hasPrefix("One two 1 2 3"))
      let next = try await fixture.ask(in: chat)
      try await fixture.says(next, "One two 1")
      #expect(engines() == [engine])
      await fixture.service.shutDown()
      #expect(engines() == [])
    }

    @Test func `that reads is stopped in the middle of that`() async throws {
      let fixture = try await EngineFixture("sleepy")
      let (chat, reply) = try await fixture.ask(1)
      await fixture.phase(reply) { $0.progress?.part == 0 }
      try await fixture.service.stopReply(in: chat)
      #expect(await fixture.log.message(reply, is: .stopped).text == "")
      #expect(try await fixture.ask(in: chat) != reply)
      await fixture.service.shutDown()
    }

    @Test func `that takes no notice of a stop is ended after two seconds, and answers the next message`() async throws
    {
      let fixture = try await EngineFixture("endless\ndeaf")
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1 2 3")
      let engine = try #require(engines().first)
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(reply, is: .stopped)
      let next = try await fixture.ask(in: chat)
      #expect(engines() == [engine])
      // Whenever somebody has begun to wait for it.
      while engines() == [engine] {
        fixture.surroundings.advance(by: .seconds(2))
        await Task.yield()
      }
      try await fixture.says(next, "One two 1")
      await fixture.service.shutDown()
    }

    @Test func `that is killed in the middle leaves what came, and answers the next message`() async throws {
      let fixture = try await EngineFixture("endless")
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two 1 2 3")
      let engine = try #require(engines().first)
      kill(engine, SIGKILL)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.failure == .died)
      #expect(failed.text.hasPrefix("One two 1 2 3"))
      let next = try await fixture.ask(in: chat)
      try await fixture.says(next, "One two 1")
      #expect(engines() != [engine])
      await fixture.service.shutDown()
    }

    @Test func `that dies while nobody asks is not loaded any more`() async throws {
      let fixture = try await EngineFixture("echo")
      let (chat, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .complete)
      kill(try #require(engines().first), SIGKILL)
      await fixture.status(1, is: .unloaded)
      await fixture.log.message(try await fixture.ask(in: chat), is: .complete)
      await fixture.service.shutDown()
    }

    @Test func `whose file is another one or is gone says so, and lets go of what it has loaded`() async throws {
      let fixture = try await EngineFixture("echo")
      let (chat, reply) = try await fixture.ask(1)
      await fixture.log.message(reply, is: .complete)
      let path = fixture.path(1)
      truncate(path, 6)
      let changed = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(changed.failure == .model(.changed(name: fixture.name(1))))
      #expect(engines() == [])
      #expect(fixture.status(1) == .unloaded)
      unlink(path)
      let gone = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(gone.failure == .model(.notFound(name: fixture.name(1))))
      #expect(ReplyFailure(code: try #require(gone.failure).code) == gone.failure)
      await fixture.service.shutDown()
    }

    @Test func `that needs more memory than is free is not loaded`() async throws {
      let fixture = try await EngineFixture("echo")
      var record = try await fixture.model(1)
      record.file.bytes = 1 << 50
      record.name = "Large"
      let large = record
      try await fixture.models.restore(large)
      await fixture.agents { $0.first?.profile.name == "Large" }
      let (_, reply) = try await fixture.ask(1)
      let failed = await fixture.log.message(reply, is: .failed)
      guard case .model(.tooLarge(name: _, needs: let needs, free: let free)) = failed.failure else {
        Issue.record("it failed of something else")
        return
      }
      #expect(needs > 1 << 50)
      #expect(free > 0)
      #expect(engines() == [])
      await fixture.service.shutDown()
    }

    @Test func `without a program that runs it says so`() async throws {
      let fixture = try await EngineFixture(program: "/nowhere/sotto-engine", "echo")
      let (_, reply) = try await fixture.ask(1)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.failure == .model(.noEngine(reason: nil)))
      #expect(try await !fixture.model(1).endedEngine)
      await fixture.service.shutDown()
    }
  }
}
