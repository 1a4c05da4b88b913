/// What the user has written or picked in a chat and not yet sent.
public struct Draft: Hashable, Sendable {
  public var text: String
  /// Pictures that are to go with it, in order.
  public var pictures: [Attachment]

  public init(text: String = "", pictures: [Attachment] = []) {
    self.text = text
    self.pictures = pictures
  }

  /// Blank drafts are neither kept nor sent.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) && pictures.isEmpty }
}
