import Domain

extension WriteTransaction {
  func insert(_ chat: Chat) throws(StoreError) {
    let columns = ColumnList.chats
    try connection.run(
      "INSERT INTO chat(uid, \(columns.names)) VALUES (?, \(columns.marks))",
      [.uid(chat.id)] + columns.values(of: chat))
    changes.saved(chat.id)
  }

  func update(_ chat: Chat) throws(StoreError) {
    if chat.trashedAt != nil { mayUseReserve = true }
    let columns = ColumnList.chats
    try connection.run(
      "UPDATE chat SET \(columns.assignments) WHERE uid = ?", columns.values(of: chat) + [.uid(chat.id)])
    guard connection.changedRows == 1 else { throw .noSuchChat }
    changes.saved(chat.id)
  }

  func remove(_ chat: ChatID) throws(StoreError) {
    mayUseReserve = true
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
    mayUseReserve = true
    let rowid = try rowid(of: chat)
    guard
      let last = try connection.first(
        "SELECT id, sequence FROM message WHERE chat_id = ? ORDER BY sequence DESC, id DESC LIMIT 1 OFFSET ?",
        [.integer(rowid), .integer(count)], { (id: $0.integer(0), sequence: $0.integer(1)) })
    else { return false }
    let bounds: [Value] = [.integer(rowid), .integer(last.sequence), .integer(last.id)]
    let line = Line(connection: connection, chat: rowid)
    let tip = try line.tip()
    let tipLeft = try connection.first(
      """
      WITH RECURSIVE line(id) AS (
        SELECT ?4
        UNION ALL
        SELECT \(Schema.before("m")) FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id WHERE \(Self.isBeyond("m")))
      SELECT id FROM line CROSS JOIN message USING (id) WHERE NOT (\(Self.isBeyond("message")))
      """, bounds + [.integer(tip)]
    ) { $0.integer(0) }
    let forks = try connection.rows(
      """
      SELECT choice.parent_id FROM choice CROSS JOIN message child ON child.id = choice.child_id
        LEFT JOIN message parent ON parent.id = choice.parent_id
      WHERE choice.chat_id = ?1 AND \(Self.isBeyond("child")) AND (parent.id IS NULL OR NOT (\(Self.isBeyond("parent"))))
      """, bounds
    ) { Fork(parent: $0.optionalInteger(0)) }
    try connection.run(
      """
      UPDATE chat SET message_count = max(0, min(message_count, \(Valid.most)) - (
        SELECT count(*) FROM \(Schema.live) m WHERE m.chat_id = ?1 AND m.sequence >= ?2 AND \(Self.isBeyond("m"))
          AND m.state <> 0))
      WHERE id = ?1
      """, bounds)
    try drop(
      """
      SELECT attachment.hash FROM message m CROSS JOIN attachment ON attachment.message_id = m.id
      WHERE m.chat_id = ?1 AND m.sequence >= ?2 AND \(Self.isBeyond("m")) AND attachment.hash IS NOT NULL
      """, bounds)
    // A message follows one with a smaller number, so that none is left behind without the one before it, but for what
    // damaged rows say.
    try letGo(
      of: "gone.chat_id = ?1 AND gone.sequence >= ?2 AND \(Self.isBeyond("gone"))",
      except: "(child.chat_id <> ?1 OR NOT (\(Self.isBeyond("child"))))", bounds)
    try connection.run(
      "DELETE FROM message AS m WHERE m.chat_id = ?1 AND m.sequence >= ?2 AND \(Self.isBeyond("m"))", bounds)
    try line.chooseAgain(after: forks.map(\.parent))
    if tipLeft != tip {
      var end = tipLeft
      if end == nil { end = try line.root() }
      if let last = end { end = try line.end(from: last) }
      try line.setTip(end)
    }
    changes.saved(chat)
    return true
  }

  /// A message after which the line went on with one that goes; nil for the chat's beginning.
  private struct Fork {
    var parent: Int64?
  }

  /// A condition: the message goes, as it stands behind the one with the number `?2` and the rowid `?3`.
  private static func isBeyond(_ row: String) -> String {
    "(\(row).sequence > ?2 OR \(row).sequence = ?2 AND \(row).id > ?3)"
  }

  /// Messages that stay must not follow ones that go; only damaged rows do. They follow the one that they are shown after.
  private func letGo(of gone: String, except stays: String, _ values: [Value]) throws(StoreError) {
    try connection.run(
      """
      UPDATE message SET parent_id = \(Schema.prior("message")) WHERE id IN (
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

  /// The beginning of a draft on one line; the marks of its pictures when it has nothing else, as in a message's preview.
  private static func line(of draft: Draft) -> String {
    let words = draft.text.prefix(Preview.limit * 4).split(whereSeparator: \.isWhitespace)
    let line = String(words.joined(separator: " ").prefix(Preview.limit))
    return line.isEmpty ? PictureMarks.line(draft.pictures.count) : PictureMarks.words(line)
  }
}
