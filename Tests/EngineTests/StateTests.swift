import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// When what a model has read of a chat goes to the disk, and when it comes back.
  @Suite struct `A chat that is kept warm` {
    private static let long = String(repeating: "many words ", count: 40)
    private static let model = TinyModel.speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) })

    private func files(_ fixture: EngineFixture) throws -> [String] {
      let folder = fixture.library.folder + "/states"
      guard FileManager.default.fileExists(atPath: folder) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func answered(_ fixture: EngineFixture, _ reply: MessageID) async {
      #expect(await fixture.log.message(reply, is: .complete).text == "Good morning, Ada")
    }

    /// The next start of a library in which a long chat was answered.
    private func againAfterReply() async throws -> (EngineFixture, ChatID) {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      await fixture.service.shutDown()
      await fixture.library.close()
      return (try await EngineFixture(again: fixture), chat)
    }

    @Test func `is written with a quit, for nobody else to read, and comes back with the next start`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      #expect(try files(fixture).isEmpty)
      await fixture.service.shutDown()
      #expect(fixture.states.take() == [.wrote])
      let file = try #require(try files(fixture).first)
      let folder = fixture.library.folder + "/states"
      for (path, mode) in [(folder, 0o700 as mode_t), (folder + "/" + file, 0o600)] {
        var found = stat()
        #expect(stat(path, &found) == 0 && found.st_mode & 0o777 == mode)
      }
      #expect(await fixture.states.kept().bytes > 10_000)
      await fixture.library.close()
      let next = try await EngineFixture(again: fixture)
      await answered(next, try await next.ask(in: chat))
      #expect(next.states.take() == [.read(isWhole: true)])
      // Hardly anything is new.
      await next.service.shutDown()
      #expect(try files(next) == [file])
    }

    @Test func `is written once nobody has asked for some seconds, and not after each reply`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, String(repeating: Self.long, count: 2))
      await answered(fixture, reply)
      try await fixture.rest { fixture.states.take() == [.wrote] }
      #expect(fixture.status(1) == .ready)
      await answered(fixture, try await fixture.ask(in: chat))
      // Long enough to look often whether there is much new.
      var rests = 0
      try await fixture.rest {
        rests += fixture.surroundings.nextWake == .seconds(5) ? 1 : 0
        return rests > 10
      }
      #expect(fixture.states.take() == [])
      #expect(fixture.status(1) == .ready)
      await fixture.service.shutDown()
    }

    @Test func `is written before its model goes because memory is short`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      fixture.takeMemory()
      try await fixture.rest { fixture.status(1) == .unloaded }
      try await lookUntil { fixture.states.take() == [.wrote] }
      await answered(fixture, try await fixture.ask(in: chat))
      #expect(fixture.states.take() == [.read(isWhole: true)])
      await fixture.service.shutDown()
    }

    @Test func `is written before its model is measured, and comes back after that`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      #expect(try await fixture.models.measure(try await fixture.model(1).id, anyway: false).reading > 0)
      #expect(fixture.states.take() == [.wrote])
      await answered(fixture, try await fixture.ask(in: chat))
      #expect(fixture.states.take() == [.read(isWhole: true)])
      await fixture.service.shutDown()
    }

    @Test func `is written when another model's turn comes, and comes back after it`() async throws {
      let fixture = try await EngineFixture(real: Self.model, .speaking([Array("Yes".utf8)]))
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      let (_, other) = try await fixture.ask(2, "Short")
      await fixture.log.message(other, is: .complete)
      #expect(fixture.states.take() == [.wrote])
      await answered(fixture, try await fixture.ask(in: chat))
      #expect(fixture.states.take() == [.read(isWhole: true)])
      await fixture.service.shutDown()
    }

    @Test func `gives way to whoever asks while it is written, and is written another time`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let long = String(repeating: Self.long, count: 2)
      let (chat, reply) = try await fixture.ask(1, long)
      await answered(fixture, reply)
      let engine = engines("sotto-engine")
      fixture.states.hold()
      try await fixture.rest { fixture.states.isHoldingUp }
      // The engine has heard of it when this returns.
      let agent = try #require(fixture.agents.agent(for: fixture.agent(1)))
      let next = agent.reply(
        to: ReplyRequest(
          chat: chat, reply: MessageID(high: 1, low: 2),
          messages: PromptMessages { _, _ throws(StoreError) in
            PromptMessages.Page(
              [PromptMessage(id: MessageID(high: 1, low: 1), sender: .user, text: long)], start: nil)
          }, chatBegan: fixture.surroundings.now(), picture: { _ throws(PictureError) in throw .cancelled }))
      fixture.states.letGo()
      #expect(await next.first { if case .ended = $0 { true } else { false } } == .ended(.finished))
      #expect(fixture.states.take() == [])
      try await fixture.rest { fixture.states.take() == [.wrote] }
      #expect(engines("sotto-engine") == engine)
      await fixture.service.shutDown()
    }

    @Test func `that comes back holds a quit up for a second at most, and is not lost by that`() async throws {
      let (next, chat) = try await againAfterReply()
      next.states.hold()
      _ = try await next.ask(in: chat)
      await next.states.isWaitedFor()
      // It takes nothing and says nothing from now on.
      for engine in engines("sotto-engine") { kill(engine, SIGSTOP) }
      next.states.letGo()
      await next.quit()
      // It was told to end; that it has is not waited for.
      try await next.rest { engines("sotto-engine").isEmpty }
      #expect(!next.states.take().contains(.removed))
      #expect(try files(next).count == 1)
    }

    @Test func `that is written holds nobody up who wants its model to go`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (_, reply) = try await fixture.ask(1, String(repeating: Self.long, count: 2))
      await answered(fixture, reply)
      fixture.states.hold()
      try await fixture.rest { fixture.states.isHoldingUp }
      fixture.agents.release(fixture.agent(1))
      fixture.states.letGo()
      await fixture.status(1, is: .unloaded)
      try await noEngines("sotto-engine")
      #expect(fixture.states.take() == [.wrote])
      await fixture.service.shutDown()
    }

    @Test func `that is written while another one is stopped does not cost the engine its life`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      for _ in 1...4 { await answered(fixture, try await fixture.ask(1, Self.long).reply) }
      let engine = engines("sotto-engine")
      fixture.states.hold()
      // There is no room for a fifth.
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await fixture.states.isWaitedFor()
      try await fixture.service.stopReply(in: chat)
      await fixture.log.message(reply, is: .stopped)
      for _ in 1...3 {
        try await lookUntil { fixture.surroundings.nextWake == .seconds(2) }
        fixture.surroundings.advance(by: .seconds(2))
      }
      fixture.states.letGo()
      await answered(fixture, try await fixture.ask(in: chat))
      #expect(engines("sotto-engine") == engine)
      #expect(fixture.states.take() == [.wrote])
      await fixture.service.shutDown()
    }

    @Test func `leaves nothing when it is deleted, when its model is removed, and where none is wanted`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      fixture.agents.release(fixture.agent(1))
      try await lookUntil { try !files(fixture).isEmpty }
      let (second, secondReply) = try await fixture.ask(1, Self.long)
      await answered(fixture, secondReply)
      try await fixture.service.deleteForEver(chat)
      try await fixture.service.deleteForEver(second)
      await fixture.service.shutDown()
      #expect(try files(fixture).isEmpty)
      await fixture.library.close()

      let next = try await EngineFixture(again: fixture)
      let (third, thirdReply) = try await next.ask(1, Self.long)
      await answered(next, thirdReply)
      try await next.service.changeSettings { $0.warmChats = 0 }
      next.agents.release(next.agent(1))
      // It is told as unloaded before it has given out what it has read.
      try await noEngines("sotto-engine")
      try await next.service.changeSettings { $0.warmChats = 1 }
      #expect(try files(next).isEmpty)
      await answered(next, try await next.ask(in: third))
      next.agents.release(next.agent(1))
      try await lookUntil { try !files(next).isEmpty }
      let model = try await next.model(1)
      _ = try await next.models.remove(model.id)
      // A state that has its name just now looks for its model, and goes.
      try await lookUntil { try files(next).isEmpty }
      await next.service.shutDown()
    }

    @Test func `comes back when it is opened, before anything is asked in it`() async throws {
      let (next, chat) = try await againAfterReply()
      next.agents.prepare(next.agent(1), context: nil, for: chat)
      try await lookUntil { next.states.take() == [.read(isWhole: true)] }
      await answered(next, try await next.ask(in: chat))
      #expect(next.states.take() == [])
      await next.service.shutDown()
    }

    @Test func `that comes back because it was opened gives way to whoever asks in another one`() async throws {
      let (next, chat) = try await againAfterReply()
      next.states.hold()
      next.agents.prepare(next.agent(1), context: nil, for: chat)
      await next.states.isWaitedFor()
      let engine = engines("sotto-engine")
      let (_, other) = try await next.ask(1, "Short")
      next.states.letGo()
      await answered(next, other)
      // Where the engine hears of who asks only once the state is there, it was read whole; else it is read below.
      let read = next.states.take()
      // For a chat in which nobody asks, nothing goes that was read of another one; so nothing waits for this disk.
      next.states.hold()
      next.agents.prepare(next.agent(1), context: nil, for: chat)
      let (_, third) = try await next.ask(1, "Short")
      await answered(next, third)
      next.states.letGo()
      await answered(next, try await next.ask(in: chat))
      #expect(read + next.states.take() == [.read(isWhole: true)])
      #expect(engines("sotto-engine") == engine)
      await next.service.shutDown()
    }

    @Test func `is written with a quit that breaks its reply off, too`() async throws {
      let fixture = try await EngineFixture(real: .echoing(ends: false))
      let (_, reply) = try await fixture.ask(1, String(repeating: "A", count: 400))
      try await fixture.says(reply, "A")
      await fixture.service.shutDown()
      #expect(fixture.states.take() == [.wrote])
    }

    @Test func `is dropped where a quit would have to wait for the disk, and nothing of it is used`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (_, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      fixture.states.hold()
      await fixture.quit()
      fixture.states.letGo()
      #expect(await fixture.states.kept() == [] && fixture.states.take() == [])
    }

    @Test func `is read again when what was written is nonsense`() async throws {
      let fixture = try await EngineFixture(real: Self.model)
      let (chat, reply) = try await fixture.ask(1, Self.long)
      await answered(fixture, reply)
      await fixture.service.shutDown()
      let path = fixture.library.folder + "/states/" + (try #require(try files(fixture).first))
      await fixture.library.close()
      var bytes = Array(try Data(contentsOf: URL(filePath: path)))
      bytes[bytes.count / 2] ^= 4
      try Data(bytes).write(to: URL(filePath: path))
      let next = try await EngineFixture(again: fixture)
      await answered(next, try await next.ask(in: chat))
      #expect(next.states.take().first == .read(isWhole: false))
      await next.service.shutDown()
      await next.library.close()
      // With a right checksum, as only somebody could write it who has this folder.
      let key = try #require(fixture.states.key)
      let third = try await EngineFixture(again: next)
      let writer = try #require(await third.states.write(key, bytes: 50_000))
      #expect(await writer.append((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
      #expect(await writer.finish())
      _ = third.states.take()
      await answered(third, try await third.ask(in: chat))
      #expect(third.states.take() == [.read(isWhole: true), .removed])
      await third.service.shutDown()
    }
  }
}
