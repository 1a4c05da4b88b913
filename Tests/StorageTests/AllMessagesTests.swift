import Domain
import Testing
import TestSupport

@testable import Storage

/// A chat's first message and its messages by all branches; chats that come whole.
@Suite(.timeLimit(.minutes(1)))
struct AllMessagesTests {
  let fixture = FolderFixture()

  private func all(
    _ store: SQLiteStore, _ order: MessageOrder, beyond place: (message: Int, number: Int64)? = nil, limit: Int = 99
  ) async throws -> [MessageID] {
    let place = place.map { MessagePlace(id: messageID($0.message), number: $0.number) }
    return try await store.read { store throws(StoreError) in
      try store.allMessages(in: chatID(1), order, beyond: place, limit: limit).map(\.id)
    }
  }

  private func first(_ store: SQLiteStore) async throws -> MessageID? {
    try await store.read { store throws(StoreError) in try store.firstMessage(of: chatID(1))?.id }
  }

  @Test func `All messages come by their numbers, whichever branch is shown`() async throws {
    let store = try await fixture.open()
    #expect(try await first(store) == nil)
    try await store.fill(messages: 4)
    try await store.fill(chat: 2, messages: 0)
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(5), after: messageID(1))
      try store.append(newMessage(6), after: nil)
      try store.append(newMessage(7, in: 2))
    }
    #expect(try await first(store) == messageID(6))
    #expect(try await all(store, .oldestFirst) == (1...6).map(messageID))
    #expect(try await all(store, .newestFirst) == (1...6).reversed().map(messageID))
    #expect(try await all(store, .oldestFirst, beyond: (2, 2), limit: 2) == [3, 4].map(messageID))
    #expect(try await all(store, .newestFirst, beyond: (3, 3), limit: 1) == [messageID(2)])
    #expect(try await all(store, .newestFirst, beyond: (1, 1)) == [])
    try await store.write { store throws(StoreError) in try store.choose(messageID(5)) }
    #expect(try await first(store) == messageID(1))
  }

  @Test(arguments: 1...4)
  func `Messages that share a number come once, wherever a page ends`(limit: Int) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 6)
    try fixture.connection().run("UPDATE message SET sequence = 2 WHERE sequence IN (3, 4)")
    let attachment = Attachment(content: .drawing("lake"), width: 4, height: 3, alternative: "A lake")
    try await store.write { store throws(StoreError) in
      guard var message = try store.message(messageID(3)) else { throw .noSuchMessage }
      message.attachments = [attachment]
      try store.update(message)
    }
    for order in [MessageOrder.oldestFirst, .newestFirst] {
      var read: [Message] = []
      while read.count < 99 {
        let place = read.last.map { MessagePlace($0) }
        let page = try await store.read { store throws(StoreError) in
          try store.allMessages(in: chatID(1), order, beyond: place, limit: limit)
        }
        read += page
        if page.count < limit { break }
      }
      let inOrder = order == .oldestFirst ? read : read.reversed()
      #expect(inOrder.map(\.id) == (1...6).map(messageID))
      #expect(inOrder.map(\.sequence) == [1, 2, 2, 2, 5, 6])
      #expect(inOrder.map(\.attachments) == [[], [], [attachment], [], [], []])
    }
  }

  @Test func `A message without a valid name is passed over and shortens no page`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try fixture.connection().run("UPDATE message SET uid = unhex('0' || sequence) WHERE sequence IN (1, 3)")
    #expect(try await first(store) == messageID(2))
    #expect(try await all(store, .oldestFirst, limit: 2) == [2, 4].map(messageID))
    #expect(try await all(store, .newestFirst) == [5, 4, 2].map(messageID))
  }

  @Test func `Other processes hear of a chat that comes whole and of none of its messages`() async throws {
    let store = try await fixture.open()
    let other = try await fixture.open()
    var heard = other.changesByOtherProcesses().makeAsyncIterator()
    let messages = (1...1_500).map { number in
      var message = newMessage(number)
      message.parent = number > 1 ? messageID(number - 1) : nil
      return message
    }
    try await store.write { store throws(StoreError) in try store.insert(newChat(1), messages: messages) }
    #expect(await heard.next() == StoreChange(chats: [chatID(1)]))
    #expect(try await other.messages() == messages)
    #expect(try await other.chat(1)?.messageCount == 1_500)
  }

  @Test func `A chat of which a message is refused leaves no row`() async throws {
    let store = try await fixture.open()
    var orphan = newMessage(3)
    orphan.parent = messageID(9)
    let messages = [newMessage(1), newMessage(2), orphan]
    let refused = await error {
      try await store.write { store throws(StoreError) in try store.insert(newChat(1), messages: messages) }
    }
    #expect(refused == .noSuchMessage)
    let connection = try fixture.connection(.reading)
    for table in ["chat", "message", "choice", "change"] {
      #expect(try connection.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }
}
