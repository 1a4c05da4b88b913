public import Domain

/// The agents that need nothing: personas whose numbers and words come from a file.
public final class ScriptedAgents: AgentCatalogue {
  private let agents: [ScriptedAgent]
  private let listeners: Listeners<[AgentEntry]>

  /// The personas that come with the app: Crew, Jarvis and Sage.
  public convenience init(surroundings: any Surroundings) throws(PersonaError) {
    try self.init(from: PackageResources.personas_json, surroundings: surroundings)
  }

  /// The personas of a file of the same form, in its order.
  public init(from json: [UInt8], surroundings: any Surroundings) throws(PersonaError) {
    let listeners = Listeners<[AgentEntry]>()
    self.listeners = listeners
    agents = try Self.personas(from: json).map { persona in
      ScriptedAgent(persona: persona, surroundings: surroundings) { listeners.tell() }
    }
    listeners.answer { [weak self] in self?.entries }
  }

  public var entries: [AgentEntry] {
    agents.map { AgentEntry(profile: $0.profile, status: $0.load?.status ?? .ready) }
  }

  public func changes() -> AsyncStream<[AgentEntry]> { listeners.add() }

  public func agent(for id: String) -> (any Agent)? { scripted(id) }

  public func prepare(_ id: String, context: Int?, for chat: ChatID?) { scripted(id)?.load?.begin() }

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
