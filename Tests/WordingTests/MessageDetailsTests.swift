import Domain
import TestSupport
import Testing
import Wording

/// What is said of one message, and that nothing is said of what nobody knows.
@Suite struct `Details of a message` {
  private let time = TimeText(clock: .twelveHours) { CivilCalendar.utc($0) }
  private var sent: String { "Sent: Friday, December 20, 2024 at 3:45 PM" }

  private func lines(sender: Sender = .agent, text: String = "Well", _ change: (inout Message) -> Void = { _ in })
    -> [String]
  {
    var message = Message(
      id: MessageID(high: 0x0191_0000_0000_7000, low: 1 << 63), chat: ChatID(high: 0x0191_0000_0000_7000, low: 1 << 63),
      sender: sender, text: text, createdAt: CivilCalendar.time(2024, 12, 20, 15, 45))
    change(&message)
    return message.details(time).map { "\($0.name): \($0.value)" }
  }

  private func settings(_ change: (inout ReplyParameters) -> Void) -> ReplyParameters {
    var settings = ReplyParameters.usual
    change(&settings)
    return settings
  }

  @Test func `A person's message and a script's have nothing of a model`() {
    #expect(lines(sender: .user) == [sent, "Length: 4 characters"])
    #expect(lines { $0.usage = ReplyUsage(model: "Cr\new") } == [sent, "Answered by: Cr ew", "Length: 4 characters"])
  }

  @Test func `A model's reply tells all of it`() {
    let all = lines(text: String(repeating: "a", count: 1_200)) {
      $0.usage = ReplyUsage(
        model: "Tiny", promptTokens: 1_204, knownTokens: 1_100, replyTokens: 312, milliseconds: 31_100,
        firstTokenMilliseconds: 1_449)
      $0.context = ReplyContext(length: 4_096)
      $0.settings = settings { $0.seed = 7 }
    }
    #expect(
      all == [
        sent, "Answered by: Tiny", "Tokens read: 1204, of which 1100 were known already", "Tokens written: 312",
        "Speed: 10.0 tokens per second", "Time to first token: 1.4 s", "Context used: 1516 of 4096 tokens",
        "Settings: Temperature 0.8 · Top-p 0.95 · Top-k 40 · Min-p 0.05 · Seed 7", "Length: 1200 characters",
      ])
  }

  @Test func `What a stopped or an old reply does not know is left out, never shown as 0`() {
    #expect(
      lines {
        $0.usage = ReplyUsage(model: "Tiny", firstTokenMilliseconds: 0)
        $0.context = ReplyContext(length: 4_096)
      } == [
        sent, "Answered by: Tiny", "Time to first token: less than 0.1 s", "Context: 4096 tokens",
        "Length: 4 characters",
      ])
    #expect(
      lines { $0.usage = ReplyUsage(model: "Tiny", promptTokens: 100, knownTokens: 0, replyTokens: 1) } == [
        sent, "Answered by: Tiny", "Tokens read: 100", "Tokens written: 1", "Length: 4 characters",
      ])
  }

  @Test func `A full context is full, whatever the last token was`() {
    let all = lines {
      $0.usage = ReplyUsage(model: "Tiny", promptTokens: 60, replyTokens: 5)
      $0.context = ReplyContext(length: 64)
    }
    #expect(all.contains("Context used: 64 of 64 tokens"))
  }

  @Test func `Settings that change nothing are not told, and those that a person set are`() {
    func words(_ settings: ReplyParameters) -> String? {
      lines { $0.settings = settings }.first { $0.hasPrefix("Set") }
    }
    #expect(
      words(
        settings {
          $0.topP = 1
          $0.minP = 0
          $0.topK = 0
          $0.temperature = 0
          $0.repeatPenalty = 1.1
          $0.presencePenalty = -0.5
          $0.maximumTokens = 512
          $0.reasoning = false
        })
        == "Settings: Temperature 0 · Top-k 0 · Repeat penalty 1.1 · Presence penalty -0.5 · Longest reply 512 · without reasoning"
    )
    #expect(words(ReplyParameters()) == nil)
  }
}
