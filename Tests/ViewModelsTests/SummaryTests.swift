import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// How a chat that is summarised looks.
@Suite(.timeLimit(.minutes(1)))
struct SummaryTests {
  private let windows = Windows()
  private let agent = MeasuredAgent()

  /// A chat of so many messages of nine bytes each with an agent that holds 100.
  private func open(messages count: Int) async throws -> (TestLibrary, ThreadModel) {
    let library = try await TestLibrary(agents: [agent])
    let chat = try await library.chat(messages: count)
    try await library.service.setAgent("measured", in: chat.id)
    let (_, thread) = try await windows.open(chat.id, in: library)
    return (library, thread)
  }

  @Test func `Nothing is said to be left out that is summarised first, but where the last summary failed`() async throws
  {
    let (library, thread) = try await open(messages: 10)
    try await library.service.changeChatSettings(of: thread.chat.id) { $0.overflow = .summarise }
    let context = thread.context
    await measured(library) { context.words == "73 of 100 tokens. The oldest messages are summarised first." }
    #expect(context.firstSeen == nil && context.level == .over && thread.rows.count == 11)
    let lens = try await openModel(library).contextLens(of: thread)
    await lens.look()
    #expect(lens.summary == "73 of 100 tokens · Older messages are summarised first")
    let first = try #require(thread.messages.dropFirst(2).first?.id)
    try await library.service.summarise(thread.chat.id, above: first)
    await agent.puppet.asked(times: 1)
    agent.puppet.end(.failed(.tooLong))
    await measured(library) { context.words == "73 of 100 tokens. The oldest messages are left out." }
    #expect(context.firstSeen == first)
    await lens.look()
    #expect(lens.summary == "73 of 100 tokens · 2 older messages are left out")
  }

  @Test func `Of two summaries one is in use, and without the model the context is about what follows it`() async throws
  {
    let library = try await TestLibrary(agents: [agent])
    let chat = try await library.chat(messages: 10)
    try await library.service.setAgent("measured", in: chat.id)
    let saved = try await library.saved(in: chat.id)
    try await library.failing.write { store throws(StoreError) in
      var reply = saved[9]
      reply.usage = ReplyUsage(model: "Measured", promptTokens: 70, replyTokens: 9)
      try store.update(reply)
      for (index, text) in [(3, "In short"), (5, "Shorter!")] {
        let summary = Message(
          id: library.surroundings.newID(), chat: chat.id, sender: .summary, text: text,
          createdAt: library.surroundings.now())
        try store.insert(summary, after: saved[index].id)
      }
    }
    let (_, thread) = try await windows.open(chat.id, in: library)
    #expect(thread.rows.filter { $0.sender == .summary }.map(\.isInUse) == [false, true])
    let about = try await library.service.context.estimate(of: thread.chat, with: Draft())
    #expect(about?.used == (8 + 3 * 9 + 10) / 4)
  }

  @Test func `A chat that is too long is summarised, which shows in the thread and can be taken back`() async throws {
    let (library, thread) = try await open(messages: 10)
    await measured(library) { thread.context.firstSeen != nil }
    let overflow = try await openModel(library).overflow(of: thread)
    #expect(overflow.canSummarise)
    overflow.summarise()
    await agent.puppet.asked(times: 1)
    func summary() -> ThreadRow? { thread.rows.first { $0.sender == .summary } }
    await until { summary()?.state == .queued }
    #expect(!thread.isOwedReply && thread.isReplying && overflow.isSummarising && !overflow.canSummarise)
    overflow.summarise()
    // Where it leaves room for what follows.
    await until {
      zip(thread.rows, thread.rows.dropFirst()).contains { $0.text == "Message 5" && $1.sender == .summary }
    }
    #expect(thread.spoken(try #require(summary())).hasPrefix("Summary of the messages above: "))
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await until { summary()?.state == .complete }
    #expect(summary()?.isInUse == true)
    await measured(library) { thread.context.firstSeen == nil && thread.context.isExact }
    #expect(thread.texts.contains("In short") && thread.texts.count == 11 && !overflow.isSummarising)
    await overflow.look()
    #expect(overflow.chosen == .summarise)
    let told = windows.newest
    #expect(told?.text == "Chat summarised")
    told?.action?()
    await until { summary() == nil }
    await measured(library) { thread.context.firstSeen != nil }
    let undo = windows.newest
    #expect(undo?.text == "Message deleted")
    undo?.ended?()
    await windows.idle()
    #expect(try await library.service.chatSettings(of: thread.chat.id).overflow == .dropOldest)
  }
  @Test func `One that is asked for while the deletion of the last one can be undone is made, and stays chosen`()
    async throws
  {
    let (library, thread) = try await open(messages: 10)
    await measured(library) { thread.context.firstSeen != nil }
    let overflow = try await openModel(library).overflow(of: thread)
    func summary() -> ThreadRow? { thread.rows.first { $0.sender == .summary } }
    overflow.summarise()
    await agent.puppet.asked(times: 1)
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await until { summary()?.state == .complete }
    guard case .message(let id)? = summary()?.id else { throw MissingSummary() }
    thread.delete(id)
    let undo = windows.newest
    await measured(library) { thread.context.firstSeen != nil }
    overflow.summarise()
    await agent.puppet.asked(times: 2)
    await until { summary()?.state == .queued }
    undo?.ended?()
    await windows.idle()
    #expect(try await library.service.chatSettings(of: thread.chat.id).overflow == .summarise)
    agent.puppet.say(.text("Shorter"))
    agent.puppet.end()
    await until { summary()?.state == .complete }
    #expect(thread.texts.contains("Shorter") && !thread.texts.contains("In short"))
  }
}

private struct MissingSummary: Error {}
