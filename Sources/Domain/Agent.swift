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
  /// What of a chat's settings it takes; nil where it takes none, as one does that follows a script.
  public var takes: TakenSettings?
  /// What is known of it where it is a local model.
  public var model: ModelFacts?

  public init(
    id: String, name: String, summary: String, suggestions: [String], schedule: ReplySchedule = .everyMessage,
    contextLength: Int? = nil, takes: TakenSettings? = nil, model: ModelFacts? = nil
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.suggestions = suggestions
    self.schedule = schedule
    self.contextLength = contextLength
    self.takes = takes
    self.model = model
  }

  /// How many tokens it holds at once in a chat with these settings.
  public func contextLength(for settings: ChatSettings) -> Int? {
    guard let takes, let wanted = settings.parameters.contextLength else { return contextLength }
    return min(wanted, takes.longestContext ?? wanted)
  }
}

/// What of a chat's settings an agent takes beside instructions, and what it does where nothing is set.
public struct TakenSettings: Hashable, Sendable {
  /// What it does by itself; a number that is nil has no default that could be told.
  public var defaults: ReplyParameters
  /// The longest context that it can be given; nil where that is not known.
  public var longestContext: Int?
  /// Whether its thinking aloud can be switched on and off.
  public var canSwitchReasoning: Bool

  public init(defaults: ReplyParameters, longestContext: Int? = nil, canSwitchReasoning: Bool = false) {
    self.defaults = defaults
    self.longestContext = longestContext
    self.canSwitchReasoning = canSwitchReasoning
  }
}
