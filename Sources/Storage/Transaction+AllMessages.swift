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
    in chat: ChatID, _ order: MessageOrder, beyond number: Int64?, limit: Int
  ) throws(StoreError) -> [Message] {
    let (isBeyond, direction) = order == .oldestFirst ? (">", "") : ("<", "DESC")
    let found = try connection.rows(
      """
      SELECT message.uid FROM chat CROSS JOIN \(Schema.live) message ON message.chat_id = chat.id
      WHERE chat.uid = ?1 AND length(message.uid) = 16 \(number == nil ? "" : "AND message.sequence \(isBeyond) ?3")
      ORDER BY message.sequence \(direction) LIMIT ?2
      """, [.uid(chat), .integer(limit)] + (number.map { [.integer($0)] } ?? [])
    ) { $0.uid(0, of: Message.self) }
    var messages: [Message] = []
    for id in found { if let message = try message(id) { messages.append(message) } }
    return messages
  }
}
