import Domain

/// One reply of a persona, made step by step as the listener asks for it: nothing runs that nobody waits for.
///
/// A listener that is cancelled while it waits hears `.ended(.stopped)`; one that is cancelled while it is busy asks
/// no more.
actor ScriptedReply {
  private enum Phase {
    case waiting, speaking, closing, over
  }

  private let persona: Persona
  private let request: ReplyRequest
  private let surroundings: any Surroundings
  private var phase = Phase.waiting
  private var picture: Attachment?
  private var chunks: ArraySlice<String> = []
  private var words = 0
  private var firstWordAt: Timestamp?
  private var lastWordAt: Timestamp?

  init(of persona: Persona, for request: ReplyRequest, surroundings: any Surroundings) {
    self.persona = persona
    self.request = request
    self.surroundings = surroundings
  }

  func next() async -> ReplyEvent? {
    switch phase {
    case .waiting: return await begin()
    case .speaking: return await speak()
    case .closing: return end(.finished)
    case .over: return nil
    }
  }

  private func begin() async -> ReplyEvent {
    do throws(CancellationError) {
      try await surroundings.sleep(for: .seconds(surroundings.random(in: persona.delaySeconds)))
    } catch {
      return end(.stopped)
    }
    let history: [Message]
    do {
      history = try await request.history(Self.lookBack)
    } catch {
      return end(.failed(error.sentence))
    }
    let line = persona.pick(after: history, surroundings: surroundings)
    picture = line.drawing?.attachment
    chunks = WordSplitter.chunks(of: line.text)[...]
    phase = .speaking
    // Told at once, so that a reply that is stopped has its speaker's name too.
    return .usage(ReplyUsage(model: persona.profile.name))
  }

  private func speak() async -> ReplyEvent {
    if let picture {
      self.picture = nil
      return .picture(picture)
    }
    guard let chunk = chunks.popFirst() else { return close() }
    if words > 0 {
      do throws(CancellationError) {
        try await surroundings.sleep(for: .seconds(1 / persona.wordsPerSecond))
      } catch {
        return end(.stopped)
      }
    }
    words += 1
    lastWordAt = surroundings.now()
    firstWordAt = firstWordAt ?? lastWordAt
    return .chunk(chunk)
  }

  private func close() -> ReplyEvent {
    guard let firstWordAt, let lastWordAt else { return end(.finished) }
    phase = .closing
    return .usage(
      ReplyUsage(
        model: persona.profile.name, replyTokens: words, milliseconds: lastWordAt.since(firstWordAt).wholeMilliseconds))
  }

  private func end(_ end: ReplyEnd) -> ReplyEvent {
    phase = .over
    return .ended(end)
  }

  /// How many messages back the last reply is looked for, so that it is not repeated.
  private static let lookBack = 50
}
