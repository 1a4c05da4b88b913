public import Domain
import Synchronization

/// Agents that need no loading and stay as they are until a test puts others in their place.
public final class FixedAgents: AgentCatalogue {
  private struct State {
    var agents: [any Agent]
    var statuses: [String: AgentStatus] = [:]
    var prepared: [String] = []
    var listeners: [UInt64: AsyncStream<[AgentEntry]>.Continuation] = [:]
    var nextListener: UInt64 = 0
  }
  private let state: Mutex<State>

  public init(_ agents: [any Agent]) {
    state = Mutex(State(agents: agents))
  }

  public var entries: [AgentEntry] { state.withLock { Self.entries(of: $0) } }

  private static func entries(of state: State) -> [AgentEntry] {
    state.agents.map { AgentEntry(profile: $0.profile, status: state.statuses[$0.profile.id] ?? .ready) }
  }

  public func changes() -> AsyncStream<[AgentEntry]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [AgentEntry].self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    return stream
  }

  public func agent(for id: String) -> (any Agent)? {
    state.withLock { state in state.agents.first { $0.profile.id == id } }
  }

  public func prepare(_ id: String) { state.withLock { $0.prepared.append(id) } }
  public func release(_ id: String) {}

  /// Which agents were told that they will probably be asked, in order.
  public var prepared: [String] { state.withLock(\.prepared) }

  /// Says of an agent how ready it is.
  public func set(_ status: AgentStatus, of id: String) {
    state.withLock { state in
      state.statuses[id] = status
      for listener in state.listeners.values { listener.yield(Self.entries(of: state)) }
    }
  }

  /// Puts other agents in the place of those that are there.
  public func replace(by agents: [any Agent]) {
    state.withLock { state in
      state.agents = agents
      for listener in state.listeners.values { listener.yield(Self.entries(of: state)) }
    }
  }
}
