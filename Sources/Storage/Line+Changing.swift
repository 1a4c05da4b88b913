import Domain

extension Line {
  func setTip(_ tip: Int64?) throws(StoreError) {
    try connection.run("UPDATE chat SET tip = ? WHERE id = ?", [.integer(tip), .integer(chat)])
  }

  /// Lets the line go through the message, and below it where it went last. False where it does so already.
  @discardableResult
  func go(through message: Int64) throws(StoreError) -> Bool {
    let divergences = try divergences(onWayTo: message)
    if divergences.isEmpty { return false }
    var end = try tip()
    for divergence in divergences {
      try remember(end, through: divergence.chosen)
      end = try choose(divergence.child, after: divergence.parent)
    }
    if end == nil { end = try self.end(from: message) }
    try setTip(end)
    return true
  }

  /// Lets the line end with a new message after this parent; nil for one more first message. `insert` makes its row and
  /// returns the rowid, which comes back, and whether messages that were shown are not any more.
  func extend(
    after parent: Int64?, by insert: () throws(StoreError) -> Int64
  ) throws(StoreError) -> (message: Int64, isOther: Bool) {
    var end = try tip()
    guard end != parent else {
      let message = try insert()
      try setTip(message)
      return (message, false)
    }
    // While the new one does not count.
    let sibling = try chosen(after: parent)
    var isOther = sibling != nil
    if let parent, try go(through: parent) {
      isOther = true
      end = try tip()
    }
    let message = try insert()
    if let sibling {
      try remember(end, through: sibling)
      try choose(message, after: parent)
    }
    try setTip(message)
    return (message, isOther)
  }

  /// Lets those that follow the message follow `new`, which is the only one that follows it then.
  func takeOver(_ followers: [Int64], of message: Int64, by new: Int64) throws(StoreError) {
    for follower in followers {
      try connection.run(
        "UPDATE message SET parent_id = ? WHERE id = ?", [.integer(new), .integer(follower)])
    }
    try connection.run("UPDATE choice SET parent_id = ? WHERE parent_id = ?", [.integer(new), .integer(message)])
    // What ended with the message ends with the new one.
    try connection.run("UPDATE branch SET tip_id = ? WHERE tip_id = ?", [.integer(new), .integer(message)])
  }

  // MARK: Taking messages out

  /// Where a message was that is taken out of the tree.
  struct Gap {
    var parent: Int64?
    /// The line of its parent went on with it, and it had none below it.
    var wasChosenEnd: Bool
    /// It was shown, and none below it is any more.
    var wasTip: Bool
  }

  /// What follows the message follows from now on the one before it; the message itself is to be deleted or moved next,
  /// and the gap to be closed.
  func leave(_ message: Int64) throws(StoreError) -> Gap {
    let parent = try parent(of: message)
    let isChosen = try chosen(after: parent) == message
    let child = try chosen(after: message)
    let gap = Gap(parent: parent, wasChosenEnd: isChosen && child == nil, wasTip: try tip() == message)
    try detach(from: message, to: parent)
    if let child, !isChosen {
      try connection.run(
        "UPDATE OR REPLACE branch SET head_id = ? WHERE head_id = ?", [.integer(child), .integer(message)])
    }
    try forget(message)
    if let child, isChosen { try choose(child, after: parent) }
    return gap
  }

  /// As `leave`, for a message that goes with all that follows it, by any branch: `messages` and no others are deleted
  /// next.
  func leave(_ message: Int64, with messages: Set<Int64>) throws(StoreError) -> Gap {
    let parent = try parent(of: message)
    let gap = Gap(
      parent: parent, wasChosenEnd: try chosen(after: parent) == message,
      wasTip: try tip().map(messages.contains) ?? false)
    for message in messages { try detach(from: message, to: parent, except: messages) }
    return gap
  }

  /// Lets the line go on with the newest of its siblings where the message was chosen, or end before it where it had none.
  /// True where other messages are shown now.
  @discardableResult
  func close(_ gap: Gap) throws(StoreError) -> Bool {
    let next = gap.wasChosenEnd ? try newest(after: gap.parent) : nil
    var end = gap.parent
    if let next {
      let last = try choose(next, after: gap.parent)
      end = last
      if gap.wasTip, last == nil { end = try self.end(from: next) }
    }
    if gap.wasTip { try setTip(end) }
    try forgetNeedlessChoice(after: gap.parent)
    return gap.wasTip && next != nil
  }

  /// Lets messages go on with the newest of those below them again, and the chat with the newest first one for nil: the
  /// chosen ones are gone.
  func chooseAgain(after parents: [Int64?]) throws(StoreError) {
    for parent in parents {
      if let next = try newest(after: parent) { try choose(next, after: parent) }
    }
  }

  /// Messages that follow this one follow the other instead; so do those of which a damaged row says so, where they can.
  /// Those that were deleted before stay with what goes now.
  private func detach(
    from message: Int64, to parent: Int64?, except gone: Set<Int64> = []
  ) throws(StoreError) {
    let followers = try connection.rows(
      """
      SELECT m.id, m.chat_id = ?2 AND (?3 IS NOT NULL OR \(Schema.follows("m", "gone"))), \(Schema.prior("m"))
      FROM message m LEFT JOIN message gone ON gone.id = ?1
      WHERE m.parent_id = ?1\(gone.isEmpty ? "" : " AND m.deleted_at IS NULL")
      """, [.integer(message), .integer(chat), .integer(parent)]
    ) { (id: $0.integer(0), isSound: $0.flag(1), prior: $0.optionalInteger(2)) }
    for follower in followers where !gone.contains(follower.id) {
      // Else it is given the one that it was shown after.
      let prior = follower.prior == message || follower.prior.map(gone.contains) == true ? nil : follower.prior
      try connection.run(
        "UPDATE message SET parent_id = ? WHERE id = ?",
        [.integer(follower.isSound ? parent : prior), .integer(follower.id)])
    }
  }

  private func parent(of message: Int64) throws(StoreError) -> Int64? {
    try connection.first("SELECT \(Schema.before("m")) FROM \(Schema.live) m WHERE m.id = ?", [.integer(message)]) {
      $0.optionalInteger(0)
    }
  }

  // MARK: Choices

  /// Returns where the line ended when it last went there, or further down if it goes on now; nil where that is not known.
  @discardableResult
  private func choose(_ child: Int64, after parent: Int64?) throws(StoreError) -> Int64? {
    try connection.run(
      "INSERT OR REPLACE INTO choice(chat_id, parent_id, child_id) VALUES (?, ?, ?)",
      [.integer(chat), .integer(parent), .integer(child)])
    let last = try connection.first(
      """
      SELECT last.id FROM branch CROSS JOIN \(Schema.live) last ON last.id = branch.tip_id
      WHERE branch.head_id = ? AND last.chat_id = ?
      """, [.integer(child), .integer(chat)]
    ) { $0.integer(0) }
    try connection.run("DELETE FROM branch WHERE head_id = ?", [.integer(child)])
    guard let last else { return nil }
    return try end(from: last)
  }

  private func remember(_ end: Int64?, through head: Int64?) throws(StoreError) {
    guard let head else { return }
    if let end {
      try connection.run(
        "INSERT OR REPLACE INTO branch(head_id, tip_id) VALUES (?, ?)", [.integer(head), .integer(end)])
    } else {
      try connection.run("DELETE FROM branch WHERE head_id = ?", [.integer(head)])
    }
  }

  private func forget(_ message: Int64) throws(StoreError) {
    try connection.run("DELETE FROM choice WHERE parent_id = ?1 OR child_id = ?1", [.integer(message)])
    try connection.run("DELETE FROM branch WHERE head_id = ?1 OR tip_id = ?1", [.integer(message)])
  }

  func forgetNeedlessChoice(after parent: Int64?) throws(StoreError) {
    let siblings = parent == nil ? "chat_id = ?1 AND parent_id IS NULL" : "parent_id = ?2"
    try connection.run(
      """
      DELETE FROM choice WHERE chat_id = ?1 AND parent_id IS ?2
        AND NOT EXISTS (SELECT 1 FROM \(Schema.live) message WHERE \(siblings) LIMIT 1 OFFSET 1)
      """, [.integer(chat), .integer(parent)])
  }
}
