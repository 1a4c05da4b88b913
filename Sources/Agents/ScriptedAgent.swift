import Domain

/// An agent that plays one persona: it waits, picks a text or a drawing by chance, and speaks it word by word.
struct ScriptedAgent: Agent {
  let persona: Persona
  let surroundings: any Surroundings

  var profile: AgentProfile { persona.profile }

  func plan(afterUserMessageWith state: String?) -> ReplyPlan {
    var cycle = ReplyCycle(state, within: persona.repliesAfter, surroundings: surroundings)
    let isReplyDue = cycle.count(within: persona.repliesAfter, surroundings: surroundings)
    return ReplyPlan(state: cycle.state, isReplyDue: isReplyDue, restartsWait: persona.newMessageRestartsWait)
  }

  func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> {
    let recital = ScriptedReply(of: persona, for: request, surroundings: surroundings)
    return AsyncStream { await recital.next() }
  }
}
