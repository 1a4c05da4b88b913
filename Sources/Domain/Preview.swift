/// The last message as the list shows it, on one line.
public struct Preview: Hashable, Sendable {
  /// One line without Markdown, or the marks of pictures alone; empty where there is no message.
  public var text: String
  /// Nil while the chat has no message.
  public var sender: Sender?

  public init(text: String = "", sender: Sender? = nil) {
    self.text = text
    self.sender = sender
  }

  /// The longest preview kept, in grapheme clusters.
  public static let limit = 160

  public init(of message: Message) {
    let text = PlainText.line(from: message.text, limit: Self.limit)
    sender = message.sender
    self.text = text.isEmpty ? PictureMarks.line(message.attachments.count) : PictureMarks.words(text)
  }
}
