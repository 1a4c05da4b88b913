import Domain

/// Places of messages that were deleted and come back.
extension Line {
  /// Whether no other message follows the one before this.
  func isOnlyFollower(_ message: Int64) throws(StoreError) -> Bool {
    try connection.number(
      """
      SELECT EXISTS(SELECT 1 FROM message m CROSS JOIN \(Schema.live) other ON other.parent_id = m.parent_id
          WHERE m.id = ?1 AND other.id <> ?1)
        OR EXISTS(SELECT 1 FROM message m CROSS JOIN \(Schema.live) other
            ON other.chat_id = m.chat_id AND other.parent_id IS NULL
          WHERE m.id = ?1 AND m.parent_id IS NULL AND other.id <> ?1)
      """, [.integer(message)]) == 0
  }

  /// No choice leads to the message any more.
  func forgetChoice(of message: Int64) throws(StoreError) {
    try connection.run("DELETE FROM choice WHERE child_id = ?", [.integer(message)])
  }

  /// The message after which a deleted one comes back: the one that it followed, else the last one before it.
  func place(of message: Int64) throws(StoreError) -> Int64? {
    let place = try connection.first(
      """
      SELECT parent.id, (SELECT prior.id FROM \(Schema.live) prior
          WHERE prior.chat_id = m.chat_id AND prior.sequence < m.sequence ORDER BY prior.sequence DESC LIMIT 1),
        m.parent_id IS NULL
      FROM message m LEFT JOIN message parent ON \(Schema.follows("m", "parent")) AND parent.deleted_at IS NULL
      WHERE m.id = ?
      """, [.integer(message)]
    ) { (parent: $0.optionalInteger(0), prior: $0.optionalInteger(1), isFirst: $0.flag(2)) }
    guard let place else { return nil }
    return place.parent ?? (place.isFirst ? nil : place.prior)
  }

  /// Puts a deleted message back between this parent and those that follow it again, and lets the line go through it.
  ///
  /// - Parameter show: has the message, and what went with it, count again.
  func putBack(
    _ message: Int64, after parent: Int64?, before followers: [Int64], _ show: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let last = try tip()
    let chosen = try chosen(after: parent)
    let isChosenBelow = chosen.map(followers.contains) ?? false
    try connection.run("UPDATE message SET parent_id = ? WHERE id = ?", [.integer(parent), .integer(message)])
    for follower in followers {
      try connection.run("UPDATE message SET parent_id = ? WHERE id = ?", [.integer(message), .integer(follower)])
    }
    if isChosenBelow {
      try connection.run(
        "UPDATE choice SET parent_id = ?1 WHERE chat_id = ?2 AND parent_id IS ?3",
        [.integer(message), .integer(chat), .integer(parent)])
    }
    try show()
    let others = try others(than: message, after: parent)
    if try newest(after: message) != nil, !isChosenBelow { try chooseAgain(after: [message]) }
    try forgetNeedlessChoice(after: message)
    if others > 0,
      try connection.number(
        "SELECT EXISTS(SELECT 1 FROM choice WHERE chat_id = ?1 AND parent_id IS ?2)",
        [.integer(chat), .integer(parent)]) == 0
    {
      try connection.run(
        "INSERT INTO choice(chat_id, parent_id, child_id) VALUES (?, ?, ?)",
        [.integer(chat), .integer(parent), .integer(isChosenBelow || chosen == nil ? message : chosen)])
    }
    if chosen == nil {
      // The one before it ended the line, or another one.
      if last == parent { try setTip(try end(from: message)) }
      if let parent {
        try connection.run(
          "UPDATE branch SET tip_id = ? WHERE tip_id = ?", [.integer(try end(from: message)), .integer(parent)])
      }
    }
    try go(through: message)
  }

  /// How many other messages follow the same one.
  private func others(than message: Int64, after parent: Int64?) throws(StoreError) -> Int64 {
    try connection.number(
      "SELECT count(*) FROM \(Schema.live) m WHERE \(Schema.follow("m", parent)) AND m.id <> ?3",
      [.integer(chat), .integer(parent), .integer(message)])
  }
}
