import Domain

/// Messages that are deleted and may be had back. A deleted row stays under the message that it followed and moves with
/// that one's other followers, so that it can always be put back where it was.
extension WriteTransaction {
  func delete(
    _ message: MessageID, with versions: [MessageID], at time: Timestamp
  ) throws(StoreError) -> (removed: [MessageID], lineChanged: Bool) {
    mayUseReserve = true
    let row = try row(of: message)
    let line = Line(connection: connection, chat: row.chat)
    var isOther = false
    var removed: [MessageID] = []
    for version in versions {
      let head = try self.row(of: version)
      guard head.chat == row.chat, head.rowid != row.rowid else { throw .messageOfAnotherChat }
      let branch = try branch(from: head)
      let gap = try line.leave(head.rowid, with: Set(branch.map(\.row.rowid)))
      try line.forgetChoice(of: head.rowid)
      for one in branch {
        try hide(one.row, with: row.rowid, wasAlone: false, at: time)
        if let id = one.id { removed.append(id) }
      }
      if try line.close(gap) { isOther = true }
    }
    let wasAlone = try line.isOnlyFollower(row.rowid)
    let followers = try noteFollowers(of: row)
    let gap = try line.leave(row.rowid)
    try hide(row, with: nil, wasAlone: wasAlone, at: time)
    for follower in followers {
      try connection.run(
        "INSERT INTO deletion_follower(message_id, follower_id) VALUES (?, ?)",
        [.integer(row.rowid), .integer(follower)])
    }
    if try line.close(gap) { isOther = true }
    if isOther { changes.lineChanged(row.chatID) }
    return ([message] + removed, isOther)
  }

  private func hide(_ row: MessageRow, with other: Int64?, wasAlone: Bool, at time: Timestamp) throws(StoreError) {
    try connection.run("UPDATE message SET deleted_at = ? WHERE id = ?", [.time(time), .integer(row.rowid)])
    try connection.run(
      "INSERT INTO deletion(message_id, with_id, was_alone, owner) VALUES (?, ?, ?, ?)",
      [.integer(row.rowid), .integer(other), .flag(wasAlone), .uid(locks.me)])
    try connection.run("DELETE FROM branch WHERE head_id = ?1 OR tip_id = ?1", [.integer(row.rowid)])
    try count(-row.counts, in: row.chat)
    let id = try connection.first("SELECT uid FROM message WHERE id = ?", [.integer(row.rowid)]) {
      $0.uid(0, of: Message.self)
    }
    if let id { changes.removed(id, in: row.chatID) }
  }

  func restore(_ messages: Set<MessageID>) throws(StoreError) -> [MessageID] {
    var found: [Gone] = []
    for message in messages { if let gone = try gone(message) { found.append(gone) } }
    var restored: [MessageID] = []
    // The last that went comes back first, so that each finds what it left.
    for gone in found.sorted(by: { $0.number > $1.number }) { restored += try restore(gone) }
    return restored.reversed()
  }

  @discardableResult
  func purge(_ messages: [MessageID]) throws(StoreError) -> Int {
    mayUseReserve = true
    var count = 0
    for message in messages {
      guard let gone = try gone(message) else { continue }
      // What follows goes first: numbers only get greater on the way down.
      let rows = try connection.rows(
        """
        SELECT id FROM message WHERE id = ?1 OR id IN (SELECT message_id FROM deletion WHERE with_id = ?1)
        ORDER BY sequence DESC, id DESC
        """, [.integer(gone.row.rowid)]
      ) { $0.integer(0) }
      for row in rows { try erase(row) }
      count += 1
    }
    return count
  }

  /// Deletes the row of a message for ever. Other deleted ones below it follow the one above it from now on.
  func erase(_ row: Int64) throws(StoreError) {
    try drop(picturesOf: row)
    try connection.run(
      """
      UPDATE message SET parent_id = (SELECT parent_id FROM message WHERE id = ?1)
      WHERE parent_id = ?1 AND deleted_at IS NOT NULL
      """, [.integer(row)])
    try connection.run("DELETE FROM message WHERE id = ?", [.integer(row)])
  }

  // MARK: Rows

  /// A deleted message that can be had back by itself.
  private struct Gone {
    var row: MessageRow
    var id: MessageID
    var number: Int64
    var parent: Int64?
    var sequence: Int64
    var wasAlone: Bool
  }

  private func gone(_ message: MessageID) throws(StoreError) -> Gone? {
    try connection.first(
      """
      SELECT m.id, m.chat_id, chat.uid, m.state, deletion.number, m.parent_id, m.sequence, deletion.was_alone
      FROM message m CROSS JOIN deletion ON deletion.message_id = m.id CROSS JOIN chat ON chat.id = m.chat_id
      WHERE m.uid = ? AND m.deleted_at IS NOT NULL AND deletion.with_id IS NULL
      """, [.uid(message)]
    ) { row in
      row.uid(2, of: Chat.self).map { chat in
        Gone(
          row: MessageRow(rowid: row.integer(0), chat: row.integer(1), chatID: chat, state: row.integer(3)),
          id: message, number: row.integer(4), parent: row.optionalInteger(5), sequence: row.integer(6),
          wasAlone: row.flag(7))
      }
    } ?? nil
  }

  private func restore(_ gone: Gone) throws(StoreError) -> [MessageID] {
    let line = Line(connection: connection, chat: gone.row.chat)
    let parent = try line.place(of: gone.row.rowid)
    // Where it was the only one to follow its parent, whatever follows that now follows it; what was deleted before it only
    // where it followed it then.
    let followers = try connection.rows(
      gone.wasAlone
        ? """
        SELECT m.id FROM message m WHERE \(Schema.follow("m", parent)) AND m.sequence > ?4 AND m.id <> ?3
          AND (m.deleted_at IS NULL OR EXISTS (
              SELECT 1 FROM deletion d WHERE d.message_id = m.id AND d.number > ?5 AND d.with_id IS NOT ?3)
            OR EXISTS (SELECT 1 FROM deletion_follower known WHERE known.message_id = ?3 AND known.follower_id = m.id))
        """
        : """
        SELECT m.id FROM deletion_follower known CROSS JOIN message m ON m.id = known.follower_id
        WHERE known.message_id = ?3 AND \(Schema.follow("m", parent)) AND m.sequence > ?4
        """,
      [.integer(gone.row.chat), .integer(parent), .integer(gone.row.rowid), .integer(gone.sequence)]
        + (gone.wasAlone ? [.integer(gone.number)] : [])
    ) { $0.integer(0) }
    let rows = try connection.rows(
      """
      SELECT m.id, m.uid, m.state FROM message m
      WHERE m.id = ?1 OR m.id IN (SELECT message_id FROM deletion WHERE with_id = ?1) ORDER BY m.id <> ?1, m.sequence
      """, [.integer(gone.row.rowid)]
    ) { (rowid: $0.integer(0), id: $0.uid(1, of: Message.self), state: $0.integer(2)) }
    try line.putBack(gone.row.rowid, after: parent, before: followers) { () throws(StoreError) in
      for row in rows {
        let back = MessageRow(rowid: row.rowid, chat: gone.row.chat, chatID: gone.row.chatID, state: row.state)
        try connection.run("UPDATE message SET deleted_at = NULL WHERE id = ?", [.integer(row.rowid)])
        try connection.run("DELETE FROM deletion WHERE message_id = ?", [.integer(row.rowid)])
        try count(back.counts, in: back.chat)
      }
    }
    let restored = rows.compactMap(\.id)
    for id in restored { changes.saved(id, in: gone.row.chatID) }
    try noteFollowers(of: gone.row)
    changes.lineChanged(gone.row.chatID)
    return restored
  }

  func takeOnDeletions() throws(StoreError) -> [MessageID] {
    let found = try connection.rows(
      """
      SELECT deletion.message_id, m.uid, deletion.owner FROM deletion CROSS JOIN message m ON m.id = deletion.message_id
      WHERE deletion.with_id IS NULL ORDER BY deletion.number
      """
    ) { (rowid: $0.integer(0), id: $0.uid(1, of: Message.self), owner: $0.uid(2, of: ProcessLocks.self)) }
    var taken: [MessageID] = []
    for one in found where locks.owner(one.owner) == .nobody {
      try connection.run(
        "UPDATE deletion SET owner = ?1 WHERE message_id = ?2 OR with_id = ?2", [.uid(locks.me), .integer(one.rowid)])
      if let id = one.id { taken.append(id) }
    }
    return taken
  }
}
