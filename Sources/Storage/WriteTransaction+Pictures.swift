import Domain

extension WriteTransaction {
  /// - Parameter had: pictures that the message named before.
  func insert(_ attachments: [Attachment], of message: Int64, had: Set<PictureHash> = []) throws(StoreError) {
    for (index, attachment) in attachments.enumerated() {
      var drawing: String?
      var kept: KeptPicture?
      var address: String?
      switch attachment.content {
      case .drawing(let name): drawing = name
      case .kept(let picture): kept = picture
      case .remote(let url): address = url
      }
      if let kept { try name(kept.hash, had: had) }
      try connection.run(
        """
        INSERT INTO attachment(message_id, position, drawing, hash, mime, bytes, remote_url, width, height, alternative)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(message), .integer(index), .text(drawing), kept.map { .hash($0.hash) } ?? .null,
          .text(kept?.format.rawValue), .integer(kept?.bytes), .text(address), .integer(attachment.width),
          .integer(attachment.height), .text(attachment.alternative),
        ])
    }
  }

  /// Puts these attachments in place of the message's.
  func replace(by attachments: [Attachment], of message: Int64) throws(StoreError) {
    let had = try drop(picturesOf: message)
    try connection.run("DELETE FROM attachment WHERE message_id = ?", [.integer(message)])
    try insert(attachments, of: message, had: had)
  }

  /// Puts these pictures in place of the draft's.
  func replace(by pictures: [Attachment], ofDraft chat: Int64) throws(StoreError) {
    let had = try drop("SELECT hash FROM draft_picture WHERE chat_id = ?", [.integer(chat)])
    try connection.run("DELETE FROM draft_picture WHERE chat_id = ?", [.integer(chat)])
    for (index, picture) in pictures.enumerated() {
      let statement = "INSERT INTO draft_picture VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
      guard case .kept(let kept) = picture.content else {
        throw .refused(
          reason: .internal("a draft may only have pictures that the data folder keeps"), statement: statement)
      }
      try name(kept.hash, had: had)
      try connection.run(
        statement,
        [
          .integer(chat), .integer(index), .hash(kept.hash), .text(kept.format.rawValue), .integer(kept.bytes),
          .integer(picture.width), .integer(picture.height), .text(picture.alternative),
        ])
    }
  }

  /// To be called before a row is written that names a picture.
  private func name(_ hash: PictureHash, had: Set<PictureHash>) throws(StoreError) {
    // A message or draft that has lost a picture can still be changed in all else.
    guard had.contains(hash) || pictures.isThere(hash) else { throw .pictureMissing }
    namedPictures.insert(hash)
  }

  /// To be called before rows are deleted, with a question for their hashes: their files may go after the commit.
  @discardableResult
  func drop(_ question: String, _ values: [Value]) throws(StoreError) -> Set<PictureHash> {
    let hashes = Set(try connection.rows(question, values) { $0.hash(0) })
    droppedPictures.formUnion(hashes)
    return hashes
  }

  /// As `drop(_:_:)`, for a message that goes or whose attachments go.
  @discardableResult
  func drop(picturesOf message: Int64) throws(StoreError) -> Set<PictureHash> {
    try drop("SELECT hash FROM attachment WHERE message_id = ? AND hash IS NOT NULL", [.integer(message)])
  }
}
