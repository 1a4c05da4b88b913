import Domain

/// The pictures of a chat in which some messages are not shown: found by walking its line, in stretches, so that those that
/// are near cost no more than the messages up to them.
struct PictureWalk {
  let connection: Connection
  /// The chat's rowid.
  let chat: Int64

  /// Messages that are walked at once.
  private static let stretch = 500

  func pictures(_ page: PicturePage) throws(StoreError) -> [ChatPicture] {
    switch page {
    case .all(let limit):
      guard let root = try Line(connection: connection, chat: chat).root() else { return [] }
      return try walk(Schema.after("m"), from: root, limit: limit, of: try pictures(of: root))
    case .before(let anchor, let index, let limit):
      guard let row = try row(of: anchor) else { return [] }
      let before = try pictures(of: row).prefix(max(index, 0))
      return try walk(Schema.before("m"), from: row, limit: limit, of: before.reversed()).reversed()
    case .after(let anchor, let index, let limit):
      guard let row = try row(of: anchor) else { return [] }
      let after = try pictures(of: row).dropFirst(index < 0 ? 0 : index + 1)
      return try walk(Schema.after("m"), from: row, limit: limit, of: Array(after))
    }
  }

  /// - Parameters:
  ///   - next: the rowid of the message after the row `m`, as SQL; forwards by `Schema.after`, else backwards.
  ///   - first: pictures of the first message, in the order of the walk.
  private func walk(
    _ next: String, from message: Int64, limit: Int, of first: [ChatPicture]
  ) throws(StoreError) -> [ChatPicture] {
    var found = first
    var last = message
    while found.count < limit {
      let stretch = try connection.rows(
        """
        WITH RECURSIVE line(id, step) AS (
          SELECT \(next), 1 FROM \(Schema.live) m WHERE m.id = ?1
          UNION ALL
          SELECT \(next), step + 1 FROM line CROSS JOIN \(Schema.live) m ON m.id = line.id WHERE step < ?2)
        SELECT id, EXISTS(SELECT 1 FROM attachment WHERE attachment.message_id = line.id) FROM line
        WHERE id IS NOT NULL ORDER BY step
        """, [.integer(last), .integer(Self.stretch)]
      ) { (message: $0.integer(0), hasPictures: $0.flag(1)) }
      for step in stretch where step.hasPictures && found.count < limit {
        let pictures = try pictures(of: step.message)
        found += next == Schema.before("m") ? pictures.reversed() : pictures
      }
      guard stretch.count == Self.stretch, let end = stretch.last else { break }
      last = end.message
    }
    return Array(found.prefix(limit))
  }

  private func row(of message: MessageID) throws(StoreError) -> Int64? {
    try connection.first(
      "SELECT id FROM \(Schema.live) message WHERE uid = ? AND chat_id = ?", [.uid(message), .integer(chat)]
    ) {
      $0.integer(0)
    }
  }

  /// A message's pictures of kinds that are known, in order.
  private func pictures(of message: Int64) throws(StoreError) -> [ChatPicture] {
    let found = try connection.rows(
      """
      SELECT \(ReadTransaction.attachmentColumns), message.uid
      FROM attachment CROSS JOIN \(Schema.live) message ON message.id = attachment.message_id
      WHERE attachment.message_id = ? AND \(Schema.isKnownPicture("attachment")) ORDER BY attachment.position
      """, [.integer(message)]
    ) { row in ReadTransaction.attachment(row).flatMap { one in row.uid(8, of: Message.self).map { ($0, one) } } }
    return found.enumerated().map { ChatPicture(message: $1.0, index: $0, attachment: $1.1) }
  }
}
