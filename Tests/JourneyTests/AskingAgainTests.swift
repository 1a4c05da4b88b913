import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Try Again: what a reply had stays until its next version has begun.
@Suite(.timeLimit(.minutes(1)))
struct AskingAgainTests {
  /// A chat whose only reply was stopped after "Half a sen", and has a picture.
  private func stopped(_ library: TestLibrary) async throws -> (ChatID, MessageID) {
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    let picture = Attachment(content: .drawing("owl"), width: 4, height: 3, alternative: "An owl")
    library.puppet.say(.picture(picture), .text("Half a sen"))
    await library.log.message(reply, is: .streaming)
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(40))
    library.surroundings.advance(by: .milliseconds(40))
    await library.log.first { if case .streamed(reply, in: _, text: "Half a sen") = $0 { true } else { false } }
    try await library.service.stopReply(in: chat.id)
    await library.log.message(reply, is: .stopped)
    library.log.clear()
    return (chat.id, reply)
  }

  private func expectOld(_ message: Message?) {
    #expect(message?.text == "Half a sen")
    #expect(message?.attachments.count == 1)
    #expect(message?.state == .stopped)
  }

  @Test func `Try Again keeps the old words on screen and on disk until the first new one`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    expectOld(try await library.saved(in: chat).last)
    let shown = try #require(try await library.service.messages(in: chat, .newest(limit: 5)).last)
    expectOld(shown)
    #expect(shown.isAskedAgain)
    #expect(try await library.service.unfinishedReplies(in: chat).map(\.message.id) == [reply])
    library.puppet.say(.text("New"))
    let streaming = await library.log.message(reply, is: .streaming)
    #expect(streaming.text == "New")
    #expect(streaming.attachments.isEmpty)
    let saved = try #require(try await library.saved(in: chat).last)
    #expect(saved.text == "New")
    #expect(saved.state == .streaming)
    library.puppet.end()
    #expect(await library.log.message(reply, is: .complete).text == "New")
    #expect(try await library.service.chat(chat)?.messageCount == 2)
    #expect(try await library.store.verify() == [])
  }

  @Test func `A kill between Try Again and the first new word leaves the old words, to be asked again`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    // The store goes as with a process that is killed: the service saves nothing more.
    await library.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    try await next.service.start()
    expectOld(try await next.service.messages(in: chat, .newest(limit: 5)).last)
    try await next.service.retry(reply)
    await next.puppet.asked(times: 1)
    next.puppet.say(.text("After all"))
    next.puppet.end()
    #expect(await next.log.message(reply, is: .complete).text == "After all")
  }

  @Test(arguments: [ReplyEnd.failed(.words("The puppet has no strings.")), .stopped, .finished])
  func `A second try that ends before its first word leaves what was there`(_ end: ReplyEnd) async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.puppet.end(end)
    await library.log.message(reply, isAskedAgain: false)
    expectOld(try await library.saved(in: chat).last)
    #expect(try await library.service.unfinishedReplies(in: chat).isEmpty)
    if case .failed(let why) = end {
      await library.log.first { if case .failed(.notAskedAgain(why, agent: "Puppet")) = $0 { true } else { false } }
    }
  }

  @Test func `A second try that is stopped before its first word leaves what was there`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    try await library.service.stopReply(in: chat)
    await library.log.message(reply, isAskedAgain: false)
    expectOld(try await library.saved(in: chat).last)
    // And it can be asked for once more.
    try await library.service.retry(reply)
    await library.puppet.asked(times: 3)
  }

  @Test func `The Trash and the end of Sotto leave the old words while the new ones are due`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    try await library.service.moveToTrash(chat)
    expectOld(try await library.saved(in: chat).last)
    try await library.service.restore(chat)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 3)
    await library.service.shutDown()
    expectOld(try await library.saved(in: chat).last)
  }

  @Test func `A full disk at the first new word loses neither the old words nor the new`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await stopped(library)
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.failing.failWrites(with: .diskFull(path: library.folder))
    library.puppet.say(.text("New"))
    await library.log.message(reply, is: .streaming)
    expectOld(try await library.saved(in: chat).last)
    library.puppet.end()
    await library.log.first { if case .failed = $0 { true } else { false } }
    library.failing.failWrites(with: nil)
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(5))
    library.surroundings.advance(by: .seconds(5))
    #expect(await library.log.message(reply, is: .complete).text == "New")
    #expect(try await library.saved(in: chat).last?.text == "New")
  }

  @Test func `Of two processes that are asked again at once one makes the reply`() async throws {
    let one = try await TestLibrary()
    let (chat, reply) = try await stopped(one)
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    try await one.service.retry(reply)
    try await two.service.retry(reply)
    await one.puppet.asked(times: 2)
    await two.puppet.asked(times: 1)
    one.puppet.say(.text("From one"))
    await one.log.message(reply, is: .streaming)
    two.puppet.say(.text("From two"))
    await two.puppet.stopped(times: 1)
    one.puppet.end()
    await one.log.message(reply, is: .complete)
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
