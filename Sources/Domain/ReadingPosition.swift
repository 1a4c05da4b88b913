/// Where the reader was in a chat.
public struct ReadingPosition: Hashable, Sendable {
  /// The chat that was read.
  public var chat: ChatID
  /// The message at the upper edge of what was in sight.
  public var message: MessageID
  /// How far below that edge it began, in pixels; negative where its beginning was out of sight.
  public var offset: Int

  public init(chat: ChatID, message: MessageID, offset: Int) {
    self.chat = chat
    self.message = message
    self.offset = offset
  }

  fileprivate init?(_ line: Substring) {
    let words = line.split(separator: " ")
    guard words.count == 3, let chat = ChatID(String(words[0])), let message = MessageID(String(words[1])),
      let offset = Int(words[2])
    else { return nil }
    self.init(chat: chat, message: message, offset: offset)
  }

  fileprivate var line: String { "\(chat) \(message) \(offset)" }
}

extension TextCoding<[ReadingPosition]> {
  /// A line for each: the chat, the message, the offset. Other lines are left out.
  static var positions: Self {
    Self(
      encode: { $0.isEmpty ? nil : $0.map(\.line).joined(separator: "\n") },
      decode: { $0.split(separator: "\n").compactMap(ReadingPosition.init) })
  }
}
