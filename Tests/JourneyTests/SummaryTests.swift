import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// What a model does not see any more stands in fewer words above what it sees.
@Suite(.timeLimit(.minutes(1)))
struct SummaryTests {
  private let agent = MeasuredAgent()

  /// A chat of so many messages whose agent is to sum up what it does not see.
  private func open(messages count: Int = 6) async throws -> (TestLibrary, ChatID, [MessageID]) {
    let library = try await TestLibrary(agents: [agent])
    let chat = try await library.chat(messages: count)
    try await library.service.setAgent("measured", in: chat.id)
    try await library.service.changeChatSettings(of: chat.id) { $0.overflow = .summarise }
    return (library, chat.id, try await library.saved(in: chat.id).map(\.id))
  }

  /// Says that what is above the message does not fit, and waits until the summary is asked for.
  private func overflow(_ library: TestLibrary, _ chat: ChatID, above message: MessageID, asked: Int = 1) async throws {
    await agent.puppet.asked(times: asked)
    #expect(agent.puppet.request?.task == .answerToAll)
    agent.puppet.end(.overflowed(above: message))
    await agent.puppet.asked(times: asked + 1)
    #expect(agent.puppet.request?.task == .summary)
  }

  private func whole(_ chat: ChatID, _ library: TestLibrary) async throws -> Chat {
    try #require(try await library.service.chat(chat))
  }

  private func words(_ request: ReplyRequest?) async throws -> [String] {
    try await request?.messages.page(limit: 100).messages.map(\.text) ?? []
  }

  @Test func `A reply that has no room waits for a summary, and reads it in the place of what is above`() async throws {
    let (library, chat, before) = try await open()
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    try await overflow(library, chat, above: before[4])
    #expect(try await words(agent.puppet.request) == (1...4).map { "Message \($0)" })
    await library.log.first { if case .phase(reply, in: chat, .summarising) = $0 { true } else { false } }
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await agent.puppet.asked(times: 3)
    #expect(agent.puppet.request?.task == .answer && agent.puppet.request?.reply == reply)
    #expect(try await words(agent.puppet.request) == ["In short", "Message 5", "Message 6", "Go on"])
    agent.puppet.say(.text("Well"))
    agent.puppet.end()
    await library.log.message(reply, is: .complete)
    let saved = try await library.saved(in: chat)
    #expect(saved.map(\.sender) == [.user, .agent, .user, .agent, .summary, .user, .agent, .user, .agent])
    #expect(saved[4].standsForAbove && saved[4].text == "In short")
    let row = try await library.service.chat(chat)
    #expect(row?.preview.text == "Well" && row?.messageCount == 9)
    #expect(try await library.store.verify() == [])
    // The next one covers the first.
    _ = try await library.service.send("And now", in: chat)
    try await overflow(library, chat, above: saved[7].id, asked: 4)
    #expect(try await words(agent.puppet.request) == ["In short", "Message 5", "Message 6"])
    agent.puppet.say(.text("Shorter"))
    agent.puppet.end()
    await agent.puppet.asked(times: 6)
    #expect(try await words(agent.puppet.request) == ["Shorter", "Go on", "Well", "And now"])
    agent.puppet.end()
    // Only without the one in use are the messages read again.
    let summaries = try await library.saved(in: chat).filter(\.standsForAbove).map(\.id)
    try await library.service.deleteMessages([summaries[0]])
    #expect(try await library.service.chatSettings(of: chat).overflow == .summarise)
    try await library.service.deleteMessages([summaries[1]])
    #expect(try await library.service.chatSettings(of: chat).overflow == .dropOldest)
  }

  @Test(arguments: [ReplyEnd.failed(.tooLong), .finished])
  func `A summary that fails or is empty stays, is not used, and is not tried again by itself`(_ end: ReplyEnd)
    async throws
  {
    let (library, chat, before) = try await open()
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    try await overflow(library, chat, above: before[4])
    let summary = try #require(agent.puppet.request?.reply)
    agent.puppet.end(end)
    await agent.puppet.asked(times: 3)
    #expect(try await words(agent.puppet.request).count == 7)
    agent.puppet.say(.text("Well"))
    agent.puppet.end()
    await library.log.message(reply, is: .complete)
    #expect(try await library.saved(in: chat)[4].state == .failed)
    let next = try #require(try await library.service.send("And now", in: chat).reply)
    await agent.puppet.asked(times: 4)
    // The chat goes on, and with it the place.
    agent.puppet.end(.overflowed(above: try await library.saved(in: chat)[7].id))
    await agent.puppet.asked(times: 5)
    #expect(agent.puppet.request?.task == .answer)
    agent.puppet.end()
    await library.log.message(next, is: .complete)
    #expect(try await library.saved(in: chat).count { $0.sender == .summary } == 1)
    #expect(try await !library.service.context.summarisesFirst(in: chat))
    // A person may.
    try await library.service.retry(summary)
    await agent.puppet.asked(times: 6)
    #expect(agent.puppet.request?.task == .summary && agent.puppet.request?.reply == summary)
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    #expect(await library.log.message(summary, is: .complete).sender == .summary)
  }

  @Test func `Stop stops the summary and the reply behind it; nothing of the chat is lost or used`() async throws {
    let (library, chat, before) = try await open()
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    try await overflow(library, chat, above: before[4])
    let summary = try #require(agent.puppet.request?.reply)
    agent.puppet.say(.text("In sh"))
    await library.log.message(summary, is: .streaming)
    try await library.service.stopReply(in: chat)
    #expect(await library.log.message(summary, is: .stopped).text == "In sh")
    await library.log.message(reply, is: .stopped)
    try await library.service.retry(reply)
    await agent.puppet.asked(times: 3)
    // It is a new try, but the summary is not.
    #expect(agent.puppet.request?.task == .answerToAll)
    agent.puppet.end(.overflowed(above: before[4]))
    await agent.puppet.asked(times: 4)
    #expect(agent.puppet.request?.task == .answer)
    #expect(try await words(agent.puppet.request).count == 7)
    agent.puppet.end()
  }

  @Test func `A stop while a summary is put into the chat leaves none that nobody makes`() async throws {
    let (library, chat, before) = try await open()
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    await agent.puppet.asked(times: 1)
    library.failing.holdWrites()
    agent.puppet.end(.overflowed(above: before[4]))
    await library.failing.heldWrite()
    try await library.service.stopReply(in: chat)
    library.failing.releaseWrites()
    await library.log.message(reply, is: .stopped)
    #expect(try await !library.saved(in: chat).contains { $0.sender == .summary })
    #expect(try await library.store.read { store throws(StoreError) in try store.unfinishedReplies(in: chat) } == [])
  }

  @Test func `A reply in the middle that is tried again has its summary above itself`() async throws {
    let (library, chat, before) = try await open()
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    await agent.puppet.asked(times: 1)
    agent.puppet.end(.failed(.tooLong))
    await library.log.message(reply, is: .failed)
    let next = try #require(try await library.service.send("And now, in very many words", in: chat).reply)
    await agent.puppet.asked(times: 2)
    agent.puppet.say(.text("Well"))
    agent.puppet.end()
    await library.log.message(next, is: .complete)
    try await library.service.retry(reply)
    try await overflow(library, chat, above: before[4], asked: 3)
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await agent.puppet.asked(times: 5)
    #expect(agent.puppet.request?.reply == reply)
    #expect(try await words(agent.puppet.request) == ["In short", "Message 5", "Message 6", "Go on"])
    agent.puppet.end()
  }

  @Test func `One that failed is moved to where it leaves room when a person asks again, and is not made twice`()
    async throws
  {
    let (library, chat, before) = try await open()
    try await library.service.summarise(chat, above: before[2])
    await agent.puppet.asked(times: 1)
    let summary = try #require(agent.puppet.request?.reply)
    agent.puppet.end(.failed(.tooLong))
    await library.log.message(summary, is: .failed)
    _ = try await library.service.send("A message that is as long as four of them", in: chat)
    await agent.puppet.asked(times: 2)
    agent.puppet.say(.text("Well"))
    agent.puppet.end()
    try await library.service.summarise(chat, above: before[4])
    try await library.service.summarise(chat, above: before[4])
    await agent.puppet.asked(times: 3)
    #expect(agent.puppet.request?.reply == summary)
    #expect(try await words(agent.puppet.request) == (1...6).map { "Message \($0)" })
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await library.log.message(summary, is: .complete)
    #expect(try await library.saved(in: chat).map(\.sender).filter { $0 == .summary }.count == 1)
    #expect(try await library.store.verify() == [])
  }

  @Test func `Without its summary a chat reads its messages again, and drops the oldest from then on`() async throws {
    let (library, chat, before) = try await open()
    try await library.service.summarise(chat, above: before[4])
    await agent.puppet.asked(times: 1)
    let summary = try #require(agent.puppet.request?.reply)
    // Somebody writes meanwhile: the summary stays where it is.
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    agent.puppet.say(.text("In short"))
    agent.puppet.end()
    await library.log.message(summary, is: .complete)
    await agent.puppet.asked(times: 2)
    #expect(try await words(agent.puppet.request) == ["In short", "Message 5", "Message 6", "Go on"])
    agent.puppet.end()
    await library.log.message(reply, is: .complete)
    try await library.service.deleteMessages([summary])
    let seen = try await library.service.context.view(of: whole(chat, library), with: Draft())
    #expect(seen.pieces.contains { $0.text == "Message 1" })
    try await library.service.deleteMessages([summary])
    #expect(try await library.service.chatSettings(of: chat).overflow == .dropOldest)
    #expect(try await library.saved(in: chat).map(\.id).prefix(6) == before[...])
    #expect(try await library.store.verify() == [])
  }

  @Test func `A summary takes back the line that the reply before it left`() async throws {
    let (library, chat, _) = try await open(messages: 10)
    try await library.service.changeChatSettings(of: chat) { $0.overflow = .dropOldest }
    let reply = try #require(try await library.service.send("Go on", in: chat).reply)
    await agent.puppet.asked(times: 1)
    agent.puppet.say(.text("Well"))
    agent.puppet.end()
    await library.log.message(reply, is: .complete)
    let first = try #require(try await library.service.context.firstSeen(in: whole(chat, library)))
    try await library.service.summarise(chat, above: first)
    #expect(try await library.service.chatSettings(of: chat).overflow == .summarise)
    await agent.puppet.asked(times: 2)
    let summary = try #require(agent.puppet.request?.reply)
    agent.puppet.say(.text("In short"))
    #expect(try await library.service.context.firstSeen(in: whole(chat, library)) == first)
    agent.puppet.end()
    await library.log.message(summary, is: .complete)
    #expect(try await library.service.context.firstSeen(in: whole(chat, library)) == nil)
    try await library.service.deleteMessages([summary])
    #expect(try await library.service.context.firstSeen(in: whole(chat, library)) == first)
  }

  @Test func `A kill leaves a summary that is not used, or one that is due; another process finds both`() async throws {
    let (library, chat, before) = try await open()
    try await library.service.summarise(chat, above: before[4])
    await agent.puppet.asked(times: 1)
    let summary = try #require(agent.puppet.request?.reply)
    let other = try await TestLibrary(in: library.folder, surroundings: library.surroundings, agents: [MeasuredAgent()])
    // Somebody makes it already.
    try await other.service.summarise(chat, above: before[4])
    #expect(try await other.saved(in: chat).count == 7)
    await library.store.close()
    await other.store.close()
    let heir = MeasuredAgent()
    let second = try await TestLibrary(in: library.folder, surroundings: library.surroundings, agents: [heir])
    try await second.service.start()
    await heir.puppet.asked(times: 1)
    #expect(heir.puppet.request?.task == .summary && heir.puppet.request?.reply == summary)
    heir.puppet.say(.text("In short"))
    await second.log.message(summary, is: .streaming)
    await second.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings, agents: [agent])
    try await next.service.start()
    #expect(await next.log.message(summary, is: .interrupted).sender == .summary)
    _ = try await next.service.send("Go on", in: chat)
    await agent.puppet.asked(times: 2)
    #expect(try await words(agent.puppet.request).count == 7)
    agent.puppet.end()
  }

  @Test func `An agent without a context sums nothing up`() async throws {
    let (library, chat, before) = try await open()
    try await library.service.setAgent("puppet", in: chat)
    try await library.service.summarise(chat, above: before[4])
    let failed = await library.log.first {
      if case .messageSaved(let message) = $0 { message.failure == .notSummarised } else { false }
    }
    guard case .messageSaved(let message) = failed else { return }
    #expect(message.sender == .summary && message.state == .failed && library.puppet.timesAsked == 0)
  }
}
