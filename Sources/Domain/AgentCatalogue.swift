/// The port to the agents that there are. They come and go while the program runs: a model is downloaded, removed, unloaded.
public protocol AgentCatalogue: Sendable {
  /// All that are there now, in the order in which they are offered.
  var entries: [AgentEntry] { get }

  /// What `entries` becomes, each time that it changes. Each caller gets its own stream.
  func changes() -> AsyncStream<[AgentEntry]>

  /// The agent of that id; nil when it is not there.
  func agent(for id: String) -> (any Agent)?

  /// A reply will probably be asked for soon: the agent may load what it needs. Returns at once.
  ///
  /// - Parameters:
  ///   - context: how many tokens it is to hold at once then; nil for as many as is usual.
  ///   - chat: where it will be asked; nil where nobody knows.
  func prepare(_ id: String, context: Int?, for chat: ChatID?)

  /// The agent lets go of what it has loaded, after the reply that it is making. Returns at once.
  func release(_ id: String)

  /// The chat is gone for ever: whatever is kept of it goes, too. Returns at once; `end` waits for it.
  func forget(_ chat: ChatID)

  /// For a quit: whatever is loaded or loading ends, and what is noted of that is on the disk when this returns.
  func end() async
}

extension AgentCatalogue {
  /// Agents that note nothing have nothing to end.
  public func end() async {}

  /// Agents that keep nothing have nothing to forget.
  public func forget(_ chat: ChatID) {}
}

/// An agent in the catalogue.
public struct AgentEntry: Hashable, Sendable, Identifiable {
  /// How it presents itself.
  public var profile: AgentProfile
  /// Whether it can answer now.
  public var status: AgentStatus
  /// The profile's.
  public var id: String { profile.id }

  public init(profile: AgentProfile, status: AgentStatus = .ready) {
    self.profile = profile
    self.status = status
  }
}

/// Whether an agent can answer.
public enum AgentStatus: Hashable, Sendable {
  /// It answers at once.
  case ready
  /// It loads first, once it is asked.
  case unloaded
  /// It loads; the part done, 0 to 1, where it knows.
  case loading(part: Double?)
  /// It cannot answer now.
  case unavailable(AgentFault)
}

/// Why an agent cannot answer.
public enum AgentFault: Hashable, Sendable {
  /// It is a local model.
  case model(ModelFault)
  /// What the agent says itself, in whatever language.
  case words(String)
}
