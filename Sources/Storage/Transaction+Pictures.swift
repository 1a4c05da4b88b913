import Domain

extension Transaction {
  func pictures(in chat: ChatID, _ page: PicturePage) throws(StoreError) -> [ChatPicture] {
    guard let row = try connection.first("SELECT id FROM chat WHERE uid = ?", [.uid(chat)], { $0.integer(0) }) else {
      return []
    }
    if try !Line(connection: connection, chat: row).isOnlyOne() {
      return try PictureWalk(connection: connection, chat: row).pictures(page)
    }
    // All messages are on the line. Along the index of numbers, so that a neighbour costs only the messages up to it.
    switch page {
    case .all(let limit):
      return try pictures(where: "TRUE", order: "", [.uid(chat), .integer(limit)])
    case .before(let message, let index, let limit):
      return try pictures(
        where: """
          message.sequence <= (\(Self.anchorSequence))
            AND (message.sequence < (\(Self.anchorSequence)) OR attachment.position < \(Self.anchorIndex))
          """, order: "DESC", [.uid(chat), .integer(limit), .uid(message), .integer(index)]
      ).reversed()
    case .after(let message, let index, let limit):
      return try pictures(
        where: """
          message.sequence >= (\(Self.anchorSequence))
            AND (message.sequence > (\(Self.anchorSequence)) OR attachment.position > \(Self.anchorIndex))
          """, order: "", [.uid(chat), .integer(limit), .uid(message), .integer(index)])
    }
  }

  private static var anchorSequence: String {
    "SELECT anchor.sequence FROM \(Schema.live) anchor WHERE anchor.uid = ?3 AND anchor.chat_id = chat.id"
  }

  /// The place in its row of the picture with index `?4`; beyond all others when the message has not so many.
  private static var anchorIndex: String {
    """
    coalesce((SELECT a.position FROM \(Schema.live) anchor CROSS JOIN attachment a ON a.message_id = anchor.id
      WHERE anchor.uid = ?3 AND \(Schema.isKnownPicture("a")) ORDER BY a.position LIMIT 1 OFFSET ?4), 9e9)
    """
  }

  private func pictures(
    where condition: String, order: String, _ values: [Value]
  ) throws(StoreError) -> [ChatPicture] {
    try connection.rows(
      """
      SELECT \(Self.attachmentColumns), message.uid,
        (SELECT count(*) FROM attachment before WHERE before.message_id = message.id
          AND before.position < attachment.position AND \(Schema.isKnownPicture("before")))
      FROM chat CROSS JOIN \(Schema.live) message ON message.chat_id = chat.id CROSS JOIN attachment ON attachment.message_id = message.id
      WHERE chat.uid = ?1 AND length(message.uid) = 16 AND \(Schema.isKnownPicture("attachment")) AND \(condition)
      ORDER BY message.sequence \(order), attachment.position \(order) LIMIT ?2
      """, values
    ) { row in
      guard let attachment = Self.attachment(row), let message = row.uid(8, of: Message.self) else { return nil }
      return ChatPicture(message: message, index: row.count(9), attachment: attachment)
    }
  }

  /// What `attachment(_:)` reads.
  static var attachmentColumns: String { "drawing, hash, mime, bytes, remote_url, width, height, alternative" }

  /// Nil for a row of a kind that this Sotto does not know: it is left out, and `verify` reports it.
  static func attachment(_ row: Row) -> Attachment? {
    let content: Attachment.Content
    if let drawing = row.optionalText(0, atMost: Valid.lineBytes) {
      content = .drawing(drawing)
    } else if let hash = row.hash(1), let format = row.optionalText(2).flatMap(PictureFormat.init(rawValue:)) {
      content = .kept(KeptPicture(hash: hash, format: format, bytes: Int64(row.count(3))))
    } else if let address = row.optionalText(4, atMost: Valid.wordsBytes) {
      content = .remote(address)
    } else {
      return nil
    }
    return Attachment(
      content: content, width: Int(row.integer(5).clamped(to: Valid.sides)),
      height: Int(row.integer(6).clamped(to: Valid.sides)), alternative: row.text(7, atMost: Valid.lineBytes))
  }

  func attachments(of message: Int64) throws(StoreError) -> [Attachment] {
    try connection.rows(
      "SELECT \(Self.attachmentColumns) FROM attachment WHERE message_id = ? ORDER BY position", [.integer(message)],
      Self.attachment)
  }

  func pictures(ofDraft chat: Int64) throws(StoreError) -> [Attachment] {
    try connection.rows(
      """
      SELECT NULL, hash, mime, bytes, NULL, width, height, alternative FROM draft_picture
      WHERE chat_id = ? ORDER BY position
      """, [.integer(chat)], Self.attachment)
  }

  /// Those of the pictures that no row names.
  func unreferenced(of pictures: some Sequence<PictureHash>) throws(StoreError) -> Set<PictureHash> {
    var unreferenced: Set<PictureHash> = []
    for hash in pictures {
      let isNamed = try connection.number(
        "SELECT EXISTS(SELECT 1 FROM attachment WHERE hash = ?1) OR EXISTS(SELECT 1 FROM draft_picture WHERE hash = ?1)",
        [.hash(hash)])
      if isNamed == 0 { unreferenced.insert(hash) }
    }
    return unreferenced
  }
}
