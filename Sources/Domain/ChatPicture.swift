/// One of a chat's pictures, and where it stands.
public struct ChatPicture: Hashable, Sendable {
  /// The message that it belongs to.
  public var message: MessageID
  /// Its index among the message's attachments.
  public var index: Int
  /// The picture itself.
  public var attachment: Attachment

  public init(message: MessageID, index: Int, attachment: Attachment) {
    self.message = message
    self.index = index
    self.attachment = attachment
  }
}

/// One page of a chat's pictures; `limit` counts pictures. The picture that a page is next to is not part of it.
public enum PicturePage: Hashable, Sendable {
  /// From the chat's first picture on.
  case all(limit: Int)
  case before(MessageID, index: Int, limit: Int)
  case after(MessageID, index: Int, limit: Int)
}
