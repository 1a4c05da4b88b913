import TestSupport
import Testing

@testable import Domain

/// About how much of its context an agent would read: the arithmetic, without a disk or an agent.
@Suite struct ContextEstimateTests {
  private let surroundings = ManualSurroundings()
  private let chat: ChatID
  private let agent = AgentProfile(id: "model", name: "Model", summary: "", suggestions: [], contextLength: 1_000)

  init() { chat = surroundings.newID() }

  private func message(
    _ sender: Sender, bytes: Int, _ usage: ReplyUsage? = nil, state: MessageState = .complete, later: Int64 = 0
  ) -> Message {
    var message = Message(
      id: surroundings.newID(), chat: chat, sender: sender, text: String(repeating: "x", count: bytes), state: state,
      createdAt: surroundings.now().advanced(by: .milliseconds(later)))
    message.usage = usage
    return message
  }

  private var reply: Message {
    message(.agent, bytes: 80, ReplyUsage(model: "Model", promptTokens: 200, replyTokens: 20))
  }

  private func used(
    _ messages: [Message], _ settings: ChatSettings = ChatSettings(), draft: Int = 0
  ) -> Int? {
    let draft = Draft(text: String(repeating: "x", count: draft))
    return ContextEstimate(by: agent, settings, last: messages)?.extent(with: draft, near: messages).used
  }

  @Test func `It is what the last reply read and said, and a token for four bytes since`() {
    #expect(used([reply]) == 220)
    #expect(used([message(.user, bytes: 400), reply, message(.user, bytes: 40)]) == 230)
    #expect(used([reply, message(.user, bytes: 39)], draft: 1) == 230)
  }

  @Test func `It is not known where another agent answered, or none has told`() {
    #expect(used([]) == nil)
    #expect(used([message(.user, bytes: 40)]) == nil)
    #expect(used([message(.agent, bytes: 40, ReplyUsage(model: "Model"))]) == nil)
    #expect(used([message(.agent, bytes: 40, ReplyUsage(model: "Other", promptTokens: 200))]) == nil)
  }

  @Test func `It is not known of an agent that holds everything`() {
    var endless = agent
    endless.contextLength = nil
    #expect(ContextEstimate(by: endless, ChatSettings(), last: [reply]) == nil)
  }

  @Test func `A newer summary leaves itself, what follows it, and the instructions`() {
    var settings = ChatSettings()
    settings.instructions = String(repeating: "x", count: 20)
    let summary = message(.summary, bytes: 60, later: 1)
    #expect(used([summary, reply, message(.user, bytes: 40)], settings) == 50)
    #expect(used([summary, reply, message(.user, bytes: 40)], settings, draft: 40) == 60)
  }

  @Test func `A summary that was there before the reply, or is not whole, changes nothing`() {
    #expect(used([message(.summary, bytes: 60, later: -1), reply]) == 220)
    #expect(used([message(.summary, bytes: 60, state: .stopped, later: 1), reply]) == 220)
  }

  @Test func `It is never more than the agent holds, of which a quarter is the reply's`() throws {
    let messages = [reply, message(.user, bytes: 40_000)]
    let estimate = try #require(ContextEstimate(by: agent, ChatSettings(), last: messages))
    #expect(estimate.extent(with: Draft(), near: messages) == ContextExtent(length: 1_000, room: 750, used: 1_000))
  }

  @Test func `No number in a damaged row overflows`() {
    let odd = message(.agent, bytes: 4, ReplyUsage(model: "Model", promptTokens: .max, replyTokens: .max))
    #expect(used([odd, message(.user, bytes: 40)]) == 1_000)
  }
}
