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

  @Test(arguments: [
    ("UPDATE chat SET tip = 7 WHERE id = 1", "The chat “Chat 1” does not know its last message."),
    ("UPDATE chat SET tip = NULL WHERE id = 1", "The chat “Chat 1” does not know its last message."),
    ("UPDATE chat SET tip = 999 WHERE id = 1", "The chat “Chat 1” does not know its last message."),
    (
      "UPDATE message SET parent_id = 7 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” follows a message of another chat."
    ),
    (
      "UPDATE message SET parent_id = 5 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” stands before the one that it follows."
    ),
    (
      "UPDATE message SET sequence = -9 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” stands before the one that it follows."
    ),
    ("UPDATE message SET parent_id = NULL WHERE id = 3", "The chat “Chat 1” has more than one first message."),
    ("UPDATE chat SET message_count = 99 WHERE id = 1", "The chat “Chat 1” has a wrong number of messages in its row."),
    ("UPDATE message SET chat_id = 77 WHERE id = 3", "A row of message (3) points to a chat that is gone."),
    ("UPDATE message SET parent_id = 77 WHERE id = 3", "A row of message (3) points to a message that is gone."),
    ("UPDATE chat SET uid = x'00' WHERE id = 1", "The chat in row 1 has no valid name and is not shown."),
    ("UPDATE message SET uid = x'00' WHERE id = 3", "The message in row 3 has no valid name and is not shown."),
    (
      "UPDATE message SET sender = 9 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” has a sender or a state that this Sotto does not know."
    ),
    (
      "UPDATE message SET state = 99 WHERE id = 2",
      "Message \(hex(2)) in the chat “Chat 1” has a sender or a state that this Sotto does not know."
    ),
    (
      "UPDATE message SET state = 4 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” is the user's and yet not complete."
    ),
    (
      "INSERT INTO attachment(message_id, position, width, height, alternative) VALUES (3, 0, 1, 1, '')",
      "Message \(hex(3)) in the chat “Chat 1” has a picture of a kind that this Sotto does not know."
    ),
    ("UPDATE chat SET tip = 3 WHERE id = 1", "The chat “Chat 1” does not know its last message."),
    (
      "UPDATE message SET parent_id = 1 WHERE id = 3",
      "Message \(hex(2)) in the chat “Chat 1” is hidden behind another that follows the same message."
    ),
    (
      "UPDATE chat SET last_at = -9223372036854775808 WHERE id = 1",
      "The chat “Chat 1” has a number that cannot be right (last_at)."
    ),
    (
      "UPDATE message SET sequence = 9223372036854775807 WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” has a number that cannot be right (sequence)."
    ),
    (
      "UPDATE message SET text = CAST(x'41ff' AS TEXT) WHERE id = 3",
      "Message \(hex(3)) in the chat “Chat 1” has bytes that are no text."
    ),
    (
      "UPDATE chat SET title = title || char(0) || 'x' WHERE id = 1",
      "The chat “Chat 1” has bytes that are no text."
    ),
    ("INSERT INTO setting VALUES ('a', CAST(x'ff' AS TEXT))", "The setting “a” has bytes that are no text."),
    (
      "UPDATE message SET state = 0 WHERE id = 2",
      "Message \(hex(2)) in the chat “Chat 1” is still to come and yet has words."
    ),
    (
      "INSERT INTO reply_chunk(message_id, number, text) VALUES (2, 1, 'x')",
      "Message \(hex(2)) in the chat “Chat 1” has ended, but still has chunks of text."
    ),
  ])
  func `Planted damage is found and hides no other chat`(damage: String, sentence: String) async throws {
    let store = try await plant(damage)
    #expect(try await store.verify().map(\.sentence).contains(sentence))
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
    #expect(try await store.verify().contains { $0.sentence.hasSuffix("stands before the one that it follows.") })
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
    #expect(findings.contains { $0.sentence == "The database's structure: row 1 missing from index message_parent." })
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
        _ = await error { try await store.chats(ChatQuery(titleContains: "x", limit: 9)) }
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
        Finding(isDamage: false, sentence: "\(fixture.home) can be read by others (755)."),
        Finding(isDamage: false, sentence: "\(fixture.folder.database) can be read by others (644)."),
      ])
  }
}
