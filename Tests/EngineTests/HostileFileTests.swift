import Domain
import Glibc
import TestLibrary
import TestSupport
import Testing

extension WithEngine {
  /// Files that are made to do harm, given to the app as a person does; `make soak` tries all of them.
  @Suite struct `Hostile files` {
    /// One in so many.
    private static let stride = 4

    private static let some =
      HostileModel.made.enumerated().filter { $0.offset % stride == 0 && !$0.element.takesLong }.map(\.element)
      + (0..<25).map { HostileModel.damaged(seed: $0 * 8) }

    @Test func `each ends in a sentence or talks, and the next model answers`() async throws {
      let fixture = try await EngineFixture(real: [])
      let run = try await HostileRun(models: fixture.models, service: fixture.service, folder: fixture.library.folder)
      var answered = 0
      for model in Self.some {
        do {
          if case .answered = try await run.outcome(of: model) { answered += 1 }
        } catch {
          Issue.record("\(model.name): \(error)")
        }
      }
      // Neither all nor none of them make sense.
      #expect((5...Self.some.count * 2 / 3).contains(answered), "\(answered) of \(Self.some.count)")
      await fixture.service.shutDown()
      #expect(engines("sotto-engine") == [])
    }

    @Test(arguments: [
      ("a template of nothing", ReplyFailure.noTemplate), ("a template not finished", .noTemplate),
      ("general.name counts([1])", .model(.damaged(name: "hostile"))),
      ("llama.block_count count(600)", .model(.endedEngine(name: "Tiny"))),
    ])
    func `says what is wrong with it`(name: String, failure: ReplyFailure) async throws {
      let fixture = try await EngineFixture(real: [])
      let run = try await HostileRun(models: fixture.models, service: fixture.service, folder: fixture.library.folder)
      let outcome = try await run.outcome(of: try #require(HostileModel.made.first { $0.name == name }))
      guard case .failed(failure) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      await fixture.service.shutDown()
    }

    @Test func `cut while a reply streams: it fails with what came, the next one says why, another model answers`()
      async throws
    {
      let (fixture, chat, reply) = try await streaming()
      truncate(fixture.path(1), 4_096)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.failure == .died)
      #expect(failed.text.hasPrefix(" one two"))
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good")
      await fixture.service.shutDown()
    }

    @Test func `replaced while a reply streams: it goes on as before, and the next one says so`() async throws {
      let (fixture, chat, reply) = try await streaming()
      // As a program does that writes beside it and renames.
      #expect(rename(fixture.path(2), fixture.path(1)) == 0)
      try await fixture.says(reply, String(repeating: " one two", count: 40))
      try await fixture.service.stopReply(in: chat)
      #expect(await fixture.log.message(reply, is: .stopped).text.hasPrefix(" one two one two"))
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      await fixture.service.shutDown()
    }

    /// A reply that does not end by itself is under way; the second model says "Good".
    private func streaming() async throws -> (EngineFixture, ChatID, MessageID) {
      let words = [" one", " two"].map { Array($0.utf8) }
      let fixture = try await EngineFixture(
        real: .speaking(words, ends: false, context: 32_768), .speaking([Array("Good".utf8)]))
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, " one two")
      return (fixture, chat, reply)
    }
  }
}
