public import Domain
import Synchronization

/// Agents that need no loading and stay as they are until a test puts others in their place.
public final class FixedAgents: AgentCatalogue {
  private struct State {
    var agents: [any Agent]
    var statuses: [String: AgentStatus] = [:]
    var prepared: [String] = []
    var contexts: [Int?] = []
    var chats: [ChatID?] = []
  }
  private let state: Mutex<State>
  private let listeners = Listeners<[AgentEntry]>()

  public init(_ agents: [any Agent]) {
    state = Mutex(State(agents: agents))
    listeners.answer { [weak self] in self?.entries }
  }

  public var entries: [AgentEntry] {
    state.withLock { state in
      state.agents.map { AgentEntry(profile: $0.profile, status: state.statuses[$0.profile.id] ?? .ready) }
    }
  }

  public func changes() -> AsyncStream<[AgentEntry]> { listeners.add() }

  public func agent(for id: String) -> (any Agent)? {
    state.withLock { state in state.agents.first { $0.profile.id == id } }
  }

  public func prepare(_ id: String, context: Int?, for chat: ChatID?) {
    state.withLock {
      $0.prepared.append(id)
      $0.contexts.append(context)
      $0.chats.append(chat)
    }
  }
  public func release(_ id: String) {}

  /// Which agents were told that they will probably be asked, in order.
  public var prepared: [String] { state.withLock(\.prepared) }

  /// With which context, for each of them.
  public var contexts: [Int?] { state.withLock(\.contexts) }

  /// For which chat, for each of them.
  public var preparedChats: [ChatID?] { state.withLock(\.chats) }

  /// Says of an agent how ready it is.
  public func set(_ status: AgentStatus, of id: String) {
    state.withLock { $0.statuses[id] = status }
    listeners.tell()
  }

  /// Puts other agents in the place of those that are there.
  public func replace(by agents: [any Agent]) {
    state.withLock { $0.agents = agents }
    listeners.tell()
  }
}
