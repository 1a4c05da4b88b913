import Domain

/// The line of one chat: which of its messages are shown, and how that changes.
///
/// What always holds in a sound library: where several messages follow the same one, `choice` names one of them; the chat's
/// tip is where these choices lead to; `branch` names for others where the line ended when it last went through them.
struct Line {
  let connection: Connection
  /// The chat's rowid.
  let chat: Int64

  /// A place on the way to a message at which the line goes elsewhere.
  struct Divergence {
    /// Nil where the message is in another line from the first message on.
    var parent: Int64?
    var child: Int64
    var chosen: Int64?
  }

  /// Near the tip, so many messages are looked at before anything else is.
  private static let near = 200
  /// So many messages that are not shown are looked at before those that are.
  private static let aside = 4_000

  // MARK: Reading

  func tip() throws(StoreError) -> Int64? {
    try connection.first("SELECT \(Schema.tip) FROM chat WHERE id = ?", [.integer(chat)]) { $0.optionalInteger(0) }
  }

  /// The first message.
  func root() throws(StoreError) -> Int64? {
    try connection.first("SELECT \(Schema.root) FROM chat WHERE id = ?", [.integer(chat)]) { $0.optionalInteger(0) }
  }

  /// True where no two messages of the chat follow the same one, so that all are on the line.
  func isOnlyOne() throws(StoreError) -> Bool {
    try connection.number("SELECT EXISTS(SELECT 1 FROM choice WHERE chat_id = ?)", [.integer(chat)]) == 0
  }

  /// Whether the message is shown.
  func contains(_ message: Int64) throws(StoreError) -> Bool {
    if try isOnlyOne() { return true }
    if try isNearTip(message) { return true }
    if let aside = try messagesAside() { return !aside.contains(message) }
    return try divergences(onWayTo: message, from: 0).isEmpty
  }

  /// Where the line leaves the way to the message, from the first message on; none where it goes through it.
  func divergences(onWayTo message: Int64) throws(StoreError) -> [Divergence] {
    if try isOnlyOne() { return [] }
    if try isNearTip(message) { return [] }
    guard let aside = try messagesAside() else { return try divergences(onWayTo: message, from: 0) }
    var step: (id: Int64?, sequence: Int64) = (message, 0)
    while let id = step.id, aside.contains(id) {
      let above = try connection.first(
        "SELECT parent.id, parent.sequence FROM \(Schema.live) m CROSS JOIN \(Schema.live) parent ON \(Schema.follows("m", "parent")) WHERE m.id = ?",
        [.integer(id)]
      ) { ($0.optionalInteger(0), $0.integer(1)) }
      step = above ?? (nil, 0)
    }
    return step.id == message ? [] : try divergences(onWayTo: message, from: step.sequence)
  }

  private func isNearTip(_ message: Int64) throws(StoreError) -> Bool {
    let isNear = try connection.number(
      """
      WITH RECURSIVE line(id, step) AS (
        SELECT \(Schema.tip), 1 FROM chat WHERE id = ?1
        UNION ALL
        SELECT \(Schema.before("m")), step + 1 FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id WHERE step < ?2)
      SELECT EXISTS(SELECT 1 FROM line WHERE id = ?3)
      """, [.integer(chat), .integer(Self.near), .integer(message)])
    return isNear != 0
  }

  /// The messages that the line does not go through; nil where they are many.
  private func messagesAside() throws(StoreError) -> Set<Int64>? {
    let found = try connection.rows(
      """
      WITH RECURSIVE aside(id) AS (
        SELECT child.id FROM choice CROSS JOIN \(Schema.live) child ON child.parent_id = choice.parent_id
          WHERE choice.chat_id = ?1 AND child.id <> choice.child_id
        UNION
        SELECT child.id FROM choice CROSS JOIN \(Schema.live) child
            ON child.chat_id = choice.chat_id AND child.parent_id IS NULL
          WHERE choice.chat_id = ?1 AND choice.parent_id IS NULL AND child.id <> choice.child_id
        UNION
        SELECT child.id FROM aside CROSS JOIN \(Schema.live) child ON child.parent_id = aside.id
        LIMIT ?2)
      SELECT id FROM aside
      """, [.integer(chat), .integer(Self.aside)]
    ) { $0.integer(0) }
    return found.count < Self.aside ? Set(found) : nil
  }

  /// Where the line ends that goes through the message, below which it follows what was chosen.
  func end(from message: Int64) throws(StoreError) -> Int64 {
    try connection.first(
      """
      WITH RECURSIVE line(id, step) AS (
        SELECT ?1, 0
        UNION ALL
        SELECT \(Schema.after("m")), step + 1 FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id)
      SELECT id FROM line WHERE id IS NOT NULL ORDER BY step DESC LIMIT 1
      """, [.integer(message)]
    ) { $0.integer(0) } ?? message
  }

  /// The message that the line goes through after this one, which it may not go through itself; nil for `nil`: the first.
  func chosen(after parent: Int64?) throws(StoreError) -> Int64? {
    guard let parent else { return try root() }
    return try connection.first("SELECT \(Schema.chosen("m")) FROM \(Schema.live) m WHERE m.id = ?", [.integer(parent)])
    {
      $0.optionalInteger(0)
    }
  }

  func newest(after parent: Int64?) throws(StoreError) -> Int64? {
    guard let parent else {
      return try connection.first("SELECT \(Schema.newestRoot) FROM chat WHERE id = ?", [.integer(chat)]) {
        $0.optionalInteger(0)
      }
    }
    return try connection.first("SELECT \(Schema.newest("m")) FROM \(Schema.live) m WHERE m.id = ?", [.integer(parent)])
    {
      $0.optionalInteger(0)
    }
  }

  /// - Parameter sequence: that of a message on the way that is shown, or 0.
  private func divergences(onWayTo message: Int64, from sequence: Int64) throws(StoreError) -> [Divergence] {
    // Each row is read once; above the first of the chat's choices there is nothing to find.
    let found = try connection.rows(
      """
      WITH RECURSIVE up(id, parent_id, chat_id, sequence, child) AS (
        SELECT id, parent_id, chat_id, sequence, NULL FROM \(Schema.live) message WHERE id = ?1
        UNION ALL
        SELECT parent.id, parent.parent_id, parent.chat_id, parent.sequence, up.id
        FROM up CROSS JOIN \(Schema.live) parent ON \(Schema.follows("up", "parent"))
        WHERE up.sequence > max(?3, (SELECT min(coalesce(fork.sequence, 0))
          FROM choice LEFT JOIN message fork ON fork.id = choice.parent_id WHERE choice.chat_id = ?2)))
      SELECT up.id, up.child, up.sequence FROM up CROSS JOIN choice ON choice.parent_id = up.id
        WHERE up.child <> choice.child_id
      UNION ALL
      SELECT NULL, up.id, 0 FROM up CROSS JOIN choice ON choice.chat_id = ?2 AND choice.parent_id IS NULL
        WHERE up.parent_id IS NULL AND up.id <> choice.child_id
      ORDER BY 3
      """, [.integer(message), .integer(chat), .integer(sequence)]
    ) { (parent: $0.optionalInteger(0), child: $0.integer(1)) }
    var divergences: [Divergence] = []
    for (parent, child) in found {
      let chosen = try chosen(after: parent)
      if chosen != child { divergences.append(Divergence(parent: parent, child: child, chosen: chosen)) }
    }
    return divergences
  }
}
