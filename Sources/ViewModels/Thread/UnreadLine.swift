internal import Domain

/// What is new to the reader of a chat: the line above the first message that was unread, and the replies below him.
public struct UnreadLine {
  /// How much was unread when the chat was opened.
  let countAtStart: Int
  /// What is new begins with this message.
  private(set) var first: MessageID?
  /// Replies that came in below while the reader was further up.
  private var below: Set<MessageID> = []
  /// The user has marked the chat as unread while it is open: it is read when it is opened again.
  private(set) var isMarked = false

  init(countAtStart: Int) { self.countAtStart = countAtStart }

  /// Replies that came in below while the reader was further up.
  public var countBelow: Int { below.count }

  // MARK: The line

  /// The chat opens with these unread, the oldest first.
  mutating func begin(with unread: [MessageID]) {
    first = unread.first
    below = Set(unread)
  }

  /// Stands above the last so many replies that were told while nobody looked.
  mutating func begin(aboveLast count: Int, in messages: [Message]) {
    let replies = messages.filter { $0.sender == .agent && ($0.state == .complete || $0.state == .failed) }
    first = replies.suffix(count).first?.id
  }

  /// Above which of these messages the line stands: the first unread one, or the next that is shown; nil for no line.
  func message(in messages: [Message], isShown: (Message) -> Bool) -> MessageID? {
    guard let first, let index = messages.firstIndex(where: { $0.id == first }) else { return nil }
    return messages[index...].first(where: isShown)?.id
  }

  /// The message goes for ever; what is new begins with the next one.
  mutating func move(off id: MessageID, in messages: [Message]) {
    guard id == first, let index = messages.firstIndex(where: { $0.id == id }) else { return }
    first = messages[index...].dropFirst().first?.id
  }

  /// Whoever answers has read. False where there was no line.
  mutating func drop() -> Bool {
    isMarked = false
    defer { first = nil }
    return first != nil
  }

  // MARK: The mark

  /// The user marks the chat as unread, or as read.
  mutating func mark(_ isUnread: Bool) { isMarked = isUnread }

  /// The chat's row says that so much is unread, and said something else before.
  mutating func noteCount(_ count: Int, since before: Int) {
    // Not by what else is saved before the mark is.
    if before > 0, count == 0, isMarked { isMarked = false }
  }

  // MARK: Below

  /// A reply came in below.
  mutating func add(below id: MessageID) { below.insert(id) }

  /// Whether the reply is one of those.
  func isBelow(_ id: MessageID) -> Bool { below.contains(id) }

  /// These are in sight.
  mutating func see(_ ids: some Sequence<MessageID>) { below.subtract(ids) }

  /// The newest message is in sight.
  mutating func seeAll() { below = [] }
}
