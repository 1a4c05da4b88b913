import Domain

/// Mends what rows say, on a copy of a database, so that `Verification` finds no damage in it; no message that can be read
/// is dropped, and all that is changed is told.
struct Repair {
  let connection: Connection
  let surroundings: any Surroundings
  /// Statements that make indexes which are not there, as the rows may not have been fit for them.
  var uniqueIndexes: [String] = []

  /// Mends all that can be mended, in one transaction; returns what was.
  func mend() throws(StoreError) -> [Mending] {
    try connection.registerPlainness()
    try connection.run("PRAGMA foreign_keys = OFF")
    return try connection.write { () throws(StoreError) in
      var mended: [Mending] = []
      for (kind, step) in steps {
        let count = try step()
        if count > 0 { mended.append(Mending(kind, count: count)) }
      }
      for sql in uniqueIndexes { try connection.run(sql) }
      return mended
    }
  }

  private typealias Step = (kind: Mending.Kind, step: () throws(StoreError) -> Int)

  // In this order: chats that were lost are there before their messages are put in line, and times before their order.
  private var steps: [Step] {
    [
      (.brokenTexts, plainTexts),
      (.changeLog, log),
      (.lostChats, lostChats),
      (.looseRows, { () throws(StoreError) in try self.all(RepairSQL.loose) }),
      (.ids, ids),
      (.unknownValues, { () throws(StoreError) in try self.all(RepairSQL.unknown) }),
      (.chunks, { () throws(StoreError) in try self.all(RepairSQL.chunks) }),
      (.numbers, numbers),
      (.doubles, doubles),
      (.lines, { () throws(StoreError) in try Relinking(connection: connection).mend() }),
      (.messageCounts, { () throws(StoreError) in try self.all(RepairSQL.counts) }),
    ]
  }

  /// The rows that the statements change.
  private func all(_ statements: [String]) throws(StoreError) -> Int {
    var count = 0
    for sql in statements {
      try connection.run(sql)
      count += connection.changedRows
    }
    return count
  }

  private func plainTexts() throws(StoreError) -> Int {
    // Keys are looked up by what they are, and names of another program's may not become equal.
    var count = try all([
      "DELETE FROM setting WHERE NOT is_plain(key)",
      "UPDATE chat SET source = NULL, source_id = NULL WHERE NOT is_plain(source) OR NOT is_plain(source_id)",
      "UPDATE message SET source = NULL, source_id = NULL WHERE NOT is_plain(source) OR NOT is_plain(source_id)",
    ])
    for columns in Columns.all where columns.table != "change" {
      for text in columns.texts where text != "key" {
        count += try all(["UPDATE \(columns.table) SET \(text) = made_plain(\(text)) WHERE NOT is_plain(\(text))"])
      }
    }
    return count
  }

  private func log() throws(StoreError) -> Int {
    let isWrong = try connection.number(
      """
      SELECT EXISTS(SELECT 1 FROM change t WHERE \(Columns.all.last?.hasWrongNumber ?? "FALSE") OR NOT is_plain(t.key))
        OR EXISTS(SELECT 1 FROM sqlite_sequence WHERE name = 'change' AND NOT (seq BETWEEN 0 AND \(Valid.most)))
      """)
    guard isWrong != 0 else { return 0 }
    let count = try all(["DELETE FROM change"])
    try connection.run("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'change'")
    return max(count, 1)
  }

  private func lostChats() throws(StoreError) -> Int {
    let lost = try connection.rows(
      """
      SELECT chat_id FROM message UNION SELECT chat_id FROM draft UNION SELECT chat_id FROM draft_picture
      EXCEPT SELECT id FROM chat
      """
    ) { $0.integer(0) }
    let agent = try connection.first("SELECT agent FROM chat GROUP BY agent ORDER BY count(*) DESC") { $0.text(0) }
    for id in lost {
      let chat: ChatID = surroundings.newID()
      let now = surroundings.now()
      try connection.run(
        """
        INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, preview_sender, unread, pinned)
        VALUES (?1, ?2, 'Recovered', 1, ?3, ?4, ?4,
          coalesce((SELECT replace(substr(text, 1, 160), char(10), ' ') FROM message WHERE chat_id = ?1 ORDER BY sequence DESC LIMIT 1), ''),
          (SELECT min(sender, 1) FROM message WHERE chat_id = ?1 ORDER BY sequence DESC LIMIT 1), 0, 0)
        """, [.integer(id), .uid(chat), .text(agent ?? "crew"), .time(now)])
    }
    return lost.count
  }

  private func ids() throws(StoreError) -> Int {
    var count = 0
    for table in ["chat", "message"] {
      let unreferenced = try connection.rows("SELECT id FROM \(table) WHERE length(uid) <> 16") { $0.integer(0) }
      for id in unreferenced {
        let name: ChatID = surroundings.newID()
        try connection.run("UPDATE \(table) SET uid = ? WHERE id = ?", [.uid(name), .integer(id)])
      }
      count += unreferenced.count
    }
    return count
  }

  /// What a unique index would not let stand: only asked where one was taken away.
  private func doubles() throws(StoreError) -> Int {
    uniqueIndexes.isEmpty ? 0 : try all(RepairSQL.doubles)
  }

  private func numbers() throws(StoreError) -> Int {
    var count = try times()
    for columns in Columns.all where columns.table != "change" {
      for (column, range) in columns.numbers
      where !["sequence", "position", "number", "kind"].contains(column) {
        count += try all([
          """
          UPDATE \(columns.table) SET \(column) = min(max(\(column), \(range.lowerBound)), \(range.upperBound))
          WHERE \(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)
          """
        ])
      }
    }
    return count + (try renumber(picturesOf: "attachment", in: "message_id"))
      + (try renumber(picturesOf: "draft_picture", in: "chat_id"))
  }

  /// A time that no calendar knows becomes one that keeps the order: that of what came before, or now.
  private func times() throws(StoreError) -> Int {
    let now = surroundings.now().milliseconds
    let bad =
      "NOT BETWEEN \(Timestamp.showable.lowerBound.milliseconds) AND \(Timestamp.showable.upperBound.milliseconds)"
    let good = bad.dropFirst(4)
    return try all([
      """
      UPDATE message SET created_at = coalesce(known.before, known.first, \(now))
      FROM (SELECT id,
          max(iif(created_at \(good), created_at, NULL)) OVER (PARTITION BY chat_id ORDER BY sequence) AS before,
          min(iif(created_at \(good), created_at, NULL)) OVER (PARTITION BY chat_id) AS first FROM message) AS known
      WHERE known.id = message.id AND message.created_at \(bad)
      """,
      """
      UPDATE chat SET last_at = coalesce((SELECT max(created_at) FROM message WHERE chat_id = chat.id), \(now))
      WHERE last_at \(bad)
      """,
      """
      UPDATE chat SET created_at = coalesce((SELECT min(created_at) FROM message WHERE chat_id = chat.id), last_at)
      WHERE created_at \(bad)
      """,
      // From now on, so that nothing is deleted for ever before someone has looked.
      "UPDATE chat SET trashed_at = \(now) WHERE trashed_at \(bad)",
    ])
  }

  /// Pictures with a place that cannot be right go behind the others of their message or draft, in order.
  private func renumber(picturesOf table: String, in owner: String) throws(StoreError) -> Int {
    let range = "BETWEEN 0 AND \(Valid.most)"
    let wrong = try connection.rows(
      "SELECT \(owner), position FROM \(table) WHERE position NOT \(range) ORDER BY \(owner), position"
    ) { ($0.integer(0), $0.integer(1)) }
    for (id, index) in wrong {
      let last = try connection.number(
        "SELECT coalesce(max(position), -1) FROM \(table) WHERE \(owner) = ? AND position < \(Valid.most)",
        [.integer(id)])
      try connection.run(
        "UPDATE \(table) SET position = ? WHERE \(owner) = ? AND position = ?",
        [.integer(max(last, -1) + 1), .integer(id), .integer(index)])
    }
    return wrong.count
  }
}

/// Statements of a repair that need nothing but themselves.
enum RepairSQL {
  /// Rows that nobody can see or reach.
  static let loose = [
    "DELETE FROM attachment WHERE message_id NOT IN (SELECT id FROM message)",
    "DELETE FROM reply_chunk WHERE message_id NOT IN (SELECT id FROM message)",
    "DELETE FROM reply_settings WHERE message_id NOT IN (SELECT id FROM message)",
    "DELETE FROM agent_state WHERE chat_id NOT IN (SELECT id FROM chat)",
    "DELETE FROM chat_settings WHERE chat_id NOT IN (SELECT id FROM chat)",
    "DELETE FROM draft_picture WHERE length(hash) <> 32",
    // Its file can be imported again; no other row names it.
    "DELETE FROM model WHERE typeof(fingerprint) <> 'blob' OR length(fingerprint) <> 32",
    "DELETE FROM deletion WHERE message_id NOT IN (SELECT id FROM message WHERE deleted_at IS NOT NULL)",
    "UPDATE deletion SET with_id = NULL WHERE with_id NOT IN (SELECT message_id FROM deletion)",
    "INSERT INTO deletion(message_id, was_alone) SELECT id, 1 FROM message WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT message_id FROM deletion)",
    "DELETE FROM deletion_follower WHERE message_id NOT IN (SELECT message_id FROM deletion) OR follower_id NOT IN (SELECT id FROM message)",
    // A message that was deleted is put back behind one that is there.
    """
    UPDATE message SET parent_id = (SELECT prior.id FROM \(Schema.live) prior
      WHERE prior.chat_id = message.chat_id AND prior.sequence < message.sequence ORDER BY prior.sequence DESC LIMIT 1)
    WHERE deleted_at IS NOT NULL AND parent_id NOT IN (SELECT id FROM message)
    """,
    "DELETE FROM branch WHERE head_id NOT IN (SELECT id FROM message) OR tip_id NOT IN (SELECT id FROM message)",
  ]

  /// What cannot be known becomes what it is shown as, and a reply that cannot be asked for has been cut off.
  static let unknown = [
    "UPDATE message SET sender = 1 WHERE sender NOT IN (\(Schema.knownSenders))",
    "UPDATE message SET state = 2 WHERE sender = 0 AND state <> 2",
    "UPDATE message SET state = 5 WHERE state < 0 OR state = 0 AND text <> ''",
    "UPDATE message SET state = 2 WHERE state > 5",
    "UPDATE reply_chunk SET kind = 0 WHERE kind NOT IN (0, 1)",
    "UPDATE message SET stop_requested = 1 WHERE stop_requested NOT IN (0, 1)",
    "UPDATE message SET owner = NULL WHERE length(owner) <> 16",
    "UPDATE deletion SET owner = NULL WHERE length(owner) <> 16",
    "UPDATE deletion SET was_alone = 1 WHERE was_alone NOT IN (0, 1)",
    "UPDATE chat SET title_origin = 1 WHERE title_origin NOT IN (0, 1)",
    "UPDATE chat SET preview_sender = 1 WHERE preview_sender NOT IN (0, 1)",
    "UPDATE chat SET pinned = 1 WHERE pinned NOT IN (0, 1)",
    "UPDATE chat SET unread = 0 WHERE unread < 0",
    "UPDATE model SET has_template = 1 WHERE has_template NOT IN (0, 1)",
    "UPDATE model SET thinks = 1 WHERE thinks NOT IN (0, 1)",
    "UPDATE model SET can_switch = 0 WHERE can_switch NOT IN (0, 1)",
    "UPDATE model SET ended_engine = 1 WHERE ended_engine NOT IN (0, 1)",
    "UPDATE model SET load_owner = NULL WHERE length(load_owner) <> 16",
  ]

  /// Chunks that nobody reads any more, for their reply has ended, or that have no order.
  static let chunks = [
    """
    UPDATE message SET text = text || \(ChunkKind.text.joined),
      reasoning = nullif(coalesce(reasoning, '') || \(ChunkKind.reasoning.joined), '')
    WHERE id IN (SELECT message_id FROM reply_chunk JOIN message m ON m.id = message_id
      WHERE m.state > 1 OR reply_chunk.number NOT BETWEEN 0 AND \(Valid.most))
    """,
    """
    DELETE FROM reply_chunk WHERE message_id IN (SELECT message_id FROM reply_chunk JOIN message m ON m.id = message_id
      WHERE m.state > 1 OR reply_chunk.number NOT BETWEEN 0 AND \(Valid.most))
    """,
  ]

  static let doubles =
    ["chat", "message"].map { table in
      """
      UPDATE \(table) SET source = NULL, source_id = NULL WHERE source IS NOT NULL
        AND id NOT IN (SELECT min(id) FROM \(table) WHERE source IS NOT NULL GROUP BY source, source_id)
      """
    } + [Schema.distinctPositions]

  static let counts = [
    """
    UPDATE chat SET message_count = (
      SELECT count(*) FROM \(Schema.live) m WHERE m.chat_id = chat.id AND m.state <> 0)
    WHERE message_count <> (SELECT count(*) FROM \(Schema.live) m WHERE m.chat_id = chat.id AND m.state <> 0)
    """
  ]
}
