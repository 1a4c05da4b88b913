import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// What becomes of a reply when something comes between.
@Suite(.timeLimit(.minutes(1)))
struct ReplyLifeTests {
  @Test func `Stop keeps what came`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Half a sen"))
    await library.log.message(reply, is: .streaming)
    try await library.service.stopReply(in: chat.id)
    let stopped = await library.log.message(reply, is: .stopped)
    #expect(stopped.text == "Half a sen")
    #expect(try await library.saved(in: chat.id).last?.text == "Half a sen")
    await library.puppet.stopped(times: 1)
  }

  @Test func `A failed reply says why and can be asked for again`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.end(.failed(.words("The puppet has no strings.")))
    let failed = await library.log.message(reply, is: .failed)
    #expect(failed.failure == .words("The puppet has no strings."))
    library.log.clear()
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("Better now"))
    library.puppet.end()
    let whole = await library.log.message(reply, is: .complete)
    #expect(whole.text == "Better now")
    #expect(whole.failure == nil)
    #expect(try await library.service.chat(chat.id)?.messageCount == 2)
  }

  @Test func `A due reply survives a restart and is made then`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    await library.service.shutDown()
    await library.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    #expect(try await next.saved(in: chat.id).last?.state == .queued)
    try await next.service.start()
    await next.puppet.asked(times: 1)
    next.puppet.say(.text("Here I am"))
    next.puppet.end()
    await next.log.message(reply, is: .complete)
    #expect(try await next.saved(in: chat.id).map(\.text) == ["Go", "Here I am"])
  }

  @Test func `A quit saves what grew as interrupted`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("As far as "))
    await library.log.message(reply, is: .streaming)
    library.puppet.say(.text("this"))
    // Growth is told 30 times a second at most, and time stands still here.
    await library.surroundings.sleepers(atLeast: 2)
    library.surroundings.advance(by: .milliseconds(40))
    await library.log.first { if case .streamed(reply, in: _, text: "As far as this") = $0 { true } else { false } }
    await library.service.shutDown()
    let saved = try #require(try await library.saved(in: chat.id).last)
    #expect(saved.state == .interrupted)
    #expect(saved.text == "As far as this")
  }

  @Test func `A reply that cannot be saved is saved as soon as the disk allows`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.failing.failWrites(with: .diskFull(path: library.folder))
    library.puppet.say(.text("Only in memory"))
    library.puppet.end()
    await library.log.first { if case .failed = $0 { true } else { false } }
    await library.surroundings.sleepers(atLeast: 1)
    library.failing.failWrites(with: nil)
    library.surroundings.advance(by: .seconds(5))
    await library.log.message(reply, is: .complete)
    #expect(try await library.saved(in: chat.id).last?.text == "Only in memory")
  }

  @Test func `A streaming reply is checkpointed about once a second`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("One "))
    await library.log.message(reply, is: .streaming)
    library.surroundings.advance(by: .milliseconds(50))
    library.puppet.say(.text("two"))
    await library.log.first { if case .streamed(reply, in: _, text: "One two") = $0 { true } else { false } }
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(1))
    library.surroundings.advance(by: .seconds(1))
    // The next commit comes after the checkpoint, so that no wait by time is needed.
    while try await library.saved(in: chat.id).last?.text != "One two" {
      try await library.service.rename(chat.id, to: "Turn \(library.surroundings.random())")
    }
    #expect(try await library.service.messages(in: chat.id, .newest(limit: 5)).last?.text == "One two")
  }

  @Test func `A chat that goes to the Trash stops its streaming reply, and a due one waits for its return`()
    async throws
  {
    let library = try await TestLibrary()
    try await library.service.start()
    let chat = try await library.chat(messages: 0)
    let streaming = try #require(try await library.service.send("1", in: chat.id).reply)
    let due = try #require(try await library.service.send("2", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Begun"))
    await library.log.message(streaming, is: .streaming)
    try await library.service.moveToTrash(chat.id)
    await library.log.message(streaming, is: .stopped)
    #expect(try await library.saved(in: chat.id).first { $0.id == due }?.state == .queued)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await library.service.chats(ChatQuery(location: .trash, limit: 9)).map(\.id) == [chat.id])
    try await library.service.restore(chat.id)
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("Back"))
    library.puppet.end()
    await library.log.message(due, is: .complete)
  }

  @Test func `A chat that another process puts into the Trash stops its reply, and what is due waits`() async throws {
    let one = try await TestLibrary()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    await one.service.listenToOtherProcesses()
    try await two.service.start()
    let chat = try await one.chat(messages: 0)
    let streaming = try #require(try await one.service.send("1", in: chat.id).reply)
    let due = try #require(try await one.service.send("2", in: chat.id).reply)
    await one.puppet.asked(times: 1)
    one.puppet.say(.text("Begun"))
    await one.log.message(streaming, is: .streaming)
    try await two.service.moveToTrash(chat.id)
    await one.log.message(streaming, is: .stopped)
    try await two.service.restore(chat.id)
    await two.puppet.asked(times: 1)
    #expect(one.puppet.timesAsked == 1)
    two.puppet.say(.text("Back"))
    two.puppet.end()
    await two.log.message(due, is: .complete)
  }

  @Test func `Deleting a chat for ever while its reply grows leaves nothing behind`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 4)
    let reply = try #require(try await library.service.send("1", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Begun"))
    await library.log.message(reply, is: .streaming)
    try await library.service.deleteForEver(chat.id)
    await library.puppet.stopped(times: 1)
    #expect(try await library.service.chat(chat.id) == nil)
    #expect(try await library.saved(in: chat.id).isEmpty)
    #expect(try await library.store.verify().filter(\.isDamage).isEmpty)
  }

  @Test func `Two processes on one library see each other and never make a reply twice`() async throws {
    let one = try await TestLibrary()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await two.service.start()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("To the other", in: chat.id, leavesReply: true).reply)
    await two.puppet.asked(times: 1)
    try await one.service.start()
    two.puppet.say(.text("From the other"))
    await two.log.message(reply, is: .streaming)
    await one.log.message(reply, is: .streaming)
    #expect(one.puppet.timesAsked == 0)
    // A stop asked for here reaches the process that makes the reply.
    try await one.service.stopReply(in: chat.id)
    await two.log.message(reply, is: .stopped)
    let seen = await one.log.message(reply, is: .stopped)
    #expect(seen.text == "From the other")
  }
}
