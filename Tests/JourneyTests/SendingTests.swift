import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import Wording

/// From the service to the disk and back.
@Suite(.timeLimit(.minutes(1)))
struct SendingTests {
  @Test func `A sent message is on disk when the send returns`() async throws {
    let library = try await TestLibrary()
    let chat = library.service.newChat(agent: "puppet")
    let receipt = try await library.service.send("Shall we go to the harbour?", in: chat.id, new: chat)
    let other = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    let read = try await other.saved(in: chat.id)
    #expect(read.first == receipt.message)
    #expect(read.map(\.state) == [.complete, .queued])
    let row = try #require(try await other.service.chat(chat.id))
    #expect(row.title == "Shall we go to the harbour?")
    #expect(row.titleOrigin == .automatic)
    #expect(row.preview.line == "You: Shall we go to the harbour?")
    #expect(row.messageCount == 1)
  }

  @Test func `A reply grows from due to whole, and list and thread are told of it`() async throws {
    let library = try await TestLibrary()
    let chat = library.service.newChat(agent: "puppet")
    let reply = try #require(try await library.service.send("Hi", in: chat.id, new: chat).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Good "))
    let streaming = await library.log.message(reply, is: .streaming)
    #expect(streaming.text == "Good ")
    library.puppet.say(.text("morning"), .usage(ReplyUsage(model: "Puppet", replyTokens: 2)))
    library.puppet.end()
    let whole = await library.log.message(reply, is: .complete)
    #expect(whole.text == "Good morning")
    #expect(whole.usage?.model == "Puppet")
    #expect(try await library.saved(in: chat.id).map(\.text) == ["Hi", "Good morning"])
    let row = try #require(try await library.service.chat(chat.id))
    #expect(row.preview.line == "Good morning")
    #expect(row.unreadCount == 1)
    #expect(row.messageCount == 2)
  }

  @Test func `A reply in a chat that someone looks at is not unread`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    await library.service.watch(chat.id)
    let reply = try #require(try await library.service.send("Hi", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Hello"))
    library.puppet.end()
    await library.log.message(reply, is: .complete)
    #expect(try await library.service.chat(chat.id)?.unreadCount == 0)
  }

  @Test func `A message sent while a reply is due goes before that reply`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let first = try #require(try await library.service.send("One", in: chat.id).reply)
    library.puppet.answers(ReplySchedule(after: nil, restartsWait: true))
    let second = try await library.service.send("Two", in: chat.id)
    #expect(second.reply == nil)
    // The wait started again, and the reply is still owed.
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("Both heard"))
    library.puppet.end()
    await library.log.message(first, is: .complete)
    let saved = try await library.saved(in: chat.id)
    #expect(saved.map(\.text) == ["One", "Two", "Both heard"])
    #expect(saved.map(\.sequence) == saved.map(\.sequence).sorted())
  }

  @Test func `Replies of one chat come one after the other, those of two chats at once`() async throws {
    let library = try await TestLibrary()
    let one = try await library.chat(messages: 0)
    let two = try await library.chat(messages: 0)
    let first = try #require(try await library.service.send("1", in: one.id).reply)
    let second = try #require(try await library.service.send("2", in: one.id).reply)
    let other = try #require(try await library.service.send("3", in: two.id).reply)
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("other"), in: other)
    library.puppet.end(in: other)
    await library.log.message(other, is: .complete)
    #expect(library.puppet.timesAsked == 2)
    library.puppet.say(.text("first"), in: first)
    library.puppet.end(in: first)
    await library.puppet.asked(times: 3)
    library.puppet.say(.text("second"), in: second)
    library.puppet.end(in: second)
    await library.log.message(second, is: .complete)
    #expect(try await library.saved(in: one.id).map(\.text) == ["1", "2", "first", "second"])
  }

  @Test func `A send that cannot be saved changes nothing and is told as an error`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    library.failing.failWrites(with: .diskFull(path: library.folder))
    await #expect(throws: StoreError.diskFull(path: library.folder)) {
      _ = try await library.service.send("Lost?", in: chat.id)
    }
    library.failing.failWrites(with: nil)
    #expect(try await library.saved(in: chat.id).count == 2)
    #expect(library.puppet.timesAsked == 0)
  }

  @Test(arguments: ["", " ", "\n\t \u{2003}"])
  func `A blank text is not sent, whoever sends it, and a picture alone is`(_ blank: String) async throws {
    let library = try await TestLibrary()
    let chat = library.service.newChat(agent: "puppet")
    await #expect(throws: StoreError.nothingToSend) {
      _ = try await library.service.send(blank, in: chat.id, new: chat)
    }
    // Nor is the chat kept.
    #expect(try await library.service.chat(chat.id) == nil)
    let owl = Attachment(content: .drawing("owl"), width: 4, height: 3, alternative: "An owl")
    _ = try await library.service.send(blank, attachments: [owl], in: chat.id, new: chat)
    #expect(try await library.saved(in: chat.id).first?.attachments == [owl])
  }

  @Test func `A message takes ten pictures, and one more is refused before anything is saved`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let draft = Draft(text: "Owls")
    try await library.service.saveDraft(draft, in: chat.id)
    let owls = (1...11).map { Attachment(content: .drawing("owl"), width: 4, height: 3, alternative: "Owl \($0)") }
    await #expect(throws: StoreError.tooManyPictures(count: 11)) {
      _ = try await library.service.send("Owls", attachments: owls, in: chat.id, draft: draft)
    }
    #expect(try await library.saved(in: chat.id).isEmpty)
    #expect(try await library.service.draft(in: chat.id) == draft)
    _ = try await library.service.send("Owls", attachments: Array(owls.prefix(10)), in: chat.id, draft: draft)
    #expect(try await library.saved(in: chat.id).first?.attachments.count == 10)
  }

  @Test func `A title typed by the user is never overwritten, an automatic one is set once`() async throws {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let chat = library.service.newChat(agent: "puppet")
    _ = try await library.service.send("First words", in: chat.id, new: chat)
    _ = try await library.service.send("Second words", in: chat.id)
    #expect(try await library.service.chat(chat.id)?.title == "First words")
    try await library.service.rename(chat.id, to: "  My \n title ")
    _ = try await library.service.send("Third words", in: chat.id)
    #expect(try await library.service.chat(chat.id)?.title == "My title")
    try await library.service.rename(chat.id, to: "   ")
    #expect(try await library.service.chat(chat.id)?.title == "My title")
  }
}
