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

  @Test(arguments: [1, 2])
  func `What an old format says of pictures without words becomes their marks, and what somebody wrote stays`(
    format: Int
  ) async throws {
    try plant(format: format, messages: 1)
    let old = try fixture.connection()
    // Each with its title, preview, and messages: how many pictures, the text, and the state.
    let chats: [(title: String, manual: Bool, preview: String, messages: [(Int, String, Int)])] = [
      ("Photo", false, "Photo", [(1, "", 2)]),
      ("Photo", false, "3 photos", [(2, " \n\u{3000}", 2), (3, "\u{A0}", 2)]),
      ("Photo", true, "12 photos", [(12, "", 2), (0, "", 0)]),
      ("Photo", false, "Photo", [(0, "Photo", 2)]),
      ("Photo", false, "Photo", [(1, "Photo", 2), (1, "**Photo**", 3)]),
      ("Photo", false, "2 photos", [(1, "", 2), (0, "2 photos", 2), (2, "", 1)]),
      ("2 photos", false, "2 photos", [(1, "2 photos", 2), (1, "", 2)]),
      ("a\u{FFFC}", true, "\u{FFFC}", [(0, "\u{FFFC}", 2)]),
    ]
    for (index, chat) in chats.enumerated() {
      let number = index + 10
      try old.run(
        """
        INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned)
        VALUES (?, ?, ?, ?, 'crew', 1, 1, ?, 0, 0)
        """,
        [
          .integer(number), .uid(chatID(number)), .text(chat.title), .flag(chat.manual), .text(chat.preview),
        ])
      for (place, message) in chat.messages.enumerated() {
        let id = number * 100 + place
        try old.run(
          """
          INSERT INTO message(id, uid, chat_id, parent_id, sequence, sender, state, created_at, text)
          VALUES (?, ?, ?, ?, ?, 0, ?, 1, ?)
          """,
          [
            .integer(id), .uid(messageID(id)), .integer(number), .integer(place == 0 ? nil : id - 1),
            .integer(place + 1),
            .integer(message.2), .text(message.1),
          ])
        for picture in 0..<message.0 {
          try old.run(
            """
            INSERT INTO attachment(message_id, place, drawing, width, height, alternative)
            VALUES (?, ?, 'lake', 640, 480, '')
            """, [.integer(id), .integer(picture)])
        }
      }
    }
    try old.script(
      """
      INSERT INTO draft VALUES (10, ' ', '2 photos'), (11, 'Photo', 'Photo'), (12, '', 'Photo');
      """)
    if format > 1 {
      try old.script(
        """
        INSERT INTO draft_picture
        SELECT chat, place, randomblob(32), 'image/png', 5, 6, 7, 'x' FROM
          (SELECT 10 AS chat, 0 AS place UNION SELECT 10, 1 UNION SELECT 11, 0 UNION SELECT 12, 0);
        """)
    }
    let store = try await fixture.open()
    var found: [Chat] = []
    for number in 10..<18 { found.append(try #require(try await store.chat(number))) }
    let line = PictureMarks.line
    #expect(
      found.map(\.title) == [line(1), line(1), "Photo", "Photo", "Photo", line(1), "2 photos", "a\u{FFFD}"])
    #expect(
      found.map(\.preview.text) == [
        line(1), line(3), line(12), "Photo", "Photo", "2 photos", "2 photos", "\u{FFFD}",
      ])
    let drafts = format == 1 ? ["2 photos", "Photo", "Photo"] : [line(2), "Photo", line(1)]
    #expect(found.prefix(3).map(\.draftPreview) == drafts)
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
    #expect(try await mended.findingsNow().filter { $0.kind != "missing-pictures" } == [])
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
    #expect(try await store.findingsNow().filter { $0.kind != "missing-pictures" } == [])
  }
}
