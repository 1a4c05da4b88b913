import Domain

extension Session {
  func messages(in chat: ChatID, _ page: MessagePage) throws(StoreError) -> [Message] {
    // The line is walked from message to message, so that a page costs the same in a chat of any length.
    switch page {
    case .newest(let limit):
      try messages(
        along: """
          line(id, step) AS (
            SELECT \(Schema.tip), 1 FROM chat WHERE uid = ?1 AND ?2 > 0
            UNION ALL
            SELECT message.parent_id, step + 1 FROM line JOIN message ON message.id = line.id
            WHERE message.parent_id IS NOT NULL AND step < ?2)
          """, order: "step DESC", [.uid(chat), .integer(limit)])
    case .before(let anchor, let limit):
      try messages(
        along: """
          line(id, step) AS (
            SELECT message.parent_id, 1 FROM message JOIN chat ON chat.id = message.chat_id
            WHERE message.uid = ?3 AND chat.uid = ?1 AND message.parent_id IS NOT NULL AND ?2 > 0
            UNION ALL
            SELECT message.parent_id, step + 1 FROM line JOIN message ON message.id = line.id
            WHERE message.parent_id IS NOT NULL AND step < ?2)
          """, order: "step DESC", [.uid(chat), .integer(limit), .uid(anchor)])
    case .after(let anchor, let limit):
      // Where several messages follow one, the newest by sequence is taken.
      try messages(
        along: """
          line(id, step) AS (
            SELECT message.id, 0 FROM message JOIN chat ON chat.id = message.chat_id
            WHERE message.uid = ?3 AND chat.uid = ?1
            UNION ALL
            SELECT (SELECT next.id FROM message next WHERE next.parent_id = line.id ORDER BY next.sequence DESC LIMIT 1),
              step + 1
            FROM line WHERE line.id IS NOT NULL AND step < ?2)
          """, order: "step", [.uid(chat), .integer(limit), .uid(anchor)], where: "WHERE step > 0")
    }
  }

  func message(_ id: MessageID) throws(StoreError) -> Message? {
    try messages(along: "line(id, step) AS (SELECT id, 1 FROM message WHERE uid = ?)", order: "step", [.uid(id)]).first
  }

  func tip(of chat: ChatID) throws(StoreError) -> Message? {
    try messages(in: chat, .newest(limit: 1)).last
  }

  func unfinishedReplies(in chat: ChatID?) throws(StoreError) -> [UnfinishedReply] {
    let messages: [Message]
    if let chat {
      messages = try self.messages(
        along: """
          line(id, step) AS (SELECT message.id, message.id FROM chat
            CROSS JOIN message INDEXED BY message_unfinished ON message.chat_id = chat.id
            WHERE chat.uid = ? AND message.state < 2)
          """, order: "step", [.uid(chat)])
    } else {
      messages = try self.messages(
        along: """
          line(id, step) AS (SELECT message.id, message.id FROM message INDEXED BY message_unfinished
            CROSS JOIN chat ON chat.id = message.chat_id
            WHERE message.state < 2 AND chat.binned_at IS NULL)
          """, order: "step", [])
    }
    return try messages.map { message throws(StoreError) in
      let claim = try connection.first(
        "SELECT owner, stop_requested FROM message WHERE uid = ?", [.uid(message.id)]
      ) { (owner: $0.uid(0, of: ProcessLocks.self), stop: $0.flag(1)) }
      return UnfinishedReply(
        message: message, owner: locks.owner(claim?.owner), stopRequested: claim?.stop ?? false)
    }
  }

  /// The messages that the table `line(id, step)` names. A row that cannot be read is left out, and `verify` reports it.
  private func messages(
    along line: String, order: String, _ values: [Value], where condition: String = ""
  ) throws(StoreError) -> [Message] {
    let found = try connection.rows(
      """
      WITH RECURSIVE \(line)
      SELECT message.id, message.uid, chat.uid, parent.uid, message.sequence, message.sender,
        CASE WHEN message.state < 2
          THEN message.text || coalesce((SELECT group_concat(reply_piece.text, '' ORDER BY reply_piece.number)
            FROM reply_piece WHERE reply_piece.message_id = message.id), '')
          ELSE message.text END,
        message.state, message.created_at, message.failure, message.model, message.prompt_tokens,
        message.reply_tokens, message.duration,
        EXISTS(SELECT 1 FROM attachment WHERE attachment.message_id = message.id)
      FROM line CROSS JOIN message ON message.id = line.id CROSS JOIN chat ON chat.id = message.chat_id
        LEFT JOIN message parent ON parent.id = message.parent_id
      \(condition) ORDER BY \(order)
      """, values
    ) { row in Self.message(row).map { (rowid: row.integer(0), message: $0, hasPictures: row.flag(14)) } }
    guard found.contains(where: \.hasPictures) else { return found.map(\.message) }
    // One question for the whole page.
    var attachments: [Int64: [Attachment]] = [:]
    _ = try connection.rows(
      """
      WITH RECURSIVE \(line)
      SELECT \(Self.attachmentColumns), message_id FROM attachment
      WHERE message_id IN (SELECT id FROM line \(condition)) ORDER BY message_id, place
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

  private static func message(_ row: Row) -> Message? {
    guard let id = row.uid(1, of: Message.self), let chat = row.uid(2, of: Chat.self) else { return nil }
    var message = Message(
      id: id, chat: chat, parent: row.uid(3), sequence: row.integer(4),
      sender: Sender(rawValue: Int(row.integer(5))) ?? .agent, text: row.text(6),
      state: MessageState(rawValue: Int(row.integer(7))) ?? .whole, createdAt: row.time(8))
    message.failure = row.optionalText(9)
    message.figures = row.optionalText(10).map { model in
      ReplyFigures(
        model: model, promptTokens: row.optionalInteger(11).map(Int.init),
        replyTokens: row.optionalInteger(12).map(Int.init), milliseconds: row.optionalInteger(13))
    }
    return message
  }
}
