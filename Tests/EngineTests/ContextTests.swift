import Domain
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// What the model would see, as the real engine tells it.
  @Suite struct `The context` {
    private static let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }

    private func chat(_ fixture: EngineFixture) async throws -> Chat {
      try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1))
    }

    @Test func `is measured as the reply then reads it, and as the lens shows it, piece by piece`() async throws {
      let fixture = try await EngineFixture(real: .speaking(Self.words))
      let chat = try await chat(fixture)
      let service = fixture.service
      await #expect(throws: ContextFault.notLoaded) {
        try await service.context.extent(of: chat, with: Draft(text: "Go on"))
      }
      #expect(engines("sotto-engine") == [])
      fixture.agents.prepare(fixture.agent(1), context: nil, for: nil)
      await fixture.status(1, is: .ready)
      #expect(try await service.context.extent(of: chat, with: Draft()).used == 0)
      for text in ["Go on", "And then?"] {
        let measured = try await service.context.extent(of: chat, with: Draft(text: text))
        #expect(measured.length == 2_048 && measured.room == 1_536 && measured.firstMessage == nil)
        let seen = try await service.context.view(of: chat, with: Draft(text: text))
        #expect(seen.extent == measured && seen.leftOut == 0)
        #expect(seen.pieces.reduce(0) { $0 + $1.tokens } == measured.used)
        let reply = await fixture.log.message(try await fixture.ask(in: chat.id, text), is: .complete)
        #expect(reply.usage?.promptTokens == measured.used)
      }
      let seen = try await service.context.view(of: chat, with: Draft(text: "More"))
      #expect(
        seen.pieces.map(\.text).joined() == """
          <|im_start|>user
          Go on<|im_end|>
          <|im_start|>assistant
          Good morning, Ada<|im_end|>
          <|im_start|>user
          And then?<|im_end|>
          <|im_start|>assistant
          Good morning, Ada<|im_end|>
          <|im_start|>user
          More<|im_end|>
          <|im_start|>assistant

          """)
      let said = seen.pieces.compactMap { piece in
        if case .message(let sender) = piece.origin {
          "\(sender == .user ? "user" : "agent"): \(piece.text)"
        } else {
          nil
        }
      }
      #expect(
        said == [
          "user: Go on", "agent: Good morning, Ada", "user: And then?", "agent: Good morning, Ada", "user: More",
        ])
      let estimate = try #require(try await service.context.estimate(of: chat, with: Draft(text: "More")))
      #expect(abs(estimate.used - seen.extent.used) < 40)
      await service.shutDown()
    }

    @Test func `that is too small leaves out the oldest, and says with which message it begins`() async throws {
      let fixture = try await EngineFixture(real: .speaking(Self.words, context: 512))
      let chat = try await chat(fixture)
      let service = fixture.service
      for number in 1...8 {
        await fixture.log.message(try await fixture.ask(in: chat.id, "Question \(number)"), is: .complete)
      }
      let text = String(repeating: "long ", count: 20)
      let measured = try await service.context.extent(of: chat, with: Draft(text: text))
      let first = try #require(measured.firstMessage)
      let saved = try await fixture.saved(in: chat.id)
      let index = try #require(saved.firstIndex { $0.id == first })
      let seen = try await service.context.view(of: chat, with: Draft(text: text))
      #expect(seen.leftOut == index)
      #expect(seen.pieces.map(\.text).joined().hasPrefix("<|im_start|>user\n\(saved[index].text)<"))
      // To ask moves nothing: neither for the next question nor for the reply.
      #expect(try await service.context.extent(of: chat, with: Draft(text: text)) == measured)
      let reply = await fixture.log.message(try await fixture.ask(in: chat.id, text), is: .complete)
      #expect(reply.usage?.promptTokens == measured.used)
      // With the reply it is kept from where on it saw the chat, and nothing need be loaded to say so.
      let context = ReplyContext(length: 512, firstMessage: measured.firstMessage)
      #expect(reply.context == context)
      #expect(try await fixture.saved(in: chat.id).last?.context == context)
      await service.shutDown()
      await fixture.library.close()
      let later = try await EngineFixture(again: fixture)
      #expect(try await later.service.context.firstSeen(in: chat) == first)
      #expect(engines("sotto-engine") == [])
      // The message may go since.
      try await later.service.deleteMessages([first])
      #expect(try await later.service.context.firstSeen(in: chat) == nil)
      await later.service.shutDown()
    }

    /// The longer one is not even read again.
    @Test(arguments: [400, 4_000])
    func `leaves out a message that did not fit once something is said after it`(words: Int) async throws {
      let fixture = try await EngineFixture(real: .speaking(Self.words, context: 512))
      let chat = try await chat(fixture)
      await fixture.log.message(try await fixture.ask(in: chat.id, "Hello"), is: .complete)
      let long = String(repeating: "long ", count: words)
      let failed = await fixture.log.message(try await fixture.ask(in: chat.id, long), is: .failed)
      #expect(failed.failure == .tooLong)
      await fixture.log.message(try await fixture.ask(in: chat.id, "Short"), is: .complete)
      let seen = try await fixture.service.context.view(of: chat, with: Draft())
      let short = try #require(try await fixture.saved(in: chat.id).last { $0.text == "Short" })
      #expect(seen.extent.firstMessage == short.id && seen.leftOut == (words == 400 ? 3 : nil))
      #expect(seen.pieces.map(\.text).joined().hasPrefix("<|im_start|>user\nShort<|im_end|>"))
      await fixture.service.shutDown()
    }

    @Test func `is not filled by a reply in which nothing was said: that one failed`() async throws {
      let fixture = try await EngineFixture(real: .speaking([]))
      let chat = try await chat(fixture)
      let reply = await fixture.log.message(try await fixture.ask(in: chat.id), is: .failed)
      #expect(reply.failure == .nothingSaid && reply.text.isEmpty)
      await fixture.service.shutDown()
    }

    @Test func `is the smaller one that a chat wants, though the model is loaded with more, for gauge, lens and reply`()
      async throws
    {
      let fixture = try await EngineFixture(real: .speaking(Self.words, context: 2_048))
      let service = fixture.service
      let small = try await chat(fixture)
      try await service.changeChatSettings(of: small.id) { $0.parameters.contextLength = 512 }
      await fixture.log.message(try await fixture.ask(1).reply, is: .complete)
      let engine = engines("sotto-engine")
      for number in 1...8 {
        let measured = try await service.context.extent(of: small, with: Draft(text: "Question \(number)"))
        #expect(measured.length == 512 && measured.room == 384 && measured.used <= 384)
        let reply = await fixture.log.message(try await fixture.ask(in: small.id, "Question \(number)"), is: .complete)
        #expect(reply.usage?.promptTokens == measured.used)
      }
      let seen = try await service.context.view(of: small, with: Draft(text: "More"))
      #expect(seen.extent.firstMessage != nil && seen.extent.length == 512)
      try await service.changeChatSettings(of: small.id) { $0.parameters.contextLength = 1_024 }
      #expect(try await service.context.extent(of: small, with: Draft(text: "More")).firstMessage == nil)
      #expect(engines("sotto-engine") == engine)
      await service.shutDown()
    }

    @Test func `is asked for in vain where a reply is wanted: the question is called off at once`() async throws {
      let fixture = try await EngineFixture(real: .speaking(Self.words))
      let chat = try await chat(fixture)
      await fixture.log.message(try await fixture.ask(in: chat.id), is: .complete)
      let engine = try #require(engines("sotto-engine").first)
      kill(engine, SIGSTOP)
      // Whoever reads its messages has the turn.
      let (turn, began) = AsyncStream.makeStream(of: Void.self)
      let request = ReplyRequest(
        chat: chat.id, reply: fixture.surroundings.newID(),
        messages: PromptMessages { _, _ throws(StoreError) in
          began.yield()
          let message = PromptMessage(id: MessageID(high: 1, low: 1), sender: .user, text: "Hi")
          return PromptMessages.Page([message], start: nil)
        }, chatBegan: fixture.surroundings.now(), picture: { _ throws(PictureError) in throw .cancelled })
      let model = try await fixture.model(1)
      let question = Task { [engine = fixture.engine] in
        _ = await #expect(throws: ContextFault.calledOff) { try await engine.ask(model, request, .pieces) }
      }
      for await _ in turn { break }
      let abandoned = Task { [service = fixture.service] in
        _ = await #expect(throws: ContextFault.calledOff) { try await service.context.extent(of: chat, with: Draft()) }
      }
      abandoned.cancel()
      await abandoned.value
      let next = try await fixture.ask(in: chat.id)
      await question.value
      kill(engine, SIGCONT)
      await fixture.log.message(next, is: .complete)
      #expect(engines("sotto-engine") == [engine])
      #expect(try await fixture.service.context.extent(of: chat, with: Draft()).used > 0)
      await fixture.service.shutDown()
    }
  }
}
