public import Domain

/// The agents that need nothing: personas whose numbers and words come from a file.
public enum ScriptedAgents {
  /// The personas that come with the app: Crew and Jarvis.
  public static func all(surroundings: any Surroundings) throws(PersonaError) -> [any Agent] {
    try all(from: PackageResources.personas_json, surroundings: surroundings)
  }

  /// The personas of a file of the same form, in its order.
  public static func all(
    from json: [UInt8], surroundings: any Surroundings
  ) throws(PersonaError) -> [any Agent] {
    try personas(from: json).map { ScriptedAgent(persona: $0, surroundings: surroundings) }
  }

  static func personas(from json: [UInt8]) throws(PersonaError) -> [Persona] {
    let written: [PersonaDTO]
    do {
      written = try JSONFile.read([PersonaDTO].self, from: json)
    } catch {
      throw .malformed(location: error.location, reason: error.reason)
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
