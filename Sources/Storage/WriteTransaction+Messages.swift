import Domain

extension WriteTransaction {
  @discardableResult
  func append(_ message: Message, after parent: MessageID?) throws(StoreError) -> Message {
    let chat = try rowid(of: message.chat)
    var before: Int64?
    if let parent {
      let row = try row(of: parent)
      guard row.chat == chat else { throw .messageOfAnotherChat }
      before = row.rowid
    }
    return try append(message, after: before, parent, in: chat)
  }

  @discardableResult
  func append(_ message: Message) throws(StoreError) -> Message {
    let chat = try rowid(of: message.chat)
    let tip = try Line(connection: connection, chat: chat).tip()
    let parent = try connection.first("SELECT uid FROM message WHERE id = ?", [.integer(tip)]) {
      $0.uid(0, of: Message.self)
    }
    return try append(message, after: tip, parent, in: chat)
  }

  private func append(
    _ message: Message, after parent: Int64?, _ parentID: MessageID?, in chat: Int64
  ) throws(StoreError) -> Message {
    var message = message
    message.parent = parentID
    message.sequence = try nextSequence(in: chat)
    let made = message
    let line = Line(connection: connection, chat: chat)
    let (_, isOther) = try line.extend(after: parent) { () throws(StoreError) in
      try insert(made, after: parent, in: chat)
    }
    try count(made.state.counts, in: chat)
    changes.saved(made.id, in: made.chat)
    if isOther { changes.lineChanged(made.chat) }
    return made
  }

  @discardableResult
  func insert(_ message: Message, after parent: MessageID) throws(StoreError) -> Message {
    let chat = try rowid(of: message.chat)
    let row = try row(of: parent)
    guard row.chat == chat else { throw .messageOfAnotherChat }
    var made = message
    made.parent = parent
    try putBetween(row) { number throws(StoreError) in
      made.sequence = number
      return try insert(made, after: row.rowid, in: chat)
    }
    try count(made.state.counts, in: chat)
    changes.saved(made.id, in: made.chat)
    return made
  }

  /// The number behind the message's own, which those behind it in the chat make free: what was greater stays greater.
  func makeNumber(behind row: MessageRow) throws(StoreError) -> Int64 {
    let next = try nextSequence(in: row.chat)
    let number = try connection.number("SELECT sequence + 1 FROM message WHERE id = ?", [.integer(row.rowid)])
    guard number < next else { return next }
    try connection.run(
      "UPDATE message SET sequence = sequence + 1 WHERE chat_id = ? AND sequence BETWEEN ? AND ?",
      [.integer(row.chat), .integer(number), .integer(Valid.sequences.upperBound - 1)])
    return number
  }

  /// Returns the rowid.
  private func insert(_ message: Message, after parent: Int64?, in chat: Int64) throws(StoreError) -> Int64 {
    let columns = ColumnList.messages
    try connection.run(
      "INSERT INTO message(uid, chat_id, parent_id, sequence, \(columns.names)) VALUES (?, ?, ?, ?, \(columns.marks))",
      [.uid(message.id), .integer(chat), .integer(parent), .integer(message.sequence)] + columns.values(of: message))
    let rowid = connection.lastInserted
    if message.settings != nil { try setReplySettings(message.settings, of: rowid) }
    try insert(message.attachments, of: rowid)
    return rowid
  }

  /// The number behind all others of the chat.
  func nextSequence(in chat: Int64) throws(StoreError) -> Int64 {
    // What a damaged row says beyond the valid numbers is not counted on.
    let last = try connection.number(
      "SELECT max(sequence) FROM message WHERE chat_id = ? AND sequence <= \(Valid.sequences.upperBound)",
      [.integer(chat)])
    guard last < Valid.sequences.upperBound else {
      throw .refused(reason: .damagedNumbers, statement: "")
    }
    return max(last, 0) + 1
  }

  func update(_ message: Message) throws(StoreError) {
    let old = try row(of: message.id)
    let isUnfinished = message.state.isUnfinished
    let columns = ColumnList.messages
    try connection.run(
      """
      UPDATE message SET \(columns.assignments), owner = iif(?, owner, NULL), stop_requested = iif(?, stop_requested, 0)
      WHERE id = ?
      """,
      columns.values(of: message) + [.flag(isUnfinished), .flag(isUnfinished), .integer(old.rowid)])
    try setReplySettings(message.settings, of: old.rowid)
    try connection.run("DELETE FROM reply_chunk WHERE message_id = ?", [.integer(old.rowid)])
    if try attachments(of: old.rowid) != message.attachments {
      try replace(by: message.attachments, of: old.rowid)
    }
    try count(message.state.counts - old.counts, in: old.chat)
    changes.saved(message.id, in: old.chatID)
  }

  func appendText(_ text: String, to id: MessageID) throws(StoreError) { try append(text, .text, to: id) }

  func appendReasoning(_ text: String, to id: MessageID) throws(StoreError) { try append(text, .reasoning, to: id) }

  private func append(_ text: String, _ kind: ChunkKind, to id: MessageID) throws(StoreError) {
    let row = try row(of: id)
    guard row.isUnfinished else {
      throw .refused(reason: .internal("the reply has ended"), statement: "grow \(id)")
    }
    try connection.run(
      """
      INSERT INTO reply_chunk(message_id, number, text, kind)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM reply_chunk WHERE message_id = ?1
      """, [.integer(row.rowid), .text(text), .integer(kind.rawValue)])
    changes.saved(id, in: row.chatID)
  }

  // MARK: Owners

  func claim(_ id: MessageID) throws(StoreError) -> Bool {
    guard
      let found = try connection.first(
        "SELECT id, owner FROM \(Schema.live) WHERE uid = ? AND state < 2", [.uid(id)],
        { (rowid: $0.integer(0), owner: $0.uid(1, of: ProcessLocks.self)) })
    else { return false }
    switch locks.owner(found.owner) {
    case .another: return false
    case .thisProcess: return true
    case .nobody:
      try connection.run("UPDATE message SET owner = ? WHERE id = ?", [.uid(locks.me), .integer(found.rowid)])
      return true
    }
  }

  func release(_ id: MessageID) throws(StoreError) {
    try connection.run(
      "UPDATE message SET owner = NULL WHERE uid = ? AND owner = ? AND deleted_at IS NULL", [.uid(id), .uid(locks.me)])
    if connection.changedRows > 0 { try noteSaved(id) }
  }

  func requestStop(_ id: MessageID) throws(StoreError) {
    try connection.run(
      "UPDATE message SET stop_requested = 1 WHERE uid = ? AND state < 2 AND deleted_at IS NULL", [.uid(id)])
    if connection.changedRows > 0 { try noteSaved(id) }
  }

  // MARK: Rows

  /// What is asked of a message before it is changed.
  struct MessageRow {
    var rowid: Int64
    var chat: Int64
    var chatID: ChatID
    var state: Int64

    var isUnfinished: Bool { state < 2 }
    var counts: Int { MessageState(rawValue: Int(state))?.counts ?? 1 }
  }

  func row(of message: MessageID) throws(StoreError) -> MessageRow {
    let row = try connection.first(
      """
      SELECT message.id, chat.id, chat.uid, message.state
      FROM \(Schema.live) message JOIN chat ON chat.id = message.chat_id WHERE message.uid = ?
      """, [.uid(message)]
    ) { row in
      row.uid(2, of: Chat.self).map { chatID in
        MessageRow(rowid: row.integer(0), chat: row.integer(1), chatID: chatID, state: row.integer(3))
      }
    }
    guard let row else { throw .noSuchMessage }
    return row
  }

  func count(_ difference: Int, in chat: Int64) throws(StoreError) {
    guard difference != 0 else { return }
    try connection.run(
      // Beyond these ends the sum would be no whole number, or be refused.
      "UPDATE chat SET message_count = max(0, min(message_count, \(Valid.most)) + ?) WHERE id = ?",
      [.integer(difference), .integer(chat)])
  }

  private func noteSaved(_ message: MessageID) throws(StoreError) {
    changes.saved(message, in: try row(of: message).chatID)
  }
}

extension MessageState {
  /// What a message in this state adds to its chat's count: a reply that is only due does not count.
  var counts: Int { self == .queued ? 0 : 1 }
}
