import Domain

/// What changes which messages follow which, and which of them are shown.
extension WriteTransaction {
  @discardableResult
  func choose(_ message: MessageID) throws(StoreError) -> Bool {
    let row = try row(of: message)
    guard try Line(connection: connection, chat: row.chat).go(through: row.rowid) else { return false }
    changes.lineChanged(row.chatID)
    return true
  }

  @discardableResult
  func remove(_ message: MessageID) throws(StoreError) -> Bool {
    mayUseReserve = true
    let row = try row(of: message)
    let line = Line(connection: connection, chat: row.chat)
    try noteFollowers(of: row)
    let gap = try line.leave(row.rowid)
    try delete(row)
    let isOther = try line.close(gap)
    if isOther { changes.lineChanged(row.chatID) }
    return isOther
  }

  @discardableResult
  func removeBranch(from message: MessageID) throws(StoreError) -> (removed: [MessageID], lineChanged: Bool) {
    mayUseReserve = true
    let row = try row(of: message)
    let line = Line(connection: connection, chat: row.chat)
    let found = try branch(from: row)
    let gap = try line.leave(row.rowid, with: Set(found.map(\.row.rowid)))
    var removed: [MessageID] = []
    for one in found.reversed() {
      try delete(one.row)
      if let id = one.id { removed.append(id) }
    }
    let isOther = try line.close(gap)
    if isOther { changes.lineChanged(row.chatID) }
    return (removed.reversed(), isOther)
  }

  /// The message and all that follows it, parents first.
  func branch(from row: MessageRow) throws(StoreError) -> [(row: MessageRow, id: MessageID?)] {
    // Numbers only get greater on the way, so that the walk has an end.
    try connection.rows(
      """
      WITH RECURSIVE below(id) AS (
        SELECT ?
        UNION
        SELECT child.id FROM below CROSS JOIN \(Schema.live) parent ON parent.id = below.id
          CROSS JOIN \(Schema.live) child ON child.parent_id = parent.id AND \(Schema.follows("child", "parent")))
      SELECT message.id, message.uid, message.state FROM below CROSS JOIN message ON message.id = below.id
      ORDER BY message.sequence, message.uid
      """, [.integer(row.rowid)]
    ) { found in
      (
        MessageRow(rowid: found.integer(0), chat: row.chat, chatID: row.chatID, state: found.integer(2)),
        found.uid(1, of: Message.self)
      )
    }
  }

  func moveToEnd(_ message: MessageID) throws(StoreError) {
    let row = try row(of: message)
    let line = Line(connection: connection, chat: row.chat)
    guard let tip = try line.tip(), tip != row.rowid, try line.contains(row.rowid) else { return }
    let sequence = try nextSequence(in: row.chat)
    try noteFollowers(of: row)
    let gap = try line.leave(row.rowid)
    try connection.run(
      "UPDATE message SET parent_id = ?, sequence = ? WHERE id = ?",
      [.integer(tip), .integer(sequence), .integer(row.rowid)])
    try line.close(gap)
    try line.setTip(row.rowid)
    changes.saved(message, in: row.chatID)
  }

  func move(_ message: MessageID, after parent: MessageID) throws(StoreError) {
    let (row, above) = (try row(of: message), try row(of: parent))
    guard row.chat == above.chat else { throw .messageOfAnotherChat }
    let line = Line(connection: connection, chat: row.chat)
    let old = try connection.first("SELECT parent_id FROM message WHERE id = ?", [.integer(row.rowid)]) {
      $0.optionalInteger(0)
    }
    guard row.rowid != above.rowid, old != .some(above.rowid) else { return }
    try noteFollowers(of: row)
    let gap = try line.leave(row.rowid)
    try putBetween(above) { number throws(StoreError) in
      try connection.run(
        "UPDATE message SET parent_id = ?, sequence = ? WHERE id = ?",
        [.integer(above.rowid), .integer(number), .integer(row.rowid)])
      try line.close(gap)
      return row.rowid
    }
    changes.saved(message, in: row.chatID)
  }

  /// Puts a message, of which `put` makes the row with this number and returns the rowid, between the one above and all
  /// that follows that.
  func putBetween(_ above: MessageRow, _ put: (_ number: Int64) throws(StoreError) -> Int64) throws(StoreError) {
    let line = Line(connection: connection, chat: above.chat)
    let isLast = try line.tip() == above.rowid
    let followers = try noteFollowers(of: above)
    let id = try put(try makeNumber(behind: above))
    try line.takeOver(followers, of: above.rowid, by: id)
    if isLast { try line.setTip(id) }
    changes.lineChanged(above.chatID)
  }

  /// They will follow another message; returns their rowids.
  @discardableResult
  func noteFollowers(of row: MessageRow) throws(StoreError) -> [Int64] {
    let followers = try connection.rows(
      "SELECT id, uid, deleted_at FROM message WHERE parent_id = ?", [.integer(row.rowid)]
    ) { (rowid: $0.integer(0), id: $0.isNull(2) ? $0.uid(1, of: Message.self) : nil) }
    for follower in followers { if let id = follower.id { changes.saved(id, in: row.chatID) } }
    return followers.map(\.rowid)
  }

  private func delete(_ row: MessageRow) throws(StoreError) {
    let id = try connection.first("SELECT uid FROM message WHERE id = ?", [.integer(row.rowid)]) {
      $0.uid(0, of: Message.self)
    }
    try erase(row.rowid)
    try count(-row.counts, in: row.chat)
    if let id { changes.removed(id, in: row.chatID) }
  }
}
