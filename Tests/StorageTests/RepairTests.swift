import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// A repair leaves a library in which nothing is wrong and nothing that could be read is missing.
@Suite(.timeLimit(.minutes(1)))
struct RepairTests {
  let fixture = FolderFixture()

  /// Chat 1 with messages 1 to 5, chat 2 with messages 11 to 14; rowids are 1 to 5 and 6 to 9.
  private func plant(_ damage: String) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(2))
      for number in 11...14 { try store.append(newMessage(number, in: 2, sender: .agent)) }
    }
    await store.close()
    try fixture.connection().script(damage)
  }

  @Test(arguments: [
    "UPDATE message SET parent_id = id WHERE id = 3", "UPDATE message SET parent_id = 5 WHERE id = 1",
    "UPDATE message SET parent_id = 999 WHERE id = 4", "UPDATE message SET parent_id = 9 WHERE id = 3",
    "UPDATE message SET parent_id = 1 WHERE id = 3", "UPDATE message SET parent_id = NULL",
    "UPDATE chat SET tip = 3", "UPDATE chat SET tip = NULL", "UPDATE chat SET tip = 999",
    "UPDATE message SET sequence = 9223372036854775807 WHERE id IN (3, 8)",
    "UPDATE message SET sequence = -9223372036854775808 WHERE id = 3", "UPDATE message SET sequence = -sequence",
    "UPDATE chat SET last_at = 9223372036854775807, created_at = -9223372036854775808, unread = -4, pinned = 9",
    "UPDATE chat SET message_count = -1, title_origin = 4, preview_sender = 9",
    "UPDATE message SET created_at = 9223372036854775807, duration = -1 WHERE id > 1",
    "UPDATE message SET sender = 7, state = -3 WHERE id = 2", "UPDATE message SET state = 0, owner = x'00'",
    "UPDATE message SET uid = x'00' WHERE id = 3", "UPDATE chat SET uid = x'0011' WHERE id = 1",
    "UPDATE chat SET title = CAST(x'41ff0042' AS TEXT), agent = CAST(x'ff' AS TEXT)",
    "INSERT INTO setting VALUES (CAST(x'ff' AS TEXT), 'a'), ('b', CAST(x'ff' AS TEXT))",
    "INSERT INTO attachment(message_id, position, drawing, width, height, alternative) VALUES (2, -7, 'a', -1, 1 << 40, ''), "
      + "(2, 9223372036854775807, 'b', 1, 1, ''), (99, 0, 'c', 1, 1, '')",
    "INSERT INTO reply_chunk(message_id, number, text) VALUES (2, 1, ' more'), (99, 1, 'x')",
    "INSERT INTO draft VALUES (55, 'words', 'words')",
    "INSERT INTO draft_picture VALUES (1, -1, zeroblob(32), 'image/jpeg', -1, 1, 1, ''), (1, 5, x'00', 'a', 1, 1, 1, '')",
  ])
  func `What is repaired is sound, and every message is there with its words`(damage: String) async throws {
    try await plant(damage)
    let report = try await fixture.library().repair()
    #expect(!report.mended.isEmpty)
    let aside = try #require(report.aside)
    #expect(access(aside + "/sotto.db", R_OK) == 0)
    let store = try await fixture.open()
    #expect(try await store.verify().filter { $0.isDamage && $0.kind != "missing-pictures" } == [])
    let chats = try await store.chats(ChatQuery(limit: 9))
    var texts: [[String]] = []
    for chat in chats.filter({ $0.messageCount > 0 }).sorted(by: { $0.messageCount > $1.messageCount }) {
      let messages = try await store.read { store throws(StoreError) in
        try store.messages(in: chat.id, .newest(limit: 99))
      }
      #expect(messages.count == chat.messageCount || damage.contains("state = 0"))
      texts.append(messages.map(\.text))
    }
    #expect(texts.map(\.count) == [5, 4])
    #expect(
      Set(texts.joined().map { $0.replacing(" more") })
        == Set(([1, 2, 3, 4, 5] + Array(11...14)).map { "Message \($0)" }))
    await store.close()
    #expect(try await fixture.library().repair().mended == [])
  }

  @Test func `Broken lines are put in the order of places`() async throws {
    try await plant(
      """
      UPDATE message SET parent_id = 5 WHERE id = 1; UPDATE message SET parent_id = 8 WHERE id = 4;
      UPDATE message SET sequence = 9223372036854775807 WHERE id = 3;
      """)
    #expect(try await fixture.library().repair().mended.contains(Mending(.lines, count: 1)))
    let messages = try await fixture.open().messages()
    #expect(messages.map(\.id) == (1...5).map(messageID))
    #expect(zip(messages, messages.dropFirst()).allSatisfy { $0.id == $1.parent })
  }

  @Test(arguments: ["chat_list", "message_parent", "message_sequence", "sqlite_autoindex_message_1"])
  func `A damaged index is made again, and every message is there with its words`(index: String) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 500)
    try await store.write { store throws(StoreError) in try store.setSetting("welcomed", to: "yes") }
    await store.close()
    let (page, last) = try {
      let connection = try fixture.connection(.reading)
      return (
        Int(try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text(index)])),
        try connection.number("SELECT seq FROM sqlite_sequence")
      )
    }()
    var damaged = bytes(of: fixture.folder.database)
    for offset in (page - 1) * 4_096..<page * 4_096 { damaged[offset] = 0xFF }
    write(damaged, to: fixture.folder.database)

    let report = try await fixture.library().repair()
    #expect(report.mended == [Mending(.indexes, count: 1)])
    #expect(try bytes(of: #require(report.aside) + "/sotto.db") == damaged)
    let again = try await fixture.open()
    #expect(try await again.findingsNow() == [])
    #expect(try await again.messages().map(\.text) == (1...500).map { "Message \($0)" })
    #expect(try await again.read { store throws(StoreError) in try store.setting("welcomed") } == "yes")
    await again.close()
    #expect(try fixture.connection(.reading).number("SELECT seq FROM sqlite_sequence") == last)
  }

  /// Changes rows as the rules of their table do not allow, and leaves the rules as they were.
  private func breaking(_ table: String, _ rule: String, _ weak: String, _ change: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(rule)', '\(weak)') WHERE name = '\(table)';
    PRAGMA writable_schema = RESET;
    \(change);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(weak)', '\(rule)') WHERE name = '\(table)';
    PRAGMA writable_schema = RESET;
    """
  }

  @Test func `Messages at one place in their chat are told apart, and none is missing`() async throws {
    try await plant("UPDATE message SET sequence = 1 WHERE id IN (3, 4)")
    #expect(try await fixture.library().repair().mended.contains(Mending(.lines, count: 1)))
    let store = try await fixture.open()
    #expect(try await store.findingsNow() == [])
    #expect(try await store.messages().map(\.text).sorted() == (1...5).map { "Message \($0)" })
  }

  @Test func `A message whose text is missing or no text is kept`() async throws {
    try await plant(
      breaking("message", "text TEXT NOT NULL", "text TEXT", "UPDATE message SET text = NULL WHERE id = 3"))
    #expect(try await fixture.library().repair().aside != nil)
    let store = try await fixture.open()
    #expect(try await store.findingsNow() == [])
    #expect(try await store.messages().map(\.text) == ["Message 1", "Message 2", "", "Message 4", "Message 5"])
  }

  @Test func `Chats and messages that name one source, and pictures at one place, are told apart`() async throws {
    let same = breaking(
      "message_source", "CREATE UNIQUE INDEX", "CREATE INDEX",
      "UPDATE message SET source = 'a', source_id = 'b' WHERE id < 4")
    let indices = breaking(
      "attachment_position", "CREATE UNIQUE INDEX", "CREATE INDEX",
      """
      INSERT INTO attachment(message_id, position, drawing, width, height, alternative)
      VALUES (2, 0, 'harbour', 1, 1, 'a'), (2, 0, 'harbour', 1, 1, 'b')
      """)
    try await plant(same + indices)
    #expect(try await fixture.library().repair().mended == [Mending(.doubles, count: 4)])
    let store = try await fixture.open()
    #expect(try await store.findingsNow() == [])
    #expect(try await store.messages()[1].attachments.map(\.alternative) == ["a", "b"])
    #expect(try await store.messages().count == 5)
  }

  @Test func `A database that cannot be repaired stays as it was, with its log, and is what the sentence names`()
    async throws
  {
    let store = try await fixture.open()
    try await store.fill(messages: 500)
    await store.close()
    let again = try await fixture.open()
    try await again.write { store throws(StoreError) in try store.append(newMessage(501)) }
    let log = bytes(of: fixture.folder.databaseFiles[1])
    var database = bytes(of: fixture.folder.database)
    let first = "SELECT pageno FROM dbstat WHERE name = 'message' AND pagetype = 'leaf' ORDER BY path LIMIT 1"
    let page = Int(try fixture.connection(.reading).number(first))
    await again.close()
    for offset in (page - 1) * 4_096..<page * 4_096 { database[offset] = 0 }
    let other = FolderFixture()
    try other.folder.make()
    write(database, to: other.folder.database)
    write(log, to: other.folder.databaseFiles[1])
    let before = other.folder.databaseFiles.prefix(2).map(bytes)
    let error = await error { try await other.library().repair() }
    guard case .corrupt(other.folder.database, .unrepairable) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(other.folder.databaseFiles.prefix(2).map(bytes) == before)
  }

  @Test(arguments: [0, -1, Int64.min])
  func `A message whose rowid no message should have is put in line like any other`(rowid: Int64) async throws {
    try await plant("PRAGMA foreign_keys = OFF; UPDATE message SET id = \(rowid) WHERE id = 3")
    _ = try await fixture.library().repair()
    let store = try await fixture.open()
    #expect(try await store.findingsNow() == [])
    #expect(try await store.messages().map(\.text) == (1...5).map { "Message \($0)" })
  }

  @Test func `Messages whose chat is gone are found again in one of their own`() async throws {
    try await plant("UPDATE message SET chat_id = 77 WHERE id IN (4, 5); DELETE FROM chat WHERE id = 2")
    _ = try await fixture.library().repair()
    let store = try await fixture.open()
    let recovered = try await store.chats(ChatQuery(limit: 9)).filter { $0.title == "Recovered" }
    #expect(recovered.map(\.messageCount).sorted() == [2, 4])
    #expect(try await store.findingsNow() == [])
  }

  @Test func `A sound library is left as it is, and one that is open is not touched`() async throws {
    try await plant("UPDATE message SET parent_id = id WHERE id = 3")
    let store = try await fixture.open()
    let refused = await error { try await fixture.library(busyTimeout: .milliseconds(50)).repair() }
    guard case .locked = refused else { return #expect(refused == nil) }
    await store.close()
    _ = try await fixture.library().repair()
    let asides = Files.names(in: fixture.folder.asides)
    #expect(try await fixture.library().repair() == RepairReport(mended: [], aside: nil))
    #expect(Files.names(in: fixture.folder.asides) == asides && asides.count == 1)
    #expect(!Files.names(in: fixture.home).contains { $0.contains("repair") })
  }
}

extension String {
  fileprivate func replacing(_ part: String) -> String {
    firstRange(of: part).map { self[..<$0.lowerBound] + self[$0.upperBound...] }.map(String.init) ?? self
  }
}
