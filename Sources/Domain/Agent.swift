/// Someone who answers: a scripted persona, a local model, or a server that the user named.
public protocol Agent: Sendable {
  var profile: AgentProfile { get }

  /// What the agent owes after a user's message. Runs inside the transaction of the send, so it must be quick and
  /// must not wait; `state` is what the agent last returned for this chat.
  func plan(afterUserMessageWith state: String?) -> ReplyPlan

  /// Makes one reply. The stream's last event is `.ended`; a cancelled task ends it early.
  func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent>
}

/// How an agent presents itself.
public struct AgentProfile: Hashable, Sendable, Identifiable {
  /// Kept in the database; never changes.
  public let id: String
  /// What people read.
  public var name: String
  /// One sentence for preferences.
  public var summary: String
  /// What an empty chat offers to ask.
  public var suggestions: [String]

  public init(id: String, name: String, summary: String, suggestions: [String]) {
    self.id = id
    self.name = name
    self.summary = summary
    self.suggestions = suggestions
  }
}

/// What an agent owes after a user's message.
public struct ReplyPlan: Hashable, Sendable {
  /// What the agent wants to remember of this chat; saved with the message.
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

/// What an agent is given to answer.
public struct ReplyRequest: Sendable {
  /// The chat that is to be answered in.
  public var chat: ChatID
  /// The reply's own id.
  public var reply: MessageID
  /// The shown line before the reply, oldest first, at most `limit` messages.
  public var history: @Sendable (_ limit: Int) async throws(StoreError) -> [Message]

  public init(
    chat: ChatID, reply: MessageID,
    history: @escaping @Sendable (_ limit: Int) async throws(StoreError) -> [Message]
  ) {
    self.chat = chat
    self.reply = reply
    self.history = history
  }
}

/// One step of a reply.
public enum ReplyEvent: Hashable, Sendable {
  /// The agent reads what was written; the part done, 0 to 1, where it knows.
  case reading(Double?)
  case chunk(String)
  case picture(Attachment)
  case usage(ReplyUsage)
  /// Always last.
  case ended(ReplyEnd)
}

/// Why an agent says no more.
public enum ReplyEnd: Hashable, Sendable {
  case finished
  case stopped
  /// A sentence for the user.
  case failed(String)
}
