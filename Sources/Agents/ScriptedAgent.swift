import Domain

/// An agent that plays one persona: it waits, picks a text or a drawing by chance, and speaks it word by word.
struct ScriptedAgent: Agent {
  let persona: Persona
  let surroundings: any Surroundings
  /// What it has to load first; nil where there is nothing.
  let load: PersonaLoad?

  init(persona: Persona, surroundings: any Surroundings, onChange: @escaping @Sendable () -> Void = {}) {
    self.persona = persona
    self.surroundings = surroundings
    load = persona.loading.map { PersonaLoad($0, surroundings: surroundings, onChange: onChange) }
  }

  var profile: AgentProfile { persona.profile }

  func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> {
    let reply = ScriptedReply(of: self, for: request)
    return AsyncStream { await reply.next() }
  }
}
