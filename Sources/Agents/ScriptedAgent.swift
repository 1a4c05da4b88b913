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
    AsyncStream { continuation in
      let outlet = ReplyOutlet(continuation, model: persona.profile.name)
      let work = Task { await outlet.end(perform(request, through: outlet)) }
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return }
        outlet.listenerIsCancelled()
        work.cancel()
      }
    }
  }

  private func perform(_ request: ReplyRequest, through outlet: ReplyOutlet) async -> ReplyEnd {
    do throws(CancellationError) {
      try await surroundings.sleep(for: .seconds(surroundings.random(in: persona.delaySeconds)))
    } catch {
      return .stopped
    }

    let history: [Message]
    do {
      history = try await request.history(Self.lookBack)
    } catch {
      return .failed(error.sentence)
    }

    let line = persona.pick(after: history, surroundings: surroundings)
    if let drawing = line.drawing { outlet.show(drawing.attachment) }
    do throws(CancellationError) {
      for (index, piece) in Words.pieces(of: line.text).enumerated() {
        if index > 0 { try await surroundings.sleep(for: .seconds(1 / persona.wordsPerSecond)) }
        outlet.say(piece, at: surroundings.now())
      }
    } catch {
      return .stopped
    }
    return .finished
  }

  /// How many messages back the last reply is looked for, so that it is not repeated.
  static let lookBack = 50
}
