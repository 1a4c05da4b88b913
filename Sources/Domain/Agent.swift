/// Someone who answers: a scripted persona, a local model, or a server that the user named.
public protocol Agent: Sendable {
  var profile: AgentProfile { get }

  /// Makes one reply. The stream's last event is `.ended`; one that ends without it is taken for an agent that died. A
  /// cancelled task ends it early.
  func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent>
}

/// How an agent presents itself.
public struct AgentProfile: Hashable, Sendable, Identifiable {
  /// Kept in the database; never changes.
  public let id: String
  /// What people read.
  public var name: String
  /// One sentence for those who choose an agent.
  public var summary: String
  /// What an empty chat offers to ask.
  public var suggestions: [String]
  /// After which messages it owes a reply.
  public var schedule: ReplySchedule
  /// How many tokens it can hold at once, where that is known.
  public var contextLength: Int?

  public init(
    id: String, name: String, summary: String, suggestions: [String], schedule: ReplySchedule = .everyMessage,
    contextLength: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.suggestions = suggestions
    self.schedule = schedule
    self.contextLength = contextLength
  }
}
