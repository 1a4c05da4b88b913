import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// Replies that are stopped before their first word: a line of them stays, by which they can be asked for again.
@Suite(.timeLimit(.minutes(1)))
struct UnbegunTests {
  @Test func `A due reply that is stopped leaves a line that can be asked again`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    try await house.service.stopReply(in: chat.id)
    let stopped = await house.log.message(reply, is: .stopped)
    #expect(stopped.text == "")
    #expect(try await house.saved(in: chat.id).map(\.state) == [.whole, .stopped])
    let row = try #require(try await house.service.chat(chat.id))
    #expect(row.messageCount == 2)
    #expect(row.preview.text == "Go")
    #expect(try await house.store.verify() == [])
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    house.puppet.say(.piece("Here it is"))
    house.puppet.end()
    await house.log.message(reply, is: .whole)
    #expect(try await house.saved(in: chat.id).map(\.text) == ["Go", "Here it is"])
    #expect(try await house.store.verify() == [])
  }

  @Test func `Replies that wait behind a stopped one are stopped with it and each leaves its line`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let first = try #require(try await house.service.send("1", in: chat.id).reply)
    let second = try #require(try await house.service.send("2", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    try await house.service.stopReply(in: chat.id)
    await house.log.message(first, is: .stopped)
    await house.log.message(second, is: .stopped)
    #expect(house.puppet.timesAsked == 1)
    #expect(try await house.saved(in: chat.id).map(\.state) == [.whole, .whole, .stopped, .stopped])
    #expect(try await house.service.unfinishedReplies(in: chat.id).isEmpty)
  }

  @Test func `A stopped due reply stays stopped over a restart, even when Sotto closes at once`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.failing.holdWrites()
    try await house.service.stopReply(in: chat.id)
    async let closing: Void = house.service.shutDown()
    await house.failing.heldWrite()
    house.failing.releaseWrites()
    await closing
    await house.store.close()
    let next = try await TestHouse(in: house.folder, surroundings: house.surroundings)
    try await next.service.start()
    #expect(try await next.saved(in: chat.id).map(\.state) == [.whole, .stopped])
    #expect(next.puppet.timesAsked == 0)
    try await next.service.retry(reply)
    await next.puppet.asked(times: 1)
  }

  @Test func `A due reply that another process was asked to stop leaves its line`() async throws {
    let one = try await TestHouse()
    let two = try await TestHouse(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await two.service.start()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("Go", in: chat.id, leavesReply: true).reply)
    await two.puppet.asked(times: 1)
    await one.service.listenElsewhere()
    try await one.service.stopReply(in: chat.id)
    await two.log.message(reply, is: .stopped)
    await one.log.message(reply, is: .stopped)
    #expect(try await one.saved(in: chat.id).map(\.state) == [.whole, .stopped])
  }

  @Test func `An agent that owes a reply after several messages owes none for a line that was stopped`() async throws {
    let house = try await TestHouse()
    house.puppet.plans { state in
      let count = Int(state ?? "0").map { $0 + 1 } ?? 1
      return ReplyPlan(state: "\(count % 2)", isReplyDue: count % 2 == 0)
    }
    let chat = try await house.chat(messages: 0)
    #expect(try await house.service.send("1", in: chat.id).reply == nil)
    let reply = try #require(try await house.service.send("2", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    try await house.service.stopReply(in: chat.id)
    await house.log.message(reply, is: .stopped)
    #expect(try await house.service.send("3", in: chat.id).reply == nil)
    #expect(try await house.service.send("4", in: chat.id).reply != nil)
  }
}
