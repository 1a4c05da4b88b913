package import Domain

/// A picture of a message.
package struct PictureRecord: Codable, Sendable {
  /// `drawing`, `kept` or `remote`.
  package var kind: String
  package var name: String
  package var width: Int
  package var height: Int
  package var alternative: String
  @OrNull package var bytes: Int64?
  @OrNull package var format: String?
  @OrNull package var hash: String?
  @OrNull package var host: String?

  package init(_ attachment: Attachment) {
    switch attachment.content {
    case .drawing(let drawing): (kind, name) = ("drawing", drawing)
    case .kept(let picture): (kind, name) = ("kept", picture.hash.description)
    case .remote(let address): (kind, name) = ("remote", address)
    }
    width = attachment.width
    height = attachment.height
    alternative = attachment.alternative
    if case .kept(let picture) = attachment.content {
      bytes = picture.bytes
      format = picture.format.rawValue
      hash = picture.hash.description
    } else {
      bytes = nil
      format = nil
      hash = nil
    }
    host = attachment.remoteHost
  }
}

/// A picture of `images --json`: the picture's own members, and these.
@dynamicMemberLookup
package struct ImageRecord: Codable, Sendable {
  package struct Place: Codable, Sendable {
    /// The picture's number in the chat, from 1.
    package var number: Int
    package var message: String
    package var index: Int
    package var sender: String
    package var createdAt: String
    package var state: String
    /// Where it was saved.
    @OrNull package var path: String?
    /// Why it could not be saved: `PictureError.kind`.
    @OrNull package var failure: String?
  }

  private var place: Place
  private var picture: PictureRecord

  package init(
    _ picture: Attachment, number: Int, index: Int, of message: Message, state: String, path: String?,
    failure: PictureError?
  ) {
    place = Place(
      number: number, message: message.id.description, index: index, sender: message.sender.record,
      createdAt: message.createdAt.record, state: state, path: path, failure: failure?.kind)
    self.picture = PictureRecord(picture)
  }

  package init(from decoder: any Decoder) throws {
    place = try Place(from: decoder)
    picture = try PictureRecord(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    try picture.encode(to: encoder)
  }

  package subscript<Value>(dynamicMember path: KeyPath<Place, Value>) -> Value { place[keyPath: path] }
  package subscript<Value>(dynamicMember path: KeyPath<PictureRecord, Value>) -> Value { picture[keyPath: path] }
}

/// A chat's pictures as `images --json` writes them; there they are written one by one.
package struct AlbumRecord: Codable, Sendable {
  package var chat: ChatRecord
  package var pictures: [ImageRecord]
}
