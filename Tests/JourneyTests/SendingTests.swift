import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// From the service to the disk and back.
@Suite(.timeLimit(.minutes(1)))
struct SendingTests {
  @Test func `A sent message is on disk when the send returns`() async throws {
    let house = try await TestHouse()
    let chat = house.service.newChat(agent: "puppet")
    let receipt = try await house.service.send("Shall we go to the harbour?", in: chat.id, new: chat)
    let other = try await TestHouse(in: house.folder, surroundings: house.surroundings)
    let read = try await other.saved(in: chat.id)
    #expect(read.first == receipt.message)
    #expect(read.map(\.state) == [.whole, .queued])
    let row = try #require(try await other.service.chat(chat.id))
    #expect(row.title == "Shall we go to the harbour?")
    #expect(row.titleOrigin == .automatic)
    #expect(row.preview.line == "You: Shall we go to the harbour?")
    #expect(row.messageCount == 1)
  }

  @Test func `A reply grows from due to whole, and list and thread are told of it`() async throws {
    let house = try await TestHouse()
    let chat = house.service.newChat(agent: "puppet")
    let reply = try #require(try await house.service.send("Hi", in: chat.id, new: chat).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Good "))
    let growing = await house.log.message(reply, is: .growing)
    #expect(growing.text == "Good ")
    house.puppet.say(.piece("morning"), .figures(ReplyFigures(model: "Puppet", replyTokens: 2)))
    house.puppet.end()
    let whole = await house.log.message(reply, is: .whole)
    #expect(whole.text == "Good morning")
    #expect(whole.figures?.model == "Puppet")
    #expect(try await house.saved(in: chat.id).map(\.text) == ["Hi", "Good morning"])
    let row = try #require(try await house.service.chat(chat.id))
    #expect(row.preview.line == "Good morning")
    #expect(row.unreadCount == 1)
    #expect(row.messageCount == 2)
  }

  @Test func `A reply in a chat that someone looks at is not unread`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 2)
    await house.service.watch(chat.id)
    let reply = try #require(try await house.service.send("Hi", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Hello"))
    house.puppet.end()
    await house.log.message(reply, is: .whole)
    #expect(try await house.service.chat(chat.id)?.unreadCount == 0)
  }

  @Test func `A message sent while a reply is due goes before that reply`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 0)
    let first = try #require(try await house.service.send("One", in: chat.id).reply)
    house.puppet.plans { _ in ReplyPlan(isReplyDue: false, restartsWait: true) }
    let second = try await house.service.send("Two", in: chat.id)
    #expect(second.reply == nil)
    // The wait started again, and the reply is still owed.
    await house.puppet.asked(times: 2)
    house.puppet.say(.piece("Both heard"))
    house.puppet.end()
    await house.log.message(first, is: .whole)
    let saved = try await house.saved(in: chat.id)
    #expect(saved.map(\.text) == ["One", "Two", "Both heard"])
    #expect(saved.map(\.sequence) == saved.map(\.sequence).sorted())
  }

  @Test func `Replies of one chat come one after the other, those of two chats at once`() async throws {
    let house = try await TestHouse()
    let one = try await house.chat(messages: 0)
    let two = try await house.chat(messages: 0)
    let first = try #require(try await house.service.send("1", in: one.id).reply)
    let second = try #require(try await house.service.send("2", in: one.id).reply)
    let other = try #require(try await house.service.send("3", in: two.id).reply)
    await house.puppet.asked(times: 2)
    house.puppet.say(.piece("other"), in: other)
    house.puppet.end(in: other)
    await house.log.message(other, is: .whole)
    #expect(house.puppet.timesAsked == 2)
    house.puppet.say(.piece("first"), in: first)
    house.puppet.end(in: first)
    await house.puppet.asked(times: 3)
    house.puppet.say(.piece("second"), in: second)
    house.puppet.end(in: second)
    await house.log.message(second, is: .whole)
    #expect(try await house.saved(in: one.id).map(\.text) == ["1", "2", "first", "second"])
  }

  @Test func `A send that cannot be saved changes nothing and is told as an error`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 2)
    house.failing.failWrites(with: .diskFull(path: house.folder))
    await #expect(throws: StoreError.diskFull(path: house.folder)) {
      _ = try await house.service.send("Lost?", in: chat.id)
    }
    house.failing.failWrites(with: nil)
    #expect(try await house.saved(in: chat.id).count == 2)
    #expect(house.puppet.timesAsked == 0)
  }

  @Test func `A title typed by the user is never overwritten, an automatic one is set once`() async throws {
    let house = try await TestHouse()
    house.puppet.plans { _ in ReplyPlan(isReplyDue: false) }
    let chat = house.service.newChat(agent: "puppet")
    _ = try await house.service.send("First words", in: chat.id, new: chat)
    _ = try await house.service.send("Second words", in: chat.id)
    #expect(try await house.service.chat(chat.id)?.title == "First words")
    try await house.service.rename(chat.id, to: "  My \n title ")
    _ = try await house.service.send("Third words", in: chat.id)
    #expect(try await house.service.chat(chat.id)?.title == "My title")
    try await house.service.rename(chat.id, to: "   ")
    #expect(try await house.service.chat(chat.id)?.title == "My title")
  }
}
