/// After which of a user's messages an agent owes a reply. A value that decides by itself: it is asked inside the transaction
/// of a send, where nothing may wait, so no code of an agent runs there.
public struct ReplySchedule: Hashable, Sendable {
  /// How many messages a reply waits for; drawn again for every reply. Nil where none is ever owed.
  public var messages: ClosedRange<Int>?
  /// True when a new message makes a reply that is due wait again.
  public var restartsWait: Bool

  public init(after messages: ClosedRange<Int>?, restartsWait: Bool = false) {
    self.messages = messages
    self.restartsWait = restartsWait
  }

  /// A reply to each message.
  public static let everyMessage = ReplySchedule(after: 1...1)
  /// No reply, whatever is said.
  public static let never = ReplySchedule(after: nil)

  /// What is owed after one more message.
  ///
  /// - Parameters:
  ///   - state: what the last plan for this chat said to remember. One that does not fit (another agent's, an older file's)
  ///     begins afresh.
  ///   - draw: gives a number in the range by chance.
  public func plan(after state: String?, draw: (ClosedRange<Int>) -> Int) -> ReplyPlan {
    guard let messages, messages != 1...1 else {
      return ReplyPlan(isReplyDue: messages != nil, restartsWait: restartsWait)
    }
    var (count, threshold) = state.flatMap { Self.saved($0, within: messages) } ?? (0, draw(messages))
    count += 1
    let isReplyDue = count >= threshold
    if isReplyDue { (count, threshold) = (0, draw(messages)) }
    return ReplyPlan(
      state: #"{"count":\#(count),"threshold":\#(threshold)}"#, isReplyDue: isReplyDue, restartsWait: restartsWait)
  }

  /// Whether another version of a message is owed an answer: where the old one was answered, or each message is.
  func answers(again wasAnswered: Bool) -> Bool { messages.map { wasAnswered || $0 == 1...1 } ?? false }

  /// Reads what a plan has written.
  private static func saved(_ state: String, within messages: ClosedRange<Int>) -> (count: Int, threshold: Int)? {
    guard state.hasPrefix(head), state.hasSuffix("}") else { return nil }
    let numbers = state.dropFirst(head.count).dropLast()
    guard let middle = numbers.firstRange(of: middle), let count = Int(numbers[..<middle.lowerBound]),
      let threshold = Int(numbers[middle.upperBound...]), messages.contains(threshold), (0..<threshold).contains(count)
    else { return nil }
    return (count, threshold)
  }

  private static let head = #"{"count":"#
  private static let middle = #","threshold":"#
}

/// What an agent owes after a user's message.
public struct ReplyPlan: Hashable, Sendable {
  /// What is to be remembered of this chat; saved with the message.
  public var state: String?
  /// True when a reply to this message is now due.
  public var isReplyDue: Bool
  /// True when the wait of a reply that was already due starts again.
  public var restartsWait: Bool

  public init(state: String? = nil, isReplyDue: Bool, restartsWait: Bool = false) {
    self.state = state
    self.isReplyDue = isReplyDue
    self.restartsWait = restartsWait
  }
}
