import Domain

extension Transaction {
  func messages(in chat: ChatID, _ page: MessagePage) throws(StoreError) -> [Message] {
    // The line is walked from message to message, so that a page costs the same in a chat of any length.
    // A message without a valid name is passed over and not counted, so that it shortens no page.
    switch page {
    case .newest(let limit):
      let tip = "SELECT \(Schema.tip), 0 FROM chat WHERE uid = ?1 AND ?2 > 0"
      return try messages(
        along: Self.walk(from: tip, to: Schema.before("m")), order: "step DESC", [.uid(chat), .integer(limit)])
    case .before(let anchor, let limit):
      return try messages(
        along: Self.walk(beside: Schema.before("m")), order: "step DESC", [.uid(chat), .integer(limit), .uid(anchor)])
    case .after(let anchor, let limit):
      return try messages(
        along: Self.walk(beside: Schema.after("m")), order: "step", [.uid(chat), .integer(limit), .uid(anchor)])
    case .around(let anchor, let before, let after):
      // Three questions of one state.
      guard let message = try message(anchor), message.chat == chat else { return [] }
      let older = try messages(in: chat, .before(anchor, limit: before))
      return older + [message] + (try messages(in: chat, .after(anchor, limit: after)))
    }
  }

  /// The table `line(id, step)` of a page of at most `?2` messages of the chat `?1`, from the neighbour of the message `?3`
  /// on.
  private static func walk(beside next: String) -> String {
    let neighbour = """
      SELECT \(next), 0 FROM \(Schema.live) m JOIN chat ON chat.id = m.chat_id
      WHERE m.uid = ?3 AND chat.uid = ?1 AND ?2 > 0
      """
    return walk(from: neighbour, to: next)
  }

  private static func walk(from first: String, to next: String) -> String {
    """
    line(id, step) AS (
      \(first)
      UNION ALL
      SELECT \(next), step + \(isNamed) FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id
      WHERE step + \(isNamed) < ?2)
    """
  }

  private static var isNamed: String { "(length(m.uid) = 16)" }

  func message(_ id: MessageID) throws(StoreError) -> Message? {
    try messages(
      along: "line(id, step) AS (SELECT id, 1 FROM \(Schema.live) message WHERE uid = ?)", order: "step", [.uid(id)]
    ).first
  }

  func deletedMessage(_ id: MessageID) throws(StoreError) -> Message? {
    try messages(
      along: """
        line(id, step) AS (SELECT message.id, 1 FROM message
          CROSS JOIN deletion ON deletion.message_id = message.id
          WHERE message.uid = ? AND message.deleted_at IS NOT NULL AND deletion.with_id IS NULL)
        """, of: "message", order: "step", [.uid(id)]
    ).first
  }

  func messages(deletedBefore time: Timestamp, limit: Int) throws(StoreError) -> [MessageID] {
    let found = try connection.rows(
      """
      SELECT message.uid, deletion.owner FROM deletion CROSS JOIN message ON message.id = deletion.message_id
      WHERE deletion.with_id IS NULL AND message.deleted_at < ?1 ORDER BY deletion.number LIMIT ?2
      """, [.time(time), .integer(limit)]
    ) { row in (id: row.uid(0, of: Message.self), owner: row.uid(1, of: ProcessLocks.self)) }
    return found.compactMap { locks.owner($0.owner) == .nobody ? $0.id : nil }
  }

  func tip(of chat: ChatID) throws(StoreError) -> Message? {
    try messages(in: chat, .newest(limit: 1)).last
  }

  func lastReplies(in chat: ChatID, limit: Int) throws(StoreError) -> [MessageID] {
    let counts = """
      (m.sender = \(Sender.agent.rawValue) AND length(m.uid) = 16
        AND m.state IN (\(MessageState.complete.rawValue), \(MessageState.failed.rawValue)))
      """
    // What is unread stands at the end: far above there is nothing to look for.
    return try connection.rows(
      """
      WITH RECURSIVE up(id, found, step) AS (
        SELECT \(Schema.tip), 0, 0 FROM chat WHERE uid = ?1
        UNION ALL
        SELECT \(Schema.before("m")), found + \(counts), step + 1 FROM up CROSS JOIN \(Schema.live) m ON m.id = up.id
        WHERE found + \(counts) < ?2 AND step < ?3)
      SELECT m.uid FROM up CROSS JOIN \(Schema.live) m ON m.id = up.id WHERE \(counts) AND ?2 > 0 ORDER BY step DESC
      """, [.uid(chat), .integer(limit), .integer(Int64(limit) * 4 + 1_000)]
    ) { $0.uid(0) }
  }

  func lastSummary(in chat: ChatID, before anchor: MessageID?) throws(StoreError) -> Message? {
    let before = Schema.before("m")
    let first =
      anchor == nil
      ? "SELECT \(Schema.tip), 0 FROM chat WHERE uid = ?1"
      : "SELECT \(before), 0 FROM \(Schema.live) m JOIN chat ON chat.id = m.chat_id WHERE m.uid = ?2 AND chat.uid = ?1"
    return try messages(
      along: """
        up(id, step) AS (
          \(first)
          UNION ALL
          SELECT \(before), step + 1 FROM up CROSS JOIN \(Schema.live) m ON m.id = up.id
          WHERE m.sender <> \(Sender.summary.rawValue)),
        line(id, step) AS (
          SELECT up.id, step FROM up CROSS JOIN \(Schema.live) m ON m.id = up.id
          WHERE m.sender = \(Sender.summary.rawValue))
        """, order: "step", [.uid(chat)] + (anchor.map { [.uid($0)] } ?? [])
    ).first
  }

  func siblings(of message: MessageID) throws(StoreError) -> Siblings {
    guard
      let row = try connection.first(
        "SELECT id, chat_id, parent_id FROM \(Schema.live) message WHERE uid = ?", [.uid(message)],
        {
          (id: $0.integer(0), chat: $0.integer(1), parent: $0.optionalInteger(2))
        })
    else { throw .noSuchMessage }
    let found: [MessageID]
    if let parent = row.parent {
      found = try connection.rows(
        """
        SELECT child.uid FROM \(Schema.live) parent CROSS JOIN \(Schema.live) child ON \(Schema.follows("child", "parent"))
        WHERE parent.id = ? ORDER BY child.sequence, child.uid
        """, [.integer(parent)]
      ) { $0.uid(0) }
    } else {
      found = try connection.rows(
        "SELECT uid FROM \(Schema.live) message WHERE chat_id = ? AND parent_id IS NULL ORDER BY sequence, uid",
        [.integer(row.chat)]
      ) { $0.uid(0) }
    }
    // One that follows none that it could follow stands alone.
    return found.firstIndex(of: message).map { Siblings(messages: found, index: $0) }
      ?? Siblings(messages: [message], index: 0)
  }

  func isOnLine(_ message: MessageID) throws(StoreError) -> Bool {
    let found = try connection.first("SELECT id, chat_id FROM \(Schema.live) message WHERE uid = ?", [.uid(message)]) {
      (id: $0.integer(0), chat: $0.integer(1))
    }
    guard let found else { throw .noSuchMessage }
    return try Line(connection: connection, chat: found.chat).contains(found.id)
  }

  func unfinishedReplies(in chat: ChatID?) throws(StoreError) -> [UnfinishedReply] {
    let messages: [Message]
    if let chat {
      messages = try self.messages(
        along: """
          line(id, step) AS (SELECT message.id, message.id FROM chat
            CROSS JOIN message INDEXED BY message_unfinished ON message.chat_id = chat.id
            WHERE chat.uid = ? AND message.state < 2 AND message.deleted_at IS NULL)
          """, order: "step", [.uid(chat)])
    } else {
      messages = try self.messages(
        along: """
          line(id, step) AS (SELECT message.id, message.id FROM message INDEXED BY message_unfinished
            CROSS JOIN chat ON chat.id = message.chat_id
            WHERE message.state < 2 AND message.deleted_at IS NULL AND chat.trashed_at IS NULL)
          """, order: "step", [])
    }
    // What a damaged row calls a reply to come may be the user's own message.
    return try messages.filter(\.state.isUnfinished).map { message throws(StoreError) in
      let claim = try connection.first(
        "SELECT owner, stop_requested FROM \(Schema.live) message WHERE uid = ?", [.uid(message.id)]
      ) { (owner: $0.uid(0, of: ProcessLocks.self), stop: $0.flag(1)) }
      return UnfinishedReply(
        message: message, owner: locks.owner(claim?.owner), stopRequested: claim?.stop ?? false)
    }
  }

  /// The messages that the table `line(id, step)` names. A row that cannot be read is left out, and `verify` reports it.
  ///
  /// - Parameter table: `message` where deleted ones are meant, too.
  func messages(
    along line: String, of table: String = Schema.live, order: String, _ values: [Value]
  ) throws(StoreError) -> [Message] {
    let columns = ColumnList.messages
    let found = try connection.rows(
      """
      WITH RECURSIVE \(line)
      SELECT message.id, message.uid, chat.uid, parent.uid, message.sequence,
        EXISTS(SELECT 1 FROM attachment WHERE attachment.message_id = message.id),
        \(columns.read(of: "message")), \(Schema.replySettings)
      FROM line CROSS JOIN \(table) AS message ON message.id = line.id CROSS JOIN chat ON chat.id = message.chat_id
        LEFT JOIN message parent ON parent.id = message.parent_id AND parent.chat_id = message.chat_id
        LEFT JOIN reply_settings kept ON kept.message_id = message.id
      ORDER BY \(order)
      """, values
    ) { row -> (rowid: Int64, message: Message, hasPictures: Bool)? in
      guard let id = row.uid(1, of: Message.self), let chat = row.uid(2, of: Chat.self) else { return nil }
      var message = Message(
        id: id, chat: chat, parent: row.uid(3), sequence: row.integer(4), sender: .user, text: "",
        createdAt: Timestamp(milliseconds: 0))
      columns.take(row, from: 6, into: &message)
      message.settings = Self.replySettings(row, from: 6 + Int32(columns.count))
      return (row.integer(0), message, row.flag(5))
    }
    guard found.contains(where: \.hasPictures) else { return found.map(\.message) }
    // One question for the whole page.
    var attachments: [Int64: [Attachment]] = [:]
    _ = try connection.rows(
      """
      WITH RECURSIVE \(line)
      SELECT \(Self.attachmentColumns), message_id FROM attachment
      WHERE message_id IN (SELECT id FROM line) ORDER BY message_id, position
      """, values
    ) { row -> Void? in
      Self.attachment(row).map { attachments[row.integer(8), default: []].append($0) }
    }
    return found.map { rowid, message, _ in
      var message = message
      message.attachments = attachments[rowid] ?? []
      return message
    }
  }
}

/// What a chunk of a streaming reply is a part of; the number is in the database.
enum ChunkKind: Int64 {
  case text = 0
  case reasoning = 1

  /// The chunks of a `message` row that are of this kind, joined, as SQL. One of a kind that nobody knows is text, so that
  /// it is seen.
  var joined: String {
    """
    coalesce((SELECT group_concat(reply_chunk.text, '' ORDER BY reply_chunk.number) FROM reply_chunk
      WHERE reply_chunk.message_id = message.id AND reply_chunk.kind \(self == .reasoning ? "=" : "<>") 1), '')
    """
  }
}
