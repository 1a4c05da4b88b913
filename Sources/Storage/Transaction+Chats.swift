import Domain

extension Transaction {
  func chats(_ query: ChatQuery) throws(StoreError) -> [Chat] {
    var conditions: [String] = []
    var values: [Value] = []
    let order: String
    switch query.location {
    case .list:
      conditions = ["chat.trashed_at IS NULL"]
      order = "chat.pinned DESC, chat.last_at DESC, chat.uid DESC"
      if let after = query.after {
        conditions.append("(chat.pinned, chat.last_at, chat.uid) < (?, ?, ?)")
        values += [.flag(after.isPinned), .time(after.lastActivityAt), .uid(after.id)]
      }
    case .trash:
      conditions = ["chat.trashed_at IS NOT NULL"]
      order = "chat.trashed_at DESC, chat.uid DESC"
      if let after = query.after {
        conditions.append("(chat.trashed_at, chat.uid) < (?, ?)")
        values += [.time(after.lastActivityAt), .uid(after.id)]
      }
    }
    if let title = query.title {
      for part in [title.part] + title.others where !part.isEmpty {
        conditions.append("title_matches(CASE chat.title WHEN '' THEN ? WHEN ? THEN ? ELSE chat.title END, ?)")
        values += [title.untitled, PictureMarks.line(1), title.picture, Folding.fold(part)].map { .text($0) }
      }
    }
    return try chats(where: conditions.joined(separator: " AND "), order: order, values, limit: query.limit)
  }

  func chatCount(on location: ChatLocation) throws(StoreError) -> Int {
    switch location {
    case .list: Int(try connection.number("SELECT count(*) FROM chat WHERE trashed_at IS NULL"))
    case .trash: Int(try connection.number("SELECT count(*) FROM chat WHERE trashed_at IS NOT NULL"))
    }
  }

  func unreadCounts() throws(StoreError) -> [ChatID: Int] {
    let counts = try connection.rows(
      "SELECT uid, unread FROM chat WHERE unread > 0 AND trashed_at IS NULL AND length(uid) = 16", []
    ) { row in row.uid(0, of: Chat.self).map { ($0, row.count(1)) } }
    return Dictionary(counts) { first, _ in first }
  }

  func chat(_ id: ChatID) throws(StoreError) -> Chat? {
    try chats(where: "chat.uid = ?", order: "chat.id", [.uid(id)], limit: 1).first
  }

  func chats(from source: String) throws(StoreError) -> [Chat] {
    try chats(where: "chat.source = ?", order: "chat.id", [.text(source)], limit: .max)
  }

  func chats(trashedBefore time: Timestamp, limit: Int) throws(StoreError) -> [ChatID] {
    try connection.rows(
      """
      SELECT uid FROM chat WHERE trashed_at IS NOT NULL AND trashed_at < ? AND length(uid) = 16
      ORDER BY trashed_at, uid LIMIT ?
      """,
      [.time(time), .integer(limit)]
    ) { $0.uid(0) }
  }

  func draft(in chat: ChatID) throws(StoreError) -> Draft? {
    let found = try connection.first(
      "SELECT chat.id, draft.text FROM chat JOIN draft ON draft.chat_id = chat.id WHERE chat.uid = ?", [.uid(chat)]
    ) { (rowid: $0.integer(0), text: $0.text(1)) }
    guard let found else { return nil }
    return Draft(text: found.text, pictures: try pictures(ofDraft: found.rowid))
  }

  func setting(_ key: String) throws(StoreError) -> String? {
    try connection.first("SELECT value FROM setting WHERE key = ?", [.text(key)]) { $0.text(0) }
  }

  func agentState(in chat: ChatID) throws(StoreError) -> String? {
    try connection.first(
      "SELECT agent_state.state FROM chat JOIN agent_state ON agent_state.chat_id = chat.id WHERE chat.uid = ?",
      [.uid(chat)]
    ) { $0.text(0) }
  }

  /// A row without a valid name hides no other chat: it is left out before pages are counted, and `verify` reports it.
  private func chats(
    where condition: String, order: String, _ values: [Value], limit: Int
  ) throws(StoreError) -> [Chat] {
    let columns = ColumnList.chats
    return try connection.rows(
      """
      SELECT chat.uid, message_count, draft.preview, \(columns.read(of: "chat"))
      FROM chat LEFT JOIN draft ON draft.chat_id = chat.id
      WHERE \(condition) AND length(chat.uid) = 16 ORDER BY \(order) LIMIT ?
      """, values + [.integer(limit)]
    ) { row in
      guard let id = row.uid(0, of: Chat.self) else { return nil }
      var chat = Chat(id: id, agent: "", createdAt: Timestamp(milliseconds: 0))
      chat.messageCount = row.count(1)
      chat.draftPreview = row.text(2, atMost: Valid.lineBytes)
      columns.take(row, from: 3, into: &chat)
      return chat
    }
  }
}
