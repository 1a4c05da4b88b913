import Domain
import EngineWire
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
      let first = try #require(try await fixture.service.context.extent(of: chat, with: Draft()).firstMessage)
      return (fixture, chat, first)
    }

    private func summary(in chat: Chat, _ fixture: EngineFixture) async throws -> Message? {
      try await fixture.saved(in: chat.id).last { $0.sender == .summary }
    }

    @Test func `takes the place of what the model does not see, and makes room for it`() async throws {
      let (fixture, chat, first) = try await full(.speaking(Self.words, context: 512))
      let service = fixture.service
      try await service.changeChatSettings(of: chat.id) { $0.overflow = .summarise }
      func about() async throws -> Int {
        try #require(try await service.context.estimate(of: chat, with: Draft())).used
      }
      let before = try await about()
      try await service.summarise(chat.id, above: first)
      let made = try #require(try await summary(in: chat, fixture))
      #expect(await fixture.log.message(made.id, is: .complete).text == "Good morning, Ada")
      // So does the estimate, which knows nothing but what is on the disk.
      #expect(try await about() < before / 2)
      #expect(await fixture.log.message(made.id, is: .complete).usage?.promptTokens ?? 0 > 100)
      let seen = try await service.context.view(of: chat, with: Draft(text: "More"))
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
      #expect(try await service.context.extent(of: chat, with: Draft()).firstMessage == nil)
      await service.shutDown()
    }

    /// A chat in which this was said, user and agent in turn.
    private func chat(_ model: TinyModel, of texts: [String]) async throws -> (EngineFixture, ChatID, [MessageID]) {
      let fixture = try await EngineFixture(real: model)
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1))
      try await fixture.library.failing.write { store throws(StoreError) in
        for (index, text) in texts.enumerated() {
          try store.append(
            Message(
              id: fixture.surroundings.newID(), chat: chat.id, sender: index % 2 == 0 ? .user : .agent, text: text,
              createdAt: fixture.surroundings.now()))
        }
      }
      return (fixture, chat.id, try await fixture.saved(in: chat.id).map(\.id))
    }

    @Test func `is made before a reply also of messages that are too many to be read at all`() async throws {
      let (fixture, chat, _) = try await chat(
        .speaking(Self.words, context: 512), of: ["One", "Two", String(repeating: "x y ", count: 3_100), ""])
      try await fixture.service.changeChatSettings(of: chat) { $0.overflow = .summarise }
      let reply = try await fixture.ask(in: chat, "Short")
      await fixture.log.first { if case .phase(reply, in: chat, .summarising) = $0 { true } else { false } }
      #expect(
        try await fixture.saved(in: chat).map(\.sender) == [.user, .agent, .user, .agent, .summary, .user, .agent])
      // It is made in many parts.
      try await fixture.service.stopReply(in: chat)
      await fixture.service.shutDown()
    }

    @Test func `of more than the model holds is made in parts, none of which is left out`() async throws {
      let texts = [String(repeating: "Q", count: 900), String(repeating: "x y ", count: 400), "z", ""]
      let (fixture, chat, before) = try await chat(.speaking(Self.words, context: 512), of: texts)
      try await fixture.service.summarise(chat, above: before[3])
      let made = try #require(try await fixture.saved(in: chat).first { $0.sender == .summary })
      #expect(await fixture.log.message(made.id, is: .complete).text == "Good morning, Ada")
      await fixture.service.shutDown()
      // The same as no engine tells it: each part has what comes next, and what came of the one before.
      let prompt = EnginePrompt([.init(.system, "Be brief")] + texts.map { .init(.user, $0) }, time: 0)
      var (summing, asked, parts) = (Summing(prompt, in: 512, thinks: true), "", 0)
      while !summing.isDone {
        while summing.rest[0].text.utf8.count > 100, summing.halveFirst() {}
        let part = summing.asking(1).messages
        #expect(part[0].text == "Be brief" && part.count == (parts == 0 ? 3 : 4))
        #expect(parts == 0 || part[1].text.hasSuffix("\n\nPart \(parts)"))
        asked += part[part.count - 2].text
        parts += 1
        summing.take("Part \(parts)", of: 1)
      }
      #expect(asked == texts.joined() && parts > 20)
    }

    @Test func `is made by a model that cannot but think, which takes nothing of its room`() async throws {
      let thoughts = (0x21..<0x7f).map { [UInt8($0)] }
      let tags = ["<think>", "</think>", "Hello"].map { Array($0.utf8) }
      var model = TinyModel.speaking([tags[0]] + thoughts + tags[1...], context: 768)
      let template = TinyModel.template.split(separator: "{% if enable_thinking")[0]
      model["tokenizer.chat_template"] = .text(template + "{% endif -%}")
      let (fixture, chat, before) = try await chat(model, of: ["One", "Two", "Three"])
      try await fixture.service.summarise(chat, above: before[2])
      let made = try #require(try await fixture.saved(in: chat).first { $0.sender == .summary })
      #expect(await fixture.log.message(made.id, is: .complete).text == "Hello")
      await fixture.service.shutDown()
    }

    @Test(arguments: [([" on", " and", ". "], MessageState.complete), ([" on", " and", "; "], .failed)])
    func `that becomes too long ends with a sentence, or is none`(_ words: [String], _ state: MessageState) async throws
    {
      let model = TinyModel.speaking(words.map { Array($0.utf8) }, ends: false, context: 512)
      let (fixture, chat, before) = try await chat(model, of: ["One", "Two", "Three"])
      try await fixture.service.summarise(chat, above: before[2])
      let made = try #require(try await fixture.saved(in: chat).first { $0.sender == .summary })
      let text = await fixture.log.message(made.id, is: state).text
      #expect(state == .failed ? text.isEmpty : text.hasSuffix(" on and. ") && text.utf8.count > 180)
      await fixture.service.shutDown()
    }

    @Test(arguments: [
      ("One. Two", ["One. "], ""), ("3.5 of 4.", [], "3.5 of 4."), ("- a\n- b", ["- a\n"], ""),
      ("He said “no.” And", ["He said “no.” "], ""), ("好。是", ["好。"], ""), ("Well…", [], "Well…"),
    ])
    func `is told by whole sentences`(_ text: String, _ whole: [String], _ rest: String) {
      var filter = SentenceFilter()
      #expect(text.map { filter.take(String($0)) }.filter { !$0.isEmpty } == whole)
      #expect(filter.end(isCut: true) == rest)
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
