public import Domain
import Synchronization

/// The agents that need nothing: personas whose numbers and words come from a file.
public final class ScriptedAgents: AgentCatalogue {
  private let agents: [ScriptedAgent]
  private let listeners: Listeners

  /// The personas that come with the app: Crew, Jarvis and Sage.
  public convenience init(surroundings: any Surroundings) throws(PersonaError) {
    try self.init(from: PackageResources.personas_json, surroundings: surroundings)
  }

  /// The personas of a file of the same form, in its order.
  public init(from json: [UInt8], surroundings: any Surroundings) throws(PersonaError) {
    let listeners = Listeners()
    self.listeners = listeners
    agents = try Self.personas(from: json).map { persona in
      ScriptedAgent(persona: persona, surroundings: surroundings) { listeners.tell() }
    }
    listeners.answer { [weak self] in self?.entries ?? [] }
  }

  public var entries: [AgentEntry] {
    agents.map { AgentEntry(profile: $0.profile, status: $0.load?.status ?? .ready) }
  }

  public func changes() -> AsyncStream<[AgentEntry]> { listeners.add() }

  public func agent(for id: String) -> (any Agent)? { scripted(id) }

  public func prepare(_ id: String) { scripted(id)?.load?.begin() }

  public func release(_ id: String) { scripted(id)?.load?.unload() }

  private func scripted(_ id: String) -> ScriptedAgent? { agents.first { $0.profile.id == id } }

  static func personas(from json: [UInt8]) throws(PersonaError) -> [Persona] {
    let written: [PersonaDTO]
    do {
      written = try JSONFile.read([PersonaDTO].self, from: json)
    } catch {
      throw .malformed(error)
    }
    if written.isEmpty { throw .noPersona }
    var personas: [Persona] = []
    for (index, one) in written.enumerated() {
      if personas.contains(where: { $0.profile.id == one.id }) { throw .twoPersonas(withID: one.id) }
      personas.append(try Persona(one, entry: index + 1))
    }
    return personas
  }
}

/// Who hears of changes in a catalogue.
private final class Listeners: Sendable {
  private struct State {
    var streams: [UInt64: AsyncStream<[AgentEntry]>.Continuation] = [:]
    var next: UInt64 = 0
    var entries: @Sendable () -> [AgentEntry] = { [] }
  }
  private let state = Mutex(State())

  /// What is told at each change.
  func answer(_ entries: @escaping @Sendable () -> [AgentEntry]) { state.withLock { $0.entries = entries } }

  func add() -> AsyncStream<[AgentEntry]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [AgentEntry].self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[id] = nil } }
    return stream
  }

  func tell() {
    let (streams, entries) = state.withLock { (Array($0.streams.values), $0.entries) }
    guard !streams.isEmpty else { return }
    let now = entries()
    for stream in streams { stream.yield(now) }
  }
}
