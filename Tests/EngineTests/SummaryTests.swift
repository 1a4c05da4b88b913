import Domain
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// Summaries by the real engine.
  @Suite struct `A summary` {
    private static let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }

    /// A chat that fills the context of 512 tokens, and the message from which on the model still sees it.
    private func full(_ model: TinyModel) async throws -> (EngineFixture, Chat, MessageID) {
      let fixture = try await EngineFixture(real: model)
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1))
      for number in 1...8 {
        let text = "Question \(number), with some more words to fill the context"
        await fixture.log.message(try await fixture.ask(in: chat.id, text), is: .complete)
      }
      let first = try #require(try await fixture.service.contextExtent(of: chat, with: Draft()).firstMessage)
      return (fixture, chat, first)
    }

    private func summary(in chat: Chat, _ fixture: EngineFixture) async throws -> Message? {
      try await fixture.saved(in: chat.id).last { $0.sender == .summary }
    }

    @Test func `takes the place of what the model does not see, and makes room for it`() async throws {
      let (fixture, chat, first) = try await full(.speaking(Self.words, context: 512))
      let service = fixture.service
      try await service.changeChatSettings(of: chat.id) { $0.overflow = .summarise }
      func about() async throws -> Int { try #require(try await service.contextEstimate(of: chat, with: Draft())).used }
      let before = try await about()
      try await service.summarise(chat.id, above: first)
      let made = try #require(try await summary(in: chat, fixture))
      #expect(await fixture.log.message(made.id, is: .complete).text == "Good morning, Ada")
      // So does the estimate, which knows nothing but what is on the disk.
      #expect(try await about() < before / 2)
      #expect(await fixture.log.message(made.id, is: .complete).usage?.promptTokens ?? 0 > 100)
      let seen = try await service.contextView(of: chat, with: Draft(text: "More"))
      #expect(seen.extent.firstMessage == nil && seen.leftOut == 0)
      let piece = try #require(seen.pieces.first { $0.origin == .message(.summary) })
      #expect(piece.text.hasPrefix("Summary of our conversation so far:\n\nGood morning, Ada\n\nQuestion "))
      #expect(!seen.pieces.contains { $0.text.contains("Question 1") })
      // It goes on until there is no room again: then another one is made before the reply.
      for number in 9...14 {
        let text = "Question \(number), with some more words to fill the context"
        await fixture.log.message(try await fixture.ask(in: chat.id, text), is: .complete)
      }
      let saved = try await fixture.saved(in: chat.id)
      #expect(saved.filter(\.standsForAbove).count >= 2)
      #expect(saved.count { $0.sender != .summary } == 28)
      #expect(try await service.contextExtent(of: chat, with: Draft()).firstMessage == nil)
      await service.shutDown()
    }

    @Test func `of more than the model holds is made in parts, none of which is left out`() async throws {
      let fixture = try await EngineFixture(real: .echoing(ends: true, context: 512))
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1))
      // The first part says Q, and what is said of a part goes into the next: none of the others has a capital letter as often.
      let texts = [String(repeating: "Q", count: 900), String(repeating: "x y ", count: 400), "z"]
      try await fixture.library.failing.write { store throws(StoreError) in
        for (index, text) in texts.enumerated() {
          try store.append(
            Message(
              id: fixture.surroundings.newID(), chat: chat.id, sender: index == 1 ? .agent : .user, text: text,
              createdAt: fixture.surroundings.now()))
        }
      }
      let last = try #require(try await fixture.saved(in: chat.id).last).id
      try await fixture.service.summarise(chat.id, above: last)
      let made = try #require(try await summary(in: chat, fixture))
      #expect(await fixture.log.message(made.id, is: .complete).text.isEmpty == false)
      let parts = fixture.log.events.compactMap { event -> Double? in
        guard case .phase(made.id, in: _, .reading(let progress)) = event else { return nil }
        return progress.part
      }
      #expect(parts == parts.sorted())
      await fixture.service.shutDown()
    }

    @Test func `is stopped at once, and leaves the engine as it was`() async throws {
      let (fixture, chat, first) = try await full(.speaking(Self.words, context: 512))
      let engine = try #require(engines("sotto-engine").first)
      kill(engine, SIGSTOP)
      try await fixture.service.summarise(chat.id, above: first)
      let made = try #require(try await summary(in: chat, fixture))
      try await fixture.service.stopReply(in: chat.id)
      await fixture.log.message(made.id, is: .stopped)
      let next = try await fixture.ask(in: chat.id, "Go on")
      kill(engine, SIGCONT)
      await fixture.log.message(next, is: .complete)
      #expect(engines("sotto-engine") == [engine])
      #expect(try await summary(in: chat, fixture)?.state == .stopped)
      await fixture.service.shutDown()
    }

    @Test func `is made by another engine where one was killed before it had begun`() async throws {
      let (fixture, chat, first) = try await full(.speaking(Self.words, context: 512))
      let engine = try #require(engines("sotto-engine").first)
      kill(engine, SIGSTOP)
      try await fixture.service.summarise(chat.id, above: first)
      let made = try #require(try await summary(in: chat, fixture))
      kill(engine, SIGKILL)
      #expect(await fixture.log.message(made.id, is: .complete).text == "Good morning, Ada")
      await fixture.service.shutDown()
    }
  }
}
