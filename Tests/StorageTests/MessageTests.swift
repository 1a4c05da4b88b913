import Domain
import Testing
import TestSupport

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct MessageTests {
  let fixture = FolderFixture()

  @Test func `A message is read back as it was appended, with its parent`() async throws {
    let store = try await fixture.open()
    var reply = newMessage(2, sender: .agent, text: "Zero \u{FFFD}, ßmall 東京 👩‍👩‍👧\r\n", state: .failed)
    reply.attachments = [
      Attachment(content: .drawing("lake"), width: 640, height: 480, alternative: "A lake"),
      Attachment(content: .drawing("fox"), width: 1, height: 0, alternative: ""),
    ]
    reply.usage = ReplyUsage(model: "tiny", promptTokens: 12, replyTokens: nil, milliseconds: 1_234)
    reply.failure = .words("No more words.")
    let written = reply
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(newMessage(1, text: ""))
      try store.append(written)
    }
    var expected = written
    expected.parent = messageID(1)
    #expect(try await store.messages() == [newMessage(1, text: ""), expected])
    #expect(try await store.message(2) == expected)
    #expect(try await store.message(3) == nil)
  }

  @Test(arguments: [
    ReplyFailure.died, .silent, .unreadable(nil), .noSuchAgent(id: "puppet"), .words("No more words."),
  ])
  func `Why a reply failed is kept as a code, an agent's own words as they are`(failure: ReplyFailure) async throws {
    let store = try await fixture.open()
    var reply = newMessage(1, sender: .agent, text: "", state: .failed)
    reply.failure = failure
    let written = reply
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(written)
    }
    #expect(try await store.message(1)?.failure == failure)
    let kept = try fixture.connection(.reading).first("SELECT failure FROM message") { $0.text(0) }
    #expect(kept == failure.code)
  }

  @Test func `A sentence that an earlier version kept of a failure stays as it is`() async throws {
    let store = try await fixture.open()
    let old = "Sage stopped in the middle. What came is kept; send again, and it starts anew."
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(newMessage(1, sender: .agent, text: "", state: .failed))
    }
    try fixture.connection().run("UPDATE message SET failure = ?", [.text(old)])
    let read = try #require(try await store.message(1))
    #expect(read.failure == .words(old))
    try await store.write { store throws(StoreError) in try store.update(read) }
    #expect(try await store.message(1)?.failure == .words(old))
  }

  @Test func `Appending to a chat that is gone, or in a place that is taken, is refused`() async throws {
    let store = try await fixture.open()
    #expect(
      await error { try await store.write { store throws(StoreError) in try store.append(newMessage(1)) } }
        == .noSuchChat)
    try await store.fill(messages: 1)
    let taken = await error {
      try await store.write { store throws(StoreError) in try store.append(newMessage(1)) }
    }
    guard case .refused(let reason, let statement) = taken else {
      Issue.record("\(String(describing: taken))")
      return
    }
    #expect(reason == .database("UNIQUE constraint failed: message.uid"))
    #expect(statement.hasPrefix("INSERT INTO message"))
  }

  @Test func `Pages before an anchor lead from the newest message to the first`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1_037)
    var met = try await store.messages(.newest(limit: 50))
    while let first = met.first {
      let page = try await store.messages(.before(first.id, limit: 50))
      if page.isEmpty { break }
      met = page + met
    }
    #expect(met.map(\.id) == (1...1_037).map(messageID))
    #expect(met.map(\.sequence) == (1...1_037).map(Int64.init))
    #expect(zip(met, met.dropFirst()).allSatisfy { $0.id == $1.parent })
  }

  @Test func `Pages after an anchor lead from the first message to the newest`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1_037)
    var met = [try #require(try await store.message(1))]
    while true {
      let page = try await store.messages(.after(met.last!.id, limit: 50))
      if page.isEmpty { break }
      met += page
    }
    #expect(met.map(\.id) == (1...1_037).map(messageID))
  }

  @Test func `Where several messages follow one, the page after it takes the newest`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    await store.close()
    // A second answer to message 1, as regenerating will make one.
    try fixture.connection().run("UPDATE message SET parent_id = 1 WHERE id = 3")
    let again = try await fixture.open()
    #expect(try await again.messages(.after(messageID(1), limit: 9)).map(\.id) == [messageID(3)])
    #expect(try await again.messages().map(\.id) == [1, 3].map(messageID))
  }

  @Test func `A page of no messages, of another chat or of a missing anchor is empty`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    try await store.fill(chat: 2, messages: 0)
    #expect(try await store.messages(.newest(limit: 0)) == [])
    #expect(try await store.messages(.newest(limit: 5), in: 2) == [])
    #expect(try await store.messages(.before(messageID(3), limit: 5), in: 2) == [])
    #expect(try await store.messages(.after(messageID(1), limit: 5), in: 2) == [])
    #expect(try await store.messages(.before(messageID(1), limit: 5)) == [])
    #expect(try await store.messages(.before(messageID(99), limit: 5)) == [])
    #expect(try await store.messages(.after(messageID(3), limit: 5)) == [])
  }

  @Test func `Updating a message saves all but its place, and replaces its pictures`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    var changed = newMessage(2, sender: .agent, text: "Changed", state: .stopped)
    changed.sequence = 77
    changed.parent = messageID(3)
    changed.attachments = [Attachment(content: .drawing("fox"), width: 1, height: 1, alternative: "A fox")]
    let written = changed
    try await store.write { store throws(StoreError) in try store.update(written) }
    var expected = written
    expected.sequence = 2
    expected.parent = messageID(1)
    #expect(try await store.message(2) == expected)
    expected.attachments = []
    let bare = expected
    try await store.write { store throws(StoreError) in try store.update(bare) }
    #expect(try await store.message(2) == expected)
    #expect(try await store.messages().map(\.id) == [1, 2, 3].map(messageID))
  }

  @Test func `Changing a message that is gone throws noSuchMessage`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    let thrown = [
      await error { try await store.write { store throws(StoreError) in try store.update(newMessage(9)) } },
      await error { try await store.write { store throws(StoreError) in try store.appendText("x", to: messageID(9)) } },
      await error { try await store.write { store throws(StoreError) in try store.remove(messageID(9)) } },
      await error { try await store.write { store throws(StoreError) in try store.moveToEnd(messageID(9)) } },
    ]
    #expect(thrown.allSatisfy { $0 == .noSuchMessage })
  }

  @Test func `What followed a removed message follows the one before it`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    for (number, left) in [(3, [1, 2, 4, 5]), (1, [2, 4, 5]), (5, [2, 4])] {
      try await store.write { store throws(StoreError) in try store.remove(messageID(number)) }
      let messages = try await store.messages()
      #expect(messages.map(\.id) == left.map(messageID))
      #expect(messages.first?.parent == nil)
      #expect(try await store.chat(1)?.messageCount == left.count)
    }
    #expect(try await store.read { store throws(StoreError) in try store.tip(of: chatID(1))?.id } == messageID(4))
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(6))
    }
    #expect(try await store.message(6)?.parent == messageID(4))
    #expect(try await store.verify() == [])
  }

  @Test func `The count follows appends, removals and replies that begin`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    func count() async throws -> Int? { try await store.chat(1)?.messageCount }
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(2, sender: .agent, text: "", state: .queued))
    }
    #expect(try await count() == 1)
    for (state, expected) in [(MessageState.streaming, 2), (.failed, 2), (.queued, 1), (.complete, 2)] {
      try await store.write { store throws(StoreError) in
        try store.update(newMessage(2, sender: .agent, text: "a", state: state))
      }
      #expect(try await count() == expected)
    }
    try await store.write { store throws(StoreError) in try store.remove(messageID(2)) }
    #expect(try await count() == 1)
    #expect(try await store.verify() == [])
  }

  @Test func `A message moved to the end stands behind all others, with the same id`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 4)
    try await store.write { store throws(StoreError) in try store.moveToEnd(messageID(2)) }
    var messages = try await store.messages()
    #expect(messages.map(\.id) == [1, 3, 4, 2].map(messageID))
    #expect(messages.map(\.sequence) == [1, 3, 4, 5])
    #expect(zip(messages, messages.dropFirst()).allSatisfy { $0.id == $1.parent })
    try await store.write { store throws(StoreError) in
      try store.moveToEnd(messageID(2))
      try store.moveToEnd(messageID(1))
    }
    messages = try await store.messages()
    #expect(messages.map(\.id) == [3, 4, 2, 1].map(messageID))
    #expect(messages.first?.parent == nil)
    #expect(try await store.chat(1)?.messageCount == 4)
    #expect(try await store.verify() == [])
  }

  @Test func `The same change of a message twice is no error`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 2)
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(2, text: "x"))
      try store.update(newMessage(2, text: "x"))
    }
    #expect(try await store.message(2)?.text == "x")
  }
}
