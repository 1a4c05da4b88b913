import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// What becomes of a reply when something comes between.
@Suite(.timeLimit(.minutes(1)))
struct ReplyLifeTests {
  @Test func `Stop keeps what came`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Half a sen"))
    await house.log.message(reply, is: .growing)
    try await house.service.stopReply(in: chat.id)
    let stopped = await house.log.message(reply, is: .stopped)
    #expect(stopped.text == "Half a sen")
    #expect(try await house.saved(in: chat.id).last?.text == "Half a sen")
    await house.puppet.stopped(times: 1)
  }

  @Test func `A failed reply says why and can be asked for again`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.end(.failed("The puppet has no strings."))
    let failed = await house.log.message(reply, is: .failed)
    #expect(failed.failure == "The puppet has no strings.")
    house.log.clear()
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    house.puppet.say(.piece("Better now"))
    house.puppet.end()
    let whole = await house.log.message(reply, is: .whole)
    #expect(whole.text == "Better now")
    #expect(whole.failure == nil)
    #expect(try await house.service.chat(chat.id)?.messageCount == 2)
  }

  @Test func `A due reply survives a restart and is made then`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    await house.service.shutDown()
    await house.store.close()
    let next = try await TestHouse(in: house.folder, surroundings: house.surroundings)
    #expect(try await next.saved(in: chat.id).last?.state == .queued)
    try await next.service.start()
    await next.puppet.asked(times: 1)
    next.puppet.say(.piece("Here I am"))
    next.puppet.end()
    await next.log.message(reply, is: .whole)
    #expect(try await next.saved(in: chat.id).map(\.text) == ["Go", "Here I am"])
  }

  @Test func `A quit saves what grew as interrupted`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("As far as "))
    await house.log.message(reply, is: .growing)
    house.puppet.say(.piece("this"))
    // Growth is told 30 times a second at most, and time stands still here.
    await house.surroundings.sleepers(atLeast: 2)
    house.surroundings.advance(by: .milliseconds(40))
    await house.log.first { if case .grew(reply, in: _, text: "As far as this") = $0 { true } else { false } }
    await house.service.shutDown()
    let saved = try #require(try await house.saved(in: chat.id).last)
    #expect(saved.state == .interrupted)
    #expect(saved.text == "As far as this")
  }

  @Test func `A reply that cannot be saved is saved as soon as the disk allows`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.failing.failWrites(with: .diskFull(path: house.folder))
    house.puppet.say(.piece("Only in memory"))
    house.puppet.end()
    await house.log.first { if case .failed = $0 { true } else { false } }
    await house.surroundings.sleepers(atLeast: 1)
    house.failing.failWrites(with: nil)
    house.surroundings.advance(by: .seconds(5))
    await house.log.message(reply, is: .whole)
    #expect(try await house.saved(in: chat.id).last?.text == "Only in memory")
  }

  @Test func `A growing reply is checkpointed about once a second`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("One "))
    await house.log.message(reply, is: .growing)
    house.surroundings.advance(by: .milliseconds(50))
    house.puppet.say(.piece("two"))
    await house.log.first { if case .grew(reply, in: _, text: "One two") = $0 { true } else { false } }
    await house.surroundings.sleepers(atLeast: 1)
    house.surroundings.advance(by: .seconds(1))
    // The next commit comes after the checkpoint, so that no wait by time is needed.
    while try await house.saved(in: chat.id).last?.text != "One two" {
      try await house.service.rename(chat.id, to: "Turn \(house.surroundings.random())")
    }
    #expect(try await house.service.messages(in: chat.id, .newest(limit: 5)).last?.text == "One two")
  }

  @Test func `A chat that goes to the bin stops its growing reply, and a due one waits for its return`() async throws {
    let house = try await TestHouse()
    try await house.service.start()
    let chat = try await house.chat(messages: 0)
    let growing = try #require(try await house.service.send("1", in: chat.id).reply)
    let due = try #require(try await house.service.send("2", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Begun"))
    await house.log.message(growing, is: .growing)
    try await house.service.moveToBin(chat.id)
    await house.log.message(growing, is: .stopped)
    #expect(try await house.saved(in: chat.id).first { $0.id == due }?.state == .queued)
    #expect(try await house.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await house.service.chats(ChatQuery(shelf: .bin, limit: 9)).map(\.id) == [chat.id])
    try await house.service.restore(chat.id)
    await house.puppet.asked(times: 2)
    house.puppet.say(.piece("Back"))
    house.puppet.end()
    await house.log.message(due, is: .whole)
  }

  @Test func `Deleting a chat for ever while its reply grows leaves nothing behind`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 4)
    let reply = try #require(try await house.service.send("1", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Begun"))
    await house.log.message(reply, is: .growing)
    try await house.service.deleteForEver(chat.id)
    await house.puppet.stopped(times: 1)
    #expect(try await house.service.chat(chat.id) == nil)
    #expect(try await house.saved(in: chat.id).isEmpty)
    #expect(try await house.store.verify().filter(\.isDamage).isEmpty)
  }

  @Test func `Two processes on one house see each other and never make a reply twice`() async throws {
    let one = try await TestHouse()
    let two = try await TestHouse(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await two.service.start()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("To the other", in: chat.id, leavesReply: true).reply)
    await two.puppet.asked(times: 1)
    try await one.service.start()
    two.puppet.say(.piece("From the other"))
    await two.log.message(reply, is: .growing)
    await one.log.message(reply, is: .growing)
    #expect(one.puppet.timesAsked == 0)
    // A stop asked for here reaches the process that makes the reply.
    try await one.service.stopReply(in: chat.id)
    await two.log.message(reply, is: .stopped)
    let seen = await one.log.message(reply, is: .stopped)
    #expect(seen.text == "From the other")
  }
}
