import Domain
import Testing
import TestSupport

@testable import Storage

/// Libraries as earlier versions of Sotto have left them.
@Suite(.timeLimit(.minutes(1)))
struct OldFormatTests {
  let fixture = FolderFixture()

  /// A chat of so many messages with a picture, a draft, settings and a reply that was growing, and one chat with nothing.
  private func plant(format: Int, messages count: Int) throws {
    try fixture.folder.make()
    try OpenDatabases.make(fixture.folder.database)
    let old = try fixture.connection()
    try old.migrate(Array(Migration.all.prefix(format)))
    try old.script(
      """
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned, binned_at,
        message_count)
      VALUES (1, x'01900000000070008000000000000001', 'Chat 1', 0, 'crew', 1, 1, '', 0, 0, NULL, \(count)),
        (2, x'01900000000070008000000000000002', 'Gone', 0, 'crew', 1, 1, '', 0, 0, 5, 0);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO message(id, uid, chat_id, parent_id, sequence, sender, state, created_at, text)
      SELECT i, unhex('0191000000007000800000000000' || format('%04X', i)), 1, nullif(i - 1, 0), i, i % 2 = 0,
        iif(i = \(count), 1, 2), 1000 + i, 'Message ' || i FROM n;
      UPDATE chat SET tip = \(count) WHERE id = 1;
      INSERT INTO reply_piece VALUES (\(count), 1, ' and'), (\(count), 2, ' more');
      INSERT INTO attachment(message_id, place, drawing, width, height, alternative) VALUES (1, 0, 'lake', 640, 480, '');
      INSERT INTO draft VALUES (1, 'Thanks', 'Thanks');
      INSERT INTO setting VALUES ('places', 'a'), ('welcomed', 'yes');
      """)
    if format > 1 {
      try old.script(
        "INSERT INTO draft_picture VALUES (1, 0, zeroblob(32), 'image/png', 5, 6, 7, 'x')")
    }
  }

  @Test(arguments: [1, 2])
  func `A library of an old format is converted with all that is in it, and can fork`(format: Int) async throws {
    try plant(format: format, messages: 6)
    let store = try await fixture.open()
    #expect(try fixture.connection(.reading).format() == today)
    let messages = try await store.messages()
    #expect(messages.map(\.id) == (1...6).map(messageID))
    #expect(messages.map(\.parent) == [nil] + (1...5).map(messageID))
    #expect(messages.last?.text == "Message 6 and more" && messages.last?.reasoning == nil)
    #expect(messages.first?.attachments.count == 1)
    let draft = try await store.read { store throws(StoreError) in try store.draft(in: chatID(1)) }
    #expect(draft?.text == "Thanks" && draft?.pictures.count == format - 1)
    #expect(try await store.read { store throws(StoreError) in try store.setting("reading-positions") } == "a")
    #expect(try await store.chats(ChatQuery(location: .trash, limit: 5)).map(\.title) == ["Gone"])
    #expect(try await store.verify().filter { $0.kind != "missing-pictures" } == [])
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(7), after: messageID(2))
      try store.append(newMessage(8), after: nil)
    }
    #expect(try await store.messages().map(\.id) == [messageID(8)])
    #expect(try await store.messages(.before(messageID(7), limit: 9)).map(\.id) == [1, 2].map(messageID))
    #expect(try await store.verify().filter { $0.kind != "missing-pictures" } == [])
  }

  @Test(arguments: [1, 2])
  func `A chat of an old format that was called New Chat for want of a title has none`(format: Int) async throws {
    try plant(format: format, messages: 6)
    try fixture.connection().script(
      """
      UPDATE chat SET title = 'New Chat', binned_at = NULL;
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned)
      VALUES (3, x'01900000000070008000000000000003', 'New Chat', 1, 'crew', 1, 1, '', 0, 0)
      """)
    let store = try await fixture.open()
    // One that has messages was called so by the first of them, and one by its user.
    let titles = try await store.chats(ChatQuery(limit: 9)).sorted { $0.id < $1.id }
    #expect(titles.map(\.titleOrigin) == [.automatic, .untitled, .manual])
    #expect(titles.map(\.title) == ["New Chat", "", "New Chat"])
  }

  @Test func `Two messages and two pictures at one place keep no old library shut`() async throws {
    try plant(format: 2, messages: 6)
    try fixture.connection().script(
      """
      DROP INDEX message_place; DROP INDEX attachment_place;
      UPDATE message SET sequence = 3, parent_id = 999 WHERE id = 4;
      INSERT INTO attachment(message_id, place, drawing, width, height, alternative) VALUES (1, 0, 'hills', 1, 1, '');
      """)
    let store = try await fixture.open()
    #expect(try await store.message(1)?.attachments.count == 2)
    #expect(try await store.message(4) != nil)
    await store.close()
    #expect(try await fixture.library().repair().aside != nil)
    let mended = try await fixture.open()
    #expect(try await mended.messages().count == 6)
    #expect(try await mended.verify().filter { $0.kind != "missing-pictures" } == [])
  }

  @Test(arguments: ["message_place", "message_parent", "chat_bin", "attachment_place"])
  func `An old library with a damaged index is repaired`(index: String) async throws {
    try plant(format: 2, messages: 900)
    let page = Int(
      try fixture.connection(.reading).number("SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text(index)]))
    var damaged = bytes(of: fixture.folder.database)
    for offset in (page - 1) * 4_096..<page * 4_096 { damaged[offset] = 0xFF }
    write(damaged, to: fixture.folder.database)
    _ = try await fixture.library().repair()
    let store = try await fixture.open()
    #expect(try await store.messages().count == 900)
    #expect(try await store.verify().filter { $0.kind != "missing-pictures" } == [])
  }
}
