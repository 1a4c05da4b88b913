import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// Try Again: what a reply had stays until its next version has begun.
@Suite(.timeLimit(.minutes(1)))
struct AskingAgainTests {
  /// A chat whose only reply was stopped after "Half a sen", and has a picture.
  private func stopped(_ house: TestHouse) async throws -> (ChatID, MessageID) {
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("Go", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    let picture = Attachment(content: .drawing("owl"), width: 4, height: 3, alternative: "An owl")
    house.puppet.say(.picture(picture), .piece("Half a sen"))
    await house.log.message(reply, is: .growing)
    await house.surroundings.sleepers(atLeast: 1)
    house.surroundings.advance(by: .milliseconds(40))
    await house.log.first { if case .grew(reply, in: _, text: "Half a sen") = $0 { true } else { false } }
    try await house.service.stopReply(in: chat.id)
    await house.log.message(reply, is: .stopped)
    house.log.clear()
    return (chat.id, reply)
  }

  private func expectOld(_ message: Message?) {
    #expect(message?.text == "Half a sen")
    #expect(message?.attachments.count == 1)
    #expect(message?.state == .stopped)
  }

  @Test func `Try Again keeps the old words on screen and on disk until the first new one`() async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    expectOld(try await house.saved(in: chat).last)
    let shown = try #require(try await house.service.messages(in: chat, .newest(limit: 5)).last)
    expectOld(shown)
    #expect(shown.isAskedAgain)
    #expect(try await house.service.unfinishedReplies(in: chat).map(\.message.id) == [reply])
    house.puppet.say(.piece("New"))
    let growing = await house.log.message(reply, is: .growing)
    #expect(growing.text == "New")
    #expect(growing.attachments.isEmpty)
    let saved = try #require(try await house.saved(in: chat).last)
    #expect(saved.text == "New")
    #expect(saved.state == .growing)
    house.puppet.end()
    #expect(await house.log.message(reply, is: .whole).text == "New")
    #expect(try await house.service.chat(chat)?.messageCount == 2)
    #expect(try await house.store.verify() == [])
  }

  @Test func `A kill between Try Again and the first new word leaves the old words, to be asked again`() async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    // The store goes as with a process that is killed: the service saves nothing more.
    await house.store.close()
    let next = try await TestHouse(in: house.folder, surroundings: house.surroundings)
    try await next.service.start()
    expectOld(try await next.service.messages(in: chat, .newest(limit: 5)).last)
    try await next.service.retry(reply)
    await next.puppet.asked(times: 1)
    next.puppet.say(.piece("After all"))
    next.puppet.end()
    #expect(await next.log.message(reply, is: .whole).text == "After all")
  }

  @Test(arguments: [ReplyEnd.failed("The puppet has no strings."), .stopped, .finished])
  func `A second try that ends before its first word leaves what was there`(_ end: ReplyEnd) async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    house.puppet.end(end)
    await house.log.message(reply, isAskedAgain: false)
    expectOld(try await house.saved(in: chat).last)
    #expect(try await house.service.unfinishedReplies(in: chat).isEmpty)
    if case .failed(let why) = end {
      await house.log.first { if case .failed(why) = $0 { true } else { false } }
    }
  }

  @Test func `A second try that is stopped before its first word leaves what was there`() async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    try await house.service.stopReply(in: chat)
    await house.log.message(reply, isAskedAgain: false)
    expectOld(try await house.saved(in: chat).last)
    // And it can be asked for once more.
    try await house.service.retry(reply)
    await house.puppet.asked(times: 3)
  }

  @Test func `The bin and the end of Sotto leave the old words while the new ones are due`() async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    try await house.service.moveToBin(chat)
    expectOld(try await house.saved(in: chat).last)
    try await house.service.restore(chat)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 3)
    await house.service.shutDown()
    expectOld(try await house.saved(in: chat).last)
  }

  @Test func `A full disk at the first new word loses neither the old words nor the new`() async throws {
    let house = try await TestHouse()
    let (chat, reply) = try await stopped(house)
    try await house.service.retry(reply)
    await house.puppet.asked(times: 2)
    house.failing.failWrites(with: .diskFull(path: house.folder))
    house.puppet.say(.piece("New"))
    await house.log.message(reply, is: .growing)
    expectOld(try await house.saved(in: chat).last)
    house.puppet.end()
    await house.log.first { if case .failed = $0 { true } else { false } }
    house.failing.failWrites(with: nil)
    await house.surroundings.sleepers(atLeast: 1)
    house.surroundings.advance(by: .seconds(5))
    #expect(await house.log.message(reply, is: .whole).text == "New")
    #expect(try await house.saved(in: chat).last?.text == "New")
  }

  @Test func `Of two processes that are asked again at once one makes the reply`() async throws {
    let one = try await TestHouse()
    let (chat, reply) = try await stopped(one)
    let two = try await TestHouse(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await one.service.retry(reply)
    try await two.service.retry(reply)
    await one.puppet.asked(times: 2)
    await two.puppet.asked(times: 1)
    one.puppet.say(.piece("From one"))
    await one.log.message(reply, is: .growing)
    two.puppet.say(.piece("From two"))
    await two.puppet.stopped(times: 1)
    one.puppet.end()
    await one.log.message(reply, is: .whole)
    #expect(try await one.saved(in: chat).map(\.text) == ["Go", "From one"])
    #expect(try await two.service.unfinishedReplies(in: chat).isEmpty)
  }
}

extension EventLog {
  /// Waits until the message is told with this mark.
  fileprivate func message(_ id: MessageID, isAskedAgain: Bool) async {
    await first {
      guard case .messageSaved(let message) = $0 else { return false }
      return message.id == id && message.isAskedAgain == isAskedAgain
    }
  }
}
