import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Planted damage is found, and hides nothing else.
@Suite(.timeLimit(.minutes(1)))
struct VerificationTests {
  let fixture = FolderFixture()

  @Test(arguments: ["read", "verify", "back up"])
  func `Where damage is met after opening, nothing is written over at the end`(way: String) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 2_000)
    await store.close()
    var damaged = bytes(of: fixture.folder.database)
    for offset in damaged.count / 2..<damaged.count / 2 + 40_960 { damaged[offset] = 0xA5 }
    write(damaged, to: fixture.folder.database)
    let again = try await fixture.open()
    try await again.write { store throws(StoreError) in try store.setSetting("a", to: "1") }
    switch way {
    case "read": _ = await error { try await again.messages() }
    case "verify": _ = try await again.verify()
    default: _ = await error { try await again.backUp() }
    }
    let files = fixture.folder.databaseFiles.prefix(2).map(bytes)
    #expect(files[0] == damaged)
    #expect(!files[1].isEmpty)
    await again.close()
    #expect(fixture.folder.databaseFiles.prefix(2).map(bytes) == files)
  }

  /// Two chats, of 5 and 4 messages; the messages of the second are numbered from 11.
  private func plant(_ damage: String) async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(2))
      for number in 11...14 { try store.append(newMessage(number, in: 2, sender: .agent)) }
    }
    #expect(try await store.verify() == [])
    await store.close()
    try fixture.connection().script(damage)
    return try await fixture.open()
  }

  private static func hex(_ number: Int) -> String {
    messageID(number).description.filter { $0 != "-" }.uppercased()
  }

  private static func message(_ number: Int) -> FoundMessage { FoundMessage(id: hex(number), chat: "Chat 1") }

  @Test(arguments: [
    ("UPDATE chat SET tip = 7 WHERE id = 1", Finding.What.chat(.wrongLastMessage, title: "Chat 1")),
    ("UPDATE chat SET tip = NULL WHERE id = 1", .chat(.wrongLastMessage, title: "Chat 1")),
    ("UPDATE chat SET tip = 999 WHERE id = 1", .chat(.wrongLastMessage, title: "Chat 1")),
    ("UPDATE message SET parent_id = 7 WHERE id = 3", .message(.inAnotherChat, message(3))),
    ("UPDATE message SET parent_id = 5 WHERE id = 3", .message(.beforeItsParent, message(3))),
    ("UPDATE message SET sequence = -9 WHERE id = 3", .message(.beforeItsParent, message(3))),
    ("UPDATE message SET parent_id = NULL WHERE id = 3", .chat(.severalFirstMessages, title: "Chat 1")),
    ("UPDATE chat SET message_count = 99 WHERE id = 1", .chat(.wrongMessageCount, title: "Chat 1")),
    ("UPDATE message SET chat_id = 77 WHERE id = 3", .brokenReference(table: "message", row: 3, target: "chat")),
    ("UPDATE message SET parent_id = 77 WHERE id = 3", .brokenReference(table: "message", row: 3, target: "message")),
    ("UPDATE chat SET uid = x'00' WHERE id = 1", .chatWithoutID(row: 1)),
    ("UPDATE message SET uid = x'00' WHERE id = 3", .messageWithoutID(row: 3)),
    ("UPDATE message SET sender = 9 WHERE id = 3", .message(.unknownSenderOrState, message(3))),
    ("UPDATE message SET state = 99 WHERE id = 2", .message(.unknownSenderOrState, message(2))),
    ("UPDATE message SET state = 4 WHERE id = 3", .message(.incompleteOfUser, message(3))),
    (
      "INSERT INTO attachment(message_id, position, width, height, alternative) VALUES (3, 0, 1, 1, '')",
      .message(.unknownPicture, message(3))
    ),
    ("UPDATE chat SET tip = 3 WHERE id = 1", .chat(.wrongLastMessage, title: "Chat 1")),
    ("UPDATE message SET parent_id = 1 WHERE id = 3", .message(.hidden, message(2))),
    (
      "UPDATE chat SET last_at = -9223372036854775808 WHERE id = 1",
      .wrongNumber(.chat(title: "Chat 1"), column: "last_at")
    ),
    (
      "UPDATE message SET sequence = 9223372036854775807 WHERE id = 3",
      .wrongNumber(.message(message(3)), column: "sequence")
    ),
    ("UPDATE message SET text = CAST(x'41ff' AS TEXT) WHERE id = 3", .brokenText(.message(message(3)))),
    ("UPDATE chat SET title = title || char(0) || 'x' WHERE id = 1", .brokenText(.chat(title: "Chat 1"))),
    ("INSERT INTO setting VALUES ('a', CAST(x'ff' AS TEXT))", .brokenText(.setting(key: "a"))),
    (
      "INSERT INTO draft VALUES (1, CAST(x'ff' AS TEXT), ''), (55, CAST(x'ff' AS TEXT), '')",
      .brokenText(.draft(chat: nil))
    ),
    (
      "INSERT INTO reply_chunk(message_id, number, text) VALUES (2, -1, 'x'), (99, -1, 'x')",
      .wrongNumber(.chunk(message(2)), column: "number")
    ),
    (
      "INSERT INTO reply_chunk(message_id, number, text) VALUES (99, -1, 'x')",
      .wrongNumber(.chunk(nil), column: "number")
    ),
    (
      "UPDATE message SET chat_id = 77, sender = 9 WHERE id = 3",
      .message(.unknownSenderOrState, FoundMessage(id: hex(3), chat: nil))
    ),
    ("UPDATE message SET state = 0 WHERE id = 2", .message(.queuedWithText, message(2))),
    (
      "INSERT INTO reply_chunk(message_id, number, text) VALUES (2, 1, 'x')", .message(.chunksAfterEnd, message(2))
    ),
  ])
  func `Planted damage is found and hides no other chat`(damage: String, what: Finding.What) async throws {
    let store = try await plant(damage)
    #expect(try await store.verify().map(\.what).contains(what))
    #expect(try await store.chat(2)?.title == "Chat 2")
    #expect(try await store.messages(in: 2).map(\.id) == (11...14).map(messageID))
    #expect(try await store.chats(ChatQuery(limit: 9)).contains { $0.id == chatID(2) })
  }

  @Test(arguments: ["7", "NULL", "999"])
  func `A chat that does not know its last message is shown from its newest, and goes on`(tip: String) async throws {
    let store = try await plant("UPDATE chat SET tip = \(tip) WHERE id = 1")
    #expect(try await store.messages().map(\.id) == (1...5).map(messageID))
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(6))
      try store.moveToEnd(messageID(2))
    }
    #expect(try await store.messages().map(\.id) == [1, 3, 4, 5, 6, 2].map(messageID))
    #expect(try await store.verify() == [])
  }

  @Test func `A ring of messages does not hang reading or verifying`() async throws {
    let store = try await plant("UPDATE message SET parent_id = 5 WHERE id = 1")
    #expect(try await store.messages(.newest(limit: 20)).map(\.id) == (1...5).map(messageID))
    #expect(try await store.verify().contains { $0.kind == "before-its-parent" })
  }

  @Test func `A message with an unknown sender or state is shown as a whole reply`() async throws {
    let store = try await plant("UPDATE message SET sender = 9, state = 99 WHERE id = 3")
    let message = try #require(try await store.message(3))
    #expect((message.sender, message.state, message.text) == (.agent, .complete, "Message 3"))
    #expect(try await store.messages().count == 5)
  }

  @Test func `A message without a valid name is left out, and the others of its line are shown`() async throws {
    let store = try await plant("UPDATE message SET uid = x'00' WHERE id = 3")
    #expect(try await store.messages().map(\.id) == [1, 2, 4, 5].map(messageID))
  }

  @Test func `Damage to an index is found`() async throws {
    let store = try await plant(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX message_parent ON message(created_at)'
      WHERE name = 'message_parent';
      """)
    let findings = try await store.verify()
    #expect(findings.map(\.what).contains(.damagedStructure(words: "row 1 missing from index message_parent")))
  }

  @Test func `A flipped bit anywhere is survived: the library opens or is refused, and reading ends in words`()
    async throws
  {
    let whole = try await plant("PRAGMA wal_checkpoint(TRUNCATE)")
    await whole.close()
    let content = bytes(of: fixture.folder.database)
    let chance = ManualSurroundings(seed: 7)
    var refusals: [StoreError] = []
    for round in 0..<120 {
      var damaged = content
      // Half of them in the header and the root of the schema.
      let offset = chance.random(in: 0...(round % 2 == 0 ? 150 : content.count - 1))
      damaged[offset] ^= 1 << UInt8(chance.random(in: 0...7))
      for file in fixture.folder.databaseFiles { unlink(file) }
      write(damaged, to: fixture.folder.database)
      let refused = await error {
        let store = try await fixture.open()
        for number in 1...2 {
          _ = await error { try await store.messages(in: number) }
          _ = await error {
            try await store.write { store throws(StoreError) in
              try store.append(newMessage(900, in: number))
              try store.remove(chatID(number))
            }
          }
        }
        _ = await error { try await store.chats(ChatQuery(title: titled("x"), limit: 9)) }
        _ = try await store.verify()
        await store.close()
      }
      if let refused { refusals.append(refused) }
    }
    #expect((10..<110).contains(refusals.count))
    for refusal in refusals {
      switch refusal {
      case .corrupt, .newerVersion, .refused: break
      default: Issue.record("\(refusal)")
      }
    }
  }

  @Test func `Files that others could read are found`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    chmod(fixture.folder.database, 0o644)
    chmod(fixture.home, 0o755)
    let findings = try await store.verify()
    #expect(
      findings == [
        Finding(isDamage: false, .openToOthers(path: fixture.home, permissions: 0o755)),
        Finding(isDamage: false, .openToOthers(path: fixture.folder.database, permissions: 0o644)),
      ])
  }
}
