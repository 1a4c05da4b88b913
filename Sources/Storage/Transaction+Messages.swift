import Domain

extension Transaction {
  func messages(in chat: ChatID, _ page: MessagePage) throws(StoreError) -> [Message] {
    // The line is walked from message to message, so that a page costs the same in a chat of any length.
    // A message without a valid name is passed over and not counted, so that it shortens no page.
    switch page {
    case .newest(let limit):
      try messages(
        along: """
          line(id, step) AS (
            SELECT \(Schema.tip), 0 FROM chat WHERE uid = ?1 AND ?2 > 0
            UNION ALL
            SELECT \(Schema.before("m")), step + \(Self.isNamed) FROM line CROSS JOIN message m ON m.id = line.id
            WHERE step + \(Self.isNamed) < ?2)
          """, order: "step DESC", [.uid(chat), .integer(limit)])
    case .before(let anchor, let limit):
      try messages(
        along: """
          line(id, step) AS (
            SELECT \(Schema.before("m")), 0 FROM message m JOIN chat ON chat.id = m.chat_id
            WHERE m.uid = ?3 AND chat.uid = ?1 AND ?2 > 0
            UNION ALL
            SELECT \(Schema.before("m")), step + \(Self.isNamed) FROM line CROSS JOIN message m ON m.id = line.id
            WHERE step + \(Self.isNamed) < ?2)
          """, order: "step DESC", [.uid(chat), .integer(limit), .uid(anchor)])
    case .after(let anchor, let limit):
      try messages(
        along: """
          line(id, step) AS (
            SELECT \(Schema.after("m")), 0 FROM message m JOIN chat ON chat.id = m.chat_id
            WHERE m.uid = ?3 AND chat.uid = ?1 AND ?2 > 0
            UNION ALL
            SELECT \(Schema.after("m")), step + \(Self.isNamed) FROM line CROSS JOIN message m ON m.id = line.id
            WHERE step + \(Self.isNamed) < ?2)
          """, order: "step", [.uid(chat), .integer(limit), .uid(anchor)])
    }
  }

  private static var isNamed: String { "(length(m.uid) = 16)" }

  func message(_ id: MessageID) throws(StoreError) -> Message? {
    try messages(along: "line(id, step) AS (SELECT id, 1 FROM message WHERE uid = ?)", order: "step", [.uid(id)]).first
  }

  func tip(of chat: ChatID) throws(StoreError) -> Message? {
    try messages(in: chat, .newest(limit: 1)).last
  }

  func nextSequence(in chat: ChatID) throws(StoreError) -> Int64 {
    // What a damaged row says beyond the valid places is not counted on.
    let last = try connection.number(
      """
      SELECT max(sequence) FROM message
      WHERE chat_id = (SELECT id FROM chat WHERE uid = ?) AND sequence <= \(Valid.sequences.upperBound)
      """, [.uid(chat)])
    guard last < Valid.sequences.upperBound else {
      throw .refused(reason: "the messages of this chat have damaged numbers", statement: "")
    }
    return max(last, 0) + 1
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
            WHERE message.state < 2 AND chat.trashed_at IS NULL)
          """, order: "step", [])
    }
    // What a damaged row calls a reply to come may be the user's own message.
    return try messages.filter(\.state.isUnfinished).map { message throws(StoreError) in
      let claim = try connection.first(
        "SELECT owner, stop_requested FROM message WHERE uid = ?", [.uid(message.id)]
      ) { (owner: $0.uid(0, of: ProcessLocks.self), stop: $0.flag(1)) }
      return UnfinishedReply(
        message: message, owner: locks.owner(claim?.owner), stopRequested: claim?.stop ?? false)
    }
  }

  /// The messages that the table `line(id, step)` names. A row that cannot be read is left out, and `verify` reports it.
  private func messages(
    along line: String, order: String, _ values: [Value]
  ) throws(StoreError) -> [Message] {
    let found = try connection.rows(
      """
      WITH RECURSIVE \(line)
      SELECT message.id, message.uid, chat.uid, parent.uid, message.sequence, message.sender,
        CASE WHEN message.state < 2
          THEN message.text || coalesce((SELECT group_concat(reply_chunk.text, '' ORDER BY reply_chunk.number)
            FROM reply_chunk WHERE reply_chunk.message_id = message.id), '')
          ELSE message.text END,
        message.state, message.created_at, message.failure, message.model, message.prompt_tokens,
        message.reply_tokens, message.duration,
        EXISTS(SELECT 1 FROM attachment WHERE attachment.message_id = message.id)
      FROM line CROSS JOIN message ON message.id = line.id CROSS JOIN chat ON chat.id = message.chat_id
        LEFT JOIN message parent ON parent.id = message.parent_id AND parent.chat_id = message.chat_id
      ORDER BY \(order)
      """, values
    ) { row in Self.message(row).map { (rowid: row.integer(0), message: $0, hasPictures: row.flag(14)) } }
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

  private static func message(_ row: Row) -> Message? {
    guard let id = row.uid(1, of: Message.self), let chat = row.uid(2, of: Chat.self) else { return nil }
    let sender = Sender(rawValue: Int(row.integer(5))) ?? .agent
    let text = row.text(6)
    var message = Message(
      id: id, chat: chat, parent: row.uid(3), sequence: row.integer(4), sender: sender, text: text,
      state: state(row.integer(7), sender, hasText: !text.isEmpty), createdAt: row.time(8).shown)
    message.failure = row.optionalText(9, atMost: Valid.wordsBytes)
    message.usage = row.optionalText(10, atMost: Valid.lineBytes).map { model in
      ReplyUsage(
        model: model, promptTokens: row.isNull(11) ? nil : row.count(11),
        replyTokens: row.isNull(12) ? nil : row.count(12), milliseconds: row.isNull(13) ? nil : Int64(row.count(13)))
    }
    return message
  }

  /// Only replies are anything but whole, and one that is only due has no text: it would be written over.
  private static func state(_ number: Int64, _ sender: Sender, hasText: Bool) -> MessageState {
    guard sender == .agent, let state = MessageState(rawValue: Int(number)) else { return .complete }
    return state == .queued && hasText ? .streaming : state
  }
}
