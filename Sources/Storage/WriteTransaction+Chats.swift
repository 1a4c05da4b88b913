import Domain

extension WriteTransaction {
  func insert(_ chat: Chat) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO chat(uid, title, title_origin, agent, created_at, last_at, preview, preview_sender, unread, pinned,
        trashed_at, source)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .uid(chat.id), .text(chat.title), .integer(chat.titleOrigin.rawValue), .text(chat.agent),
        .time(chat.createdAt), .time(chat.lastActivityAt), .text(chat.preview.text),
        .integer(chat.preview.sender?.rawValue), .integer(chat.unreadCount), .flag(chat.isPinned),
        .time(chat.trashedAt), .text(chat.source),
      ])
    changes.saved(chat.id)
  }

  func update(_ chat: Chat) throws(StoreError) {
    if chat.trashedAt != nil { deletes = true }
    try connection.run(
      """
      UPDATE chat SET title = ?, title_origin = ?, agent = ?, created_at = ?, last_at = ?, preview = ?,
        preview_sender = ?, unread = ?, pinned = ?, trashed_at = ?, source = ?
      WHERE uid = ?
      """,
      [
        .text(chat.title), .integer(chat.titleOrigin.rawValue), .text(chat.agent), .time(chat.createdAt),
        .time(chat.lastActivityAt), .text(chat.preview.text), .integer(chat.preview.sender?.rawValue),
        .integer(chat.unreadCount), .flag(chat.isPinned), .time(chat.trashedAt), .text(chat.source), .uid(chat.id),
      ])
    guard connection.changedRows == 1 else { throw .noSuchChat }
    changes.saved(chat.id)
  }

  func remove(_ chat: ChatID) throws(StoreError) {
    deletes = true
    let rowid = try rowid(of: chat)
    try drop(
      """
      SELECT attachment.hash FROM message CROSS JOIN attachment ON attachment.message_id = message.id
      WHERE message.chat_id = ? AND attachment.hash IS NOT NULL
      """, [.integer(rowid)])
    try drop("SELECT hash FROM draft_picture WHERE chat_id = ?", [.integer(rowid)])
    try letGo(of: "gone.chat_id = ?1", except: "child.chat_id <> ?1", [.integer(rowid)])
    try connection.run("DELETE FROM chat WHERE id = ?", [.integer(rowid)])
    changes.removed(chat)
  }

  func shorten(_ chat: ChatID, by count: Int) throws(StoreError) -> Bool {
    deletes = true
    let rowid = try rowid(of: chat)
    guard
      let last = try connection.first(
        "SELECT id, sequence FROM message WHERE chat_id = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?",
        [.integer(rowid), .integer(count)], { (id: $0.integer(0), sequence: $0.integer(1)) })
    else { return false }
    try connection.run(
      """
      UPDATE chat SET tip = ?3, message_count = max(0, min(message_count, \(Valid.most)) - (
        SELECT count(*) FROM message WHERE chat_id = ?1 AND sequence > ?2 AND state <> 0))
      WHERE id = ?1
      """, [.integer(rowid), .integer(last.sequence), .integer(last.id)])
    try drop(
      """
      SELECT attachment.hash FROM message CROSS JOIN attachment ON attachment.message_id = message.id
      WHERE message.chat_id = ? AND message.sequence > ? AND attachment.hash IS NOT NULL
      """, [.integer(rowid), .integer(last.sequence)])
    // A message follows one with a smaller number, so that none is left behind without the one before it, but for what
    // damaged rows say.
    try letGo(
      of: "gone.chat_id = ?1 AND gone.sequence > ?2", except: "(child.chat_id <> ?1 OR child.sequence <= ?2)",
      [.integer(rowid), .integer(last.sequence)])
    try connection.run(
      "DELETE FROM message WHERE chat_id = ? AND sequence > ?", [.integer(rowid), .integer(last.sequence)])
    changes.saved(chat)
    return true
  }

  /// Messages that stay must not follow ones that go; only damaged rows do.
  private func letGo(of gone: String, except stays: String, _ values: [Value]) throws(StoreError) {
    try connection.run(
      """
      UPDATE message SET parent_id = NULL WHERE id IN (
        SELECT child.id FROM message gone CROSS JOIN message child ON child.parent_id = gone.id
        WHERE \(gone) AND \(stays))
      """, values)
  }

  func setDraft(_ draft: Draft, in chat: ChatID) throws(StoreError) {
    let rowid = try rowid(of: chat)
    if draft.isBlank {
      try connection.run("DELETE FROM draft WHERE chat_id = ?", [.integer(rowid)])
      guard connection.changedRows > 0 else { return }
    } else {
      try connection.run(
        """
        INSERT INTO draft(chat_id, text, preview) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET text = excluded.text, preview = excluded.preview
        """, [.integer(rowid), .text(draft.text), .text(Self.line(of: draft))])
    }
    if try pictures(ofDraft: rowid) != draft.pictures { try replace(by: draft.pictures, ofDraft: rowid) }
    changes.saved(chat)
  }

  func setSetting(_ key: String, to value: String?) throws(StoreError) {
    if let value {
      try connection.run(
        "INSERT INTO setting(key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        [.text(key), .text(value)])
    } else {
      try connection.run("DELETE FROM setting WHERE key = ?", [.text(key)])
    }
    changes.saved(setting: key)
  }

  func setAgentState(_ state: String, in chat: ChatID) throws(StoreError) {
    // Nobody is told: an agent's memory is not shown anywhere.
    try connection.run(
      "INSERT INTO agent_state(chat_id, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state",
      [.integer(try rowid(of: chat)), .text(state)])
  }

  func rowid(of chat: ChatID) throws(StoreError) -> Int64 {
    guard let rowid = try connection.first("SELECT id FROM chat WHERE uid = ?", [.uid(chat)], { $0.integer(0) })
    else { throw .noSuchChat }
    return rowid
  }

  /// The beginning of a draft on one line; "Photo" or "2 photos" when it has pictures only, as in a message's preview.
  private static func line(of draft: Draft) -> String {
    let words = draft.text.prefix(Preview.limit * 4).split(whereSeparator: \.isWhitespace)
    let line = String(words.joined(separator: " ").prefix(Preview.limit))
    return line.isEmpty ? Preview.photos(draft.pictures.count) : line
  }
}
