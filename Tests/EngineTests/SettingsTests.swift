import Domain
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// What a person sets for a chat, on its way to the model.
  @Suite struct `What is set for a chat` {
    /// What the engine was told: temperature, top-k, top-p, min-p, penalties, longest reply, context, thinking, seed.
    private func told(_ fixture: EngineFixture, in chat: ChatID) async throws -> [Substring] {
      let text = await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text
      return text.split(separator: " ")
    }

    @Test func `reaches the engine with the next reply, over what the model's maker recommends and what is usual`()
      async throws
    {
      let fixture = try await EngineFixture("settings")
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1)).id
      let usual = try await told(fixture, in: chat)
      #expect(
        usual.dropLast() == ["0.5", "20.0", "0.95", "0.05", "1.5", "0.0", "0.0", "0.0", "4096", "unspecified"])
      // The reply keeps all that applied, also the seed of chance.
      var kept = ReplyParameters.usual
      (kept.temperature, kept.topK, kept.repeatPenalty, kept.seed) = (0.5, 20, 1.5, usual.last.flatMap { UInt64($0) })
      #expect(try await fixture.saved(in: chat).last?.settings == kept)
      try await fixture.service.changeChatSettings(of: chat) { settings in
        settings.parameters.temperature = 0
        settings.parameters.topK = 0
        settings.parameters.topP = 0.9
        settings.parameters.minP = 0.1
        settings.parameters.repeatPenalty = 1.25
        settings.parameters.frequencyPenalty = -0.5
        settings.parameters.presencePenalty = 2
        settings.parameters.maximumTokens = 77
        settings.parameters.reasoning = false
        settings.parameters.seed = 4_294_967_295
      }
      #expect(
        try await told(fixture, in: chat)
          == ["0.0", "0.0", "0.9", "0.1", "1.25", "-0.5", "2.0", "77.0", "4096", "off", "4294967295"])
      let own = try await fixture.saved(in: chat).last?.settings
      #expect(
        own?.temperature == 0 && own?.maximumTokens == 77 && own?.seed == 4_294_967_295 && own?.reasoning == false)
      await fixture.service.shutDown()
    }

    @Test func `stands before all messages where it is instructions, and the time stays that of the chat`() async throws
    {
      let fixture = try await EngineFixture("echo")
      let began = fixture.surroundings.now().milliseconds / 1_000
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1)).id
      try await fixture.service.changeChatSettings(of: chat) { $0.instructions = "Be brief.\nIn German." }
      fixture.surroundings.advance(by: .seconds(100_000))
      let first = await fixture.log.message(try await fixture.ask(in: chat, "Hello"), is: .complete)
      #expect(first.text == "\(began)\nsystem: Be brief.\nIn German.\nuser: Hello")
      try await fixture.service.changeChatSettings(of: chat) { $0.instructions = " \n" }
      let second = await fixture.log.message(try await fixture.ask(in: chat, "Again"), is: .complete)
      #expect(second.text.hasPrefix("\(began)\nuser: Hello\nassistant: "))
      await fixture.service.shutDown()
    }

    @Test func `has the model loaded again for a larger context, and not for a smaller one`() async throws {
      let fixture = try await EngineFixture("settings")
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1)).id
      #expect(try await told(fixture, in: chat)[8] == "4096")
      let first = engines()
      try await fixture.service.changeChatSettings(of: chat) { $0.parameters.contextLength = 8_192 }
      #expect(try await told(fixture, in: chat)[8] == "8192")
      let second = engines()
      #expect(first != second && second.count == 1)
      try await fixture.service.changeChatSettings(of: chat) { $0.parameters.contextLength = 512 }
      #expect(try await told(fixture, in: chat)[8] == "8192")
      #expect(engines() == second)
      // Who asks for exactly that has it loaded anew, and the next chat without a wish takes no less than is usual.
      let id = try await fixture.model(1).id
      try await fixture.models.load(id, context: 512, anyway: false)
      await fixture.loaded(512)
      try await fixture.models.load(id, context: nil, anyway: false)
      await fixture.loaded(4_096)
      fixture.agents.prepare(fixture.agent(1), context: 8_192, for: nil)
      await fixture.loaded(8_192)
      // What no machine has is refused, with what would be needed.
      var record = try await fixture.model(1)
      record.facts.contextBytesPerToken = 1 << 34
      let hungry = record
      try await fixture.models.restore(hungry)
      await fixture.agents { _ in true }
      try await fixture.service.changeChatSettings(of: chat) { $0.parameters.contextLength = 1 << 20 }
      try await lookUntil { fixture.agents.agent(for: fixture.agent(1)) != nil }
      let failed = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      switch failed.failure {
      case .model(.largeContext(_, let tokens, _, _)): #expect(tokens == 1 << 20)
      case .model(.tooLarge): break
      default: Issue.record("it failed of something else")
      }
      await fixture.service.shutDown()
    }

    @Test func `makes a real model say the same twice at temperature 0, and by the same seed`() async throws {
      let fixture = try await EngineFixture(real: .random(seed: 3, context: 1_024))
      func reply(_ change: @escaping @Sendable (inout ReplyParameters) -> Void) async throws -> Message {
        let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1)).id
        try await fixture.service.changeChatSettings(of: chat) {
          $0.parameters.maximumTokens = 24
          change(&$0.parameters)
        }
        return await fixture.log.message(try await fixture.ask(in: chat, "Hello"), is: .complete)
      }
      let cold = try await reply { $0.temperature = 0 }
      #expect(cold.usage?.replyTokens ?? 0 <= 24 && !cold.text.isEmpty)
      #expect(try await reply { $0.temperature = 0 }.text == cold.text)
      let seeded = try await reply { ($0.temperature, $0.seed) = (5, 7) }
      #expect(try await reply { ($0.temperature, $0.seed) = (5, 7) }.text == seeded.text)
      #expect(try await reply { ($0.temperature, $0.seed) = (5, 8) }.text != seeded.text)
      // Instructions are read with the messages.
      let chat = try await fixture.service.createChat(titled: "Chat", agent: fixture.agent(1)).id
      try await fixture.service.changeChatSettings(of: chat) {
        $0.instructions = "Speak of nothing but the sea."
        $0.parameters.maximumTokens = 1
      }
      let told = await fixture.log.message(try await fixture.ask(in: chat, "Hello"), is: .complete)
      #expect(told.usage?.promptTokens ?? 0 > cold.usage?.promptTokens ?? 0)
      await fixture.service.shutDown()
    }
  }
}
