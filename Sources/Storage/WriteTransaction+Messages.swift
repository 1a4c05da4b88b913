import Domain

extension WriteTransaction {
  func append(_ message: Message) throws(StoreError) {
    guard
      let (chat, tip) = try connection.first(
        "SELECT id, \(Schema.tip) FROM chat WHERE uid = ?", [.uid(message.chat)],
        { ($0.integer(0), $0.optionalInteger(1)) })
    else { throw .noSuchChat }
    try connection.run(
      """
      INSERT INTO message(uid, chat_id, parent_id, sequence, sender, state, created_at, text, failure, model,
        prompt_tokens, reply_tokens, duration)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .uid(message.id), .integer(chat), .integer(tip), .integer(message.sequence), .integer(message.sender.rawValue),
        .integer(message.state.rawValue), .time(message.createdAt), .text(message.text), .text(message.failure),
        .text(message.usage?.model), .integer(message.usage?.promptTokens),
        .integer(message.usage?.replyTokens), .integer(message.usage?.milliseconds),
      ])
    let rowid = connection.lastInserted
    try insert(message.attachments, of: rowid)
    try connection.run(
      "UPDATE chat SET tip = ? WHERE id = ?", [.integer(rowid), .integer(chat)])
    try count(message.state.counts, in: chat)
    changes.saved(message.id, in: message.chat)
  }

  func update(_ message: Message) throws(StoreError) {
    let old = try row(of: message.id)
    let isUnfinished = message.state.isUnfinished
    try connection.run(
      """
      UPDATE message SET sender = ?, state = ?, created_at = ?, text = ?, failure = ?, model = ?, prompt_tokens = ?,
        reply_tokens = ?, duration = ?, owner = iif(?, owner, NULL), stop_requested = iif(?, stop_requested, 0)
      WHERE id = ?
      """,
      [
        .integer(message.sender.rawValue), .integer(message.state.rawValue), .time(message.createdAt),
        .text(message.text), .text(message.failure), .text(message.usage?.model),
        .integer(message.usage?.promptTokens), .integer(message.usage?.replyTokens),
        .integer(message.usage?.milliseconds), .flag(isUnfinished), .flag(isUnfinished), .integer(old.rowid),
      ])
    try connection.run("DELETE FROM reply_chunk WHERE message_id = ?", [.integer(old.rowid)])
    if try attachments(of: old.rowid) != message.attachments {
      try replace(by: message.attachments, of: old.rowid)
    }
    try count(message.state.counts - old.counts, in: old.chat)
    changes.saved(message.id, in: old.chatID)
  }

  func appendText(_ text: String, to id: MessageID) throws(StoreError) {
    let row = try row(of: id)
    guard row.isUnfinished else {
      throw .refused(reason: "the reply has ended", statement: "grow \(id)")
    }
    try connection.run(
      """
      INSERT INTO reply_chunk(message_id, number, text)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM reply_chunk WHERE message_id = ?1
      """, [.integer(row.rowid), .text(text)])
    changes.saved(id, in: row.chatID)
  }

  func remove(_ message: MessageID) throws(StoreError) {
    deletes = true
    let row = try row(of: message)
    try takeOut(row)
    try drop(picturesOf: row.rowid)
    try connection.run("DELETE FROM message WHERE id = ?", [.integer(row.rowid)])
    try count(-row.counts, in: row.chat)
    changes.removed(message, in: row.chatID)
  }

  func moveToEnd(_ message: MessageID) throws(StoreError) {
    let row = try row(of: message)
    guard row.tip != row.rowid else { return }
    try takeOut(row)
    try connection.run(
      """
      UPDATE message SET parent_id = ?3,
        sequence = ?2
      WHERE id = ?1
      """, [.integer(row.rowid), .integer(try nextSequence(in: row.chatID)), .integer(row.tip)])
    try connection.run("UPDATE chat SET tip = ? WHERE id = ?", [.integer(row.rowid), .integer(row.chat)])
    changes.saved(message, in: row.chatID)
  }

  // MARK: Owners

  func claim(_ id: MessageID) throws(StoreError) -> Bool {
    guard
      let found = try connection.first(
        "SELECT id, owner FROM message WHERE uid = ? AND state < 2", [.uid(id)],
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
      "UPDATE message SET owner = NULL WHERE uid = ? AND owner = ?", [.uid(id), .uid(locks.me)])
    if connection.changedRows > 0 { try noteSaved(id) }
  }

  func requestStop(_ id: MessageID) throws(StoreError) {
    try connection.run("UPDATE message SET stop_requested = 1 WHERE uid = ? AND state < 2", [.uid(id)])
    if connection.changedRows > 0 { try noteSaved(id) }
  }

  // MARK: Places

  /// Where a message stands.
  private struct MessageLocation {
    var rowid: Int64
    var parent: Int64?
    var chat: Int64
    var chatID: ChatID
    var tip: Int64?
    var state: Int64

    var isUnfinished: Bool { state < 2 }
    var counts: Int { MessageState(rawValue: Int(state))?.counts ?? 1 }
  }

  private func row(of message: MessageID) throws(StoreError) -> MessageLocation {
    let row = try connection.first(
      """
      SELECT message.id, (SELECT parent.id FROM message parent WHERE parent.id = message.parent_id
          AND parent.chat_id = message.chat_id AND parent.id <> message.id), chat.id, chat.uid, \(Schema.tip), message.state
      FROM message JOIN chat ON chat.id = message.chat_id WHERE message.uid = ?
      """, [.uid(message)]
    ) { row in
      row.uid(3, of: Chat.self).map { chatID in
        MessageLocation(
          rowid: row.integer(0), parent: row.optionalInteger(1), chat: row.integer(2), chatID: chatID,
          tip: row.optionalInteger(4), state: row.integer(5))
      }
    }
    guard let row else { throw .noSuchMessage }
    return row
  }

  /// What followed the message now follows the one before it; what a damaged row of another chat says does so nothing.
  private func takeOut(_ row: MessageLocation) throws(StoreError) {
    let followers = try connection.rows(
      "SELECT uid FROM message WHERE parent_id = ?", [.integer(row.rowid)]
    ) { $0.uid(0, of: Message.self) }
    try connection.run(
      "UPDATE message SET parent_id = ? WHERE parent_id = ?", [.integer(row.parent), .integer(row.rowid)])
    for follower in followers { changes.saved(follower, in: row.chatID) }
    if row.tip == row.rowid {
      try connection.run("UPDATE chat SET tip = ? WHERE id = ?", [.integer(row.parent), .integer(row.chat)])
    }
  }

  private func count(_ difference: Int, in chat: Int64) throws(StoreError) {
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
  fileprivate var counts: Int { self == .queued ? 0 : 1 }
}
