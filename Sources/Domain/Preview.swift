/// Shows the beginning of a text in Markdown on one line, in so many letters and without marks.
public typealias PlainLine = @Sendable (_ text: String, _ limit: Int) -> String

/// The last message as the list shows it, on one line.
public struct Preview: Hashable, Sendable {
  /// One line without Markdown, or the marks of pictures alone; empty where there is no message.
  public var text: String
  /// The user, or the agent for everyone else; nil while the chat has no message.
  public var sender: Sender?

  public init(text: String = "", sender: Sender? = nil) {
    self.text = text
    self.sender = sender
  }

  /// The longest preview kept, in grapheme clusters.
  public static let limit = 160

  /// What people write is shown as they did, what agents write without its marks.
  public init(of message: Message, plainLine: PlainLine = Self.asWritten) {
    // A long answer need not be read whole for its first line.
    let head = StackedMarks.cut(message.text, scalars: Self.limit * 16)
    let text = Self.cut(message.sender == .user ? Self.asWritten(head, Self.limit) : plainLine(head, Self.limit))
    // A list tells only whether it was the person.
    sender = message.sender == .user ? .user : .agent
    self.text = text.isEmpty ? PictureMarks.line(message.attachments.count) : PictureMarks.words(text)
  }

  /// A line with its marks, for whoever reads no Markdown.
  public static let asWritten: PlainLine = { text, _ in Title.collapse(text) }

  private static func cut(_ line: String) -> String {
    let cut = StackedMarks.cut(line.prefix(limit), scalars: limit * 8)
    return cut.unicodeScalars.count < line.unicodeScalars.count ? cut + "…" : cut
  }
}
