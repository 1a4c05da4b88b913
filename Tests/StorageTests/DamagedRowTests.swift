import Domain
import Testing
import TestSupport

@testable import Storage

/// What a row says, even nonsense, stops nobody and hides nothing else.
@Suite(.timeLimit(.minutes(1)))
struct DamagedRowTests {
  let fixture = FolderFixture()

  /// Chat 1 with messages 1 to 5, chat 2 with messages 11 to 14; rowids are 1 to 5 and 6 to 9.
  private func plant(_ damage: String...) async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(2))
      for number in 11...14 { try store.append(newMessage(number, in: 2, sender: .agent)) }
    }
    await store.close()
    for sql in damage { try fixture.connection().script(sql) }
    return try await fixture.open()
  }

  /// The chat's messages as pages of `limit` lead through them, from the newest back and from the oldest on.
  private func walk(_ store: SQLiteStore, limit: Int, in chat: Int = 1) async throws -> (back: [Int], on: [Int]) {
    var met = try await store.messages(.newest(limit: limit), in: chat)
    while let first = met.first, met.count < 99 {
      let page = try await store.messages(.before(first.id, limit: limit), in: chat)
      if page.isEmpty { break }
      met = page + met
    }
    var on = Array(met.prefix(1))
    while let last = on.last, on.count < 99 {
      let page = try await store.messages(.after(last.id, limit: limit), in: chat)
      if page.isEmpty { break }
      on += page
    }
    return (met.map(number), on.map(number))
  }

  private func number(_ message: Message) -> Int { Int(message.id.low & 0xFFFF) }

  @Test(arguments: [
    "UPDATE message SET parent_id = id WHERE id = 3", "UPDATE message SET parent_id = 5 WHERE id = 1",
    "UPDATE message SET parent_id = 4 WHERE id = 3", "UPDATE message SET parent_id = NULL WHERE id = 3",
    "UPDATE message SET parent_id = 999 WHERE id = 4", "UPDATE message SET parent_id = 9 WHERE id = 3",
    "UPDATE message SET parent_id = (SELECT tip FROM chat WHERE id = 2) WHERE chat_id = 1",
    "UPDATE chat SET tip = 3 WHERE id = 1", "UPDATE chat SET tip = 8 WHERE id = 1",
    "UPDATE chat SET tip = 999 WHERE id = 1",
  ])
  func `Wrong parents and tips hide no message, repeat none and lead into no other chat`(damage: String) async throws {
    let store = try await plant(damage)
    for limit in [1, 2, 3, 50] {
      let (back, on) = try await walk(store, limit: limit)
      #expect(back == Array(1...5) && on == Array(1...5), "pages of \(limit)")
    }
    #expect(try await walk(store, limit: 2, in: 2).back == Array(11...14))
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-5", "0", "4294967296", "100"])
  func `A message with a place of nonsense hides no other, and the chat goes on`(index: String) async throws {
    let store = try await plant("UPDATE message SET sequence = \(index) WHERE id = 3")
    let (back, on) = try await walk(store, limit: 2)
    #expect(back.filter { $0 != 3 } == [1, 2, 4, 5])
    #expect(on.filter { $0 != 3 } == [1, 2, 4, 5])
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(6))
    }
    #expect(try await walk(store, limit: 2).back.last == 6)
  }

  @Test func `The last message at the end of all numbers is followed by the next`() async throws {
    let store = try await plant("UPDATE message SET sequence = 9223372036854775807 WHERE id = 5")
    for number in 6...7 {
      try await store.write { store throws(StoreError) in
        try store.append(newMessage(number))
        try store.moveToEnd(messageID(2))
      }
    }
    #expect(Set(try await walk(store, limit: 2).back).isSuperset(of: [1, 2, 3, 4, 6, 7]))
  }

  @Test(arguments: [Sender.system, .tool, .user], [MessageState.queued, .streaming, .failed, .interrupted])
  func `What no agent makes is whole, whatever its row says, and is not due`(sender: Sender, state: MessageState)
    async throws
  {
    let store = try await plant(
      "UPDATE message SET sender = \(sender.rawValue), state = \(state.rawValue), text = '' WHERE id = 3")
    #expect(try await store.message(3)?.state == .complete)
    let due = try await store.read { store throws(StoreError) in try store.unfinishedReplies(in: chatID(1)) }
    #expect(due.isEmpty)
  }

  @Test func `A message without a valid name shortens no page`() async throws {
    let store = try await plant("UPDATE message SET uid = x'00' WHERE id = 3")
    #expect(try await store.messages(.newest(limit: 4)).map(number) == [1, 2, 4, 5])
    #expect(try await walk(store, limit: 1).back == [1, 2, 4, 5])
  }

  @Test func `A chat without a valid name shortens no page of the list`() async throws {
    let store = try await plant("UPDATE chat SET uid = x'00', last_at = 9999999 WHERE id = 1")
    #expect(try await store.chats(ChatQuery(limit: 1)).map(\.id) == [chatID(2)])
  }

  @Test func `Numbers at the ends are read as the nearest that Sotto writes, and written to`() async throws {
    let store = try await plant(
      """
      UPDATE chat SET created_at = -9223372036854775808, last_at = 9223372036854775807, unread = 9223372036854775807,
        message_count = 9223372036854775807, pinned = 7, title_origin = 99 WHERE id = 1;
      UPDATE message SET created_at = 9223372036854775807, model = 'm', prompt_tokens = -9223372036854775808,
        reply_tokens = 9223372036854775807, duration = -1 WHERE id = 2;
      INSERT INTO attachment(message_id, position, drawing, width, height, alternative)
        VALUES (2, 9223372036854775807, 'lake', 9223372036854775807, -1, '');
      """)
    let chat = try #require(try await store.chat(1))
    #expect(Timestamp.showable.contains(chat.createdAt))
    #expect(chat.unreadCount == Int(Valid.most) && chat.messageCount == Int(Valid.most))
    #expect((chat.isPinned, chat.titleOrigin) == (true, .manual))
    let message = try #require(try await store.message(2))
    #expect(Timestamp.showable.contains(message.createdAt))
    #expect(message.usage?.promptTokens == 0 && message.usage?.replyTokens == Int(Valid.most))
    #expect(message.usage?.milliseconds == 0 && message.usage?.speed == nil)
    #expect(message.attachments.first?.width == 1_000_000 && message.attachments.first?.height == 0)
    let pictures = try await store.read { store throws(StoreError) in
      try store.pictures(in: chatID(1), .after(messageID(2), index: 0, limit: 5))
    }
    #expect(pictures.isEmpty)
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(6))
      try store.update(chat)
      try store.remove(messageID(6))
    }
    #expect(try await store.chat(1)?.title == "Chat 1")
  }

  @Test func `Texts come without NUL and in UTF-8, and lines are not longer than lines`() async throws {
    let store = try await plant(
      """
      UPDATE message SET text = CAST(x'4100ff42' AS TEXT) WHERE id = 2;
      UPDATE chat SET title = replace(hex(zeroblob(2500000)), '00', 'é') WHERE id = 1;
      UPDATE message SET model = replace(hex(zeroblob(3000)), '00', 'é') WHERE id = 2;
      """)
    #expect(try await store.message(2)?.text == "A\u{FFFD}\u{FFFD}B")
    let title = try #require(try await store.chat(1)?.title)
    #expect(title.utf8.count <= Valid.lineBytes && title.allSatisfy { $0 == "é" })
    let name = try #require(try await store.message(2)?.usage?.model)
    #expect(name.utf8.count <= Valid.nameBytes && name.allSatisfy { $0 == "é" })
  }

  @Test func `A queued row with words is a reply cut off, and the user's messages are always whole`() async throws {
    let store = try await plant("UPDATE message SET state = 0 WHERE id IN (3, 4)")
    #expect(try await store.message(3)?.state == .complete)
    #expect(try await store.message(4)?.state == .streaming)
    let due = try await store.read { store throws(StoreError) in try store.unfinishedReplies(in: nil) }
    #expect(due.map(\.message.id) == [messageID(4)])
  }

  @Test func `A chat that others' rows point into can be deleted, at once and bit by bit`() async throws {
    let damage = "UPDATE message SET parent_id = 2 WHERE id = 8; UPDATE message SET parent_id = 5 WHERE id = 1"
    let store = try await plant(damage)
    try await store.write { store throws(StoreError) in
      #expect(try store.shorten(chatID(1), by: 2))
      try store.remove(messageID(2))
      try store.remove(chatID(1))
    }
    #expect(try await store.chat(1) == nil)
    #expect(try await walk(store, limit: 2, in: 2).back == Array(11...14))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
  func `A log of changes at its end begins again instead of refusing what is written`(number: String) async throws {
    let store = try await plant(
      "INSERT INTO change(seq, entity, op, at, process) VALUES (\(number), 0, 0, 0, x'00')")
    try await store.write { store throws(StoreError) in try store.append(newMessage(6)) }
    #expect(try await store.message(6) != nil)
  }
}
