import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Replies that are stopped before their first word: a line of them stays, by which they can be asked for again.
@Suite(.timeLimit(.minutes(1)))
struct UnbegunTests {
  @Test func `A due reply that is stopped leaves a line that can be asked again`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    try await library.service.stopReply(in: chat.id)
    let stopped = await library.log.message(reply, is: .stopped)
    #expect(stopped.text == "")
    #expect(try await library.saved(in: chat.id).map(\.state) == [.complete, .stopped])
    let row = try #require(try await library.service.chat(chat.id))
    #expect(row.messageCount == 2)
    #expect(row.preview.text == "Go")
    #expect(try await library.store.verify() == [])
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("Here it is"))
    library.puppet.end()
    await library.log.message(reply, is: .complete)
    #expect(try await library.saved(in: chat.id).map(\.text) == ["Go", "Here it is"])
    #expect(try await library.store.verify() == [])
  }

  @Test func `Replies that wait behind a stopped one are stopped with it and each leaves its line`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let first = try #require(try await library.service.send("1", in: chat.id).reply)
    let second = try #require(try await library.service.send("2", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    try await library.service.stopReply(in: chat.id)
    await library.log.message(first, is: .stopped)
    await library.log.message(second, is: .stopped)
    #expect(library.puppet.timesAsked == 1)
    #expect(try await library.saved(in: chat.id).map(\.state) == [.complete, .complete, .stopped, .stopped])
    #expect(try await library.service.unfinishedReplies(in: chat.id).isEmpty)
  }

  @Test func `A stopped due reply stays stopped over a restart, even when Sotto closes at once`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.failing.holdWrites()
    try await library.service.stopReply(in: chat.id)
    async let closing: Void = library.service.shutDown()
    await library.failing.heldWrite()
    library.failing.releaseWrites()
    await closing
    await library.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    try await next.service.start()
    #expect(try await next.saved(in: chat.id).map(\.state) == [.complete, .stopped])
    #expect(next.puppet.timesAsked == 0)
    try await next.service.retry(reply)
    await next.puppet.asked(times: 1)
  }

  @Test func `A due reply that another process was asked to stop leaves its line`() async throws {
    let one = try await TestLibrary()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await two.service.start()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("Go", in: chat.id, leavesReply: true).reply)
    await two.puppet.asked(times: 1)
    await one.service.listenToOtherProcesses()
    try await one.service.stopReply(in: chat.id)
    await two.log.message(reply, is: .stopped)
    await one.log.message(reply, is: .stopped)
    #expect(try await one.saved(in: chat.id).map(\.state) == [.complete, .stopped])
  }

  @Test func `A reply that becomes due while Sotto ends is left to whoever comes`() async throws {
    let one = try await TestLibrary()
    let chat = try await one.chat(messages: 0)
    await one.service.beginShutDown()
    let reply = try #require(try await one.service.send("Go", in: chat.id).reply)
    await one.service.shutDown()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    let due = try await two.service.unfinishedReplies(in: chat.id)
    #expect(due.map(\.message.id) == [reply] && due.map(\.owner) == [.nobody])
  }

  @Test func `An agent that owes a reply after several messages owes none for a line that was stopped`() async throws {
    let library = try await TestLibrary()
    library.puppet.answers(ReplySchedule(after: 2...2))
    let chat = try await library.chat(messages: 0)
    #expect(try await library.service.send("1", in: chat.id).reply == nil)
    let reply = try #require(try await library.service.send("2", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    try await library.service.stopReply(in: chat.id)
    await library.log.message(reply, is: .stopped)
    #expect(try await library.service.send("3", in: chat.id).reply == nil)
    #expect(try await library.service.send("4", in: chat.id).reply != nil)
  }
}
