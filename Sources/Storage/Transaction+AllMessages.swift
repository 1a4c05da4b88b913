import Domain

extension Transaction {
  func firstMessage(of chat: ChatID) throws(StoreError) -> Message? {
    // One without a valid name is passed over.
    let first = try connection.first(
      """
      WITH RECURSIVE line(id) AS (
        SELECT \(Schema.root) FROM chat WHERE uid = ?
        UNION ALL
        SELECT \(Schema.after("m")) FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id WHERE length(m.uid) <> 16)
      SELECT m.uid FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id WHERE length(m.uid) = 16
      """, [.uid(chat)]
    ) { $0.uid(0, of: Message.self) }
    guard let first else { return nil }
    return try message(first)
  }

  func allMessages(
    in chat: ChatID, _ order: MessageOrder, beyond place: MessagePlace?, limit: Int
  ) throws(StoreError) -> [Message] {
    let (isBeyond, direction) = order == .oldestFirst ? (">", "") : ("<", "DESC")
    let all = "message.sequence \(direction), message.uid \(direction)"
    let beyond = place == nil ? "" : "AND (message.sequence, message.uid) \(isBeyond) (?3, ?4)"
    return try messages(
      along: """
        line(id, step) AS (
          SELECT message.id, 0 FROM chat CROSS JOIN \(Schema.live) message ON message.chat_id = chat.id
          WHERE chat.uid = ?1 AND length(message.uid) = 16 \(beyond)
          ORDER BY \(all) LIMIT ?2)
        """, order: all, [.uid(chat), .integer(limit)] + (place.map { [.integer($0.number), .uid($0.id)] } ?? []))
  }
}
