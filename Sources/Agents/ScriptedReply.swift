import Domain

/// One reply of a persona, made step by step as the listener asks for it: nothing runs that nobody waits for.
///
/// A listener that is cancelled while it waits hears `.ended(.stopped)`; one that is cancelled while it is busy asks
/// no more.
actor ScriptedReply {
  private enum Phase {
    case waiting, loading, reading, thinking, speaking, closing, over
  }

  private let agent: ScriptedAgent
  private let request: ReplyRequest
  private var phase = Phase.waiting
  private var prompt: PersonaPrompt?
  private var picture: Attachment?
  private var thoughts: ArraySlice<String> = []
  private var chunks: ArraySlice<String> = []
  private var words = 0
  private var firstWordAt: Timestamp?
  private var lastWordAt: Timestamp?
  private var isUsing = false
  private var isSeenLoading = false

  private var persona: Persona { agent.persona }
  private var surroundings: any Surroundings { agent.surroundings }

  init(of agent: ScriptedAgent, for request: ReplyRequest) {
    self.agent = agent
    self.request = request
  }

  deinit { if isUsing { agent.load?.letGo() } }

  func next() async -> ReplyEvent? {
    do {
      switch phase {
      case .waiting: return try await wait()
      case .loading: return try await load()
      case .reading: return try await read()
      case .thinking: return try await think()
      case .speaking: return try await speak()
      case .closing: return end(.finished)
      case .over: return nil
      }
    } catch is CancellationError {
      return end(.stopped)
    } catch {
      // Nothing else fails here than to read what was said before.
      return end(.failed(.unreadable(error as? StoreError)))
    }
  }

  private func wait() async throws -> ReplyEvent {
    try await surroundings.sleep(for: .seconds(surroundings.random(in: persona.delaySeconds)))
    agent.load?.use()
    isUsing = agent.load != nil
    phase = .loading
    return try await load()
  }

  private func load() async throws -> ReplyEvent {
    if let rest = agent.load?.remainder() {
      // Told before it is waited for, so that it is seen from its beginning on.
      guard isSeenLoading else {
        isSeenLoading = true
        return .loading(part: rest.part)
      }
      try await surroundings.sleep(for: rest.wait)
      if let now = agent.load?.remainder() { return .loading(part: now.part) }
    }
    phase = .reading
    return try await read()
  }

  private func read() async throws -> ReplyEvent {
    if prompt == nil {
      let page = try await request.messages.page(limit: Self.lookBack)
      let line = persona.pick(after: page.messages, surroundings: surroundings)
      picture = line.drawing?.attachment
      thoughts = WordSplitter.chunks(of: line.reasoning ?? "")[...]
      chunks = WordSplitter.chunks(of: line.text)[...]
      prompt = PersonaPrompt(page.messages)
    }
    if let speed = persona.promptTokensPerSecond, let part = prompt?.next(at: speed) {
      if let wait = part.wait { try await surroundings.sleep(for: wait) }
      return .reading(part: part.done)
    }
    phase = thoughts.isEmpty ? .speaking : .thinking
    // Told at once, so that a reply that is stopped has its speaker's name too.
    return .usage(ReplyUsage(model: persona.profile.name))
  }

  private func think() async throws -> ReplyEvent {
    guard let chunk = thoughts.popFirst() else {
      phase = .speaking
      return try await speak()
    }
    try await surroundings.sleep(for: .seconds(1 / persona.wordsPerSecond))
    return .reasoning(chunk)
  }

  private func speak() async throws -> ReplyEvent {
    if let picture {
      self.picture = nil
      return .picture(picture)
    }
    if let death = persona.diesAfterWords, words >= death { return die() }
    guard let chunk = chunks.popFirst() else { return close() }
    if words > 0 || !persona.reasoning.isEmpty {
      try await surroundings.sleep(for: .seconds(1 / persona.wordsPerSecond))
    }
    words += 1
    lastWordAt = surroundings.now()
    firstWordAt = firstWordAt ?? lastWordAt
    return .text(chunk)
  }

  private func close() -> ReplyEvent {
    guard let firstWordAt, let lastWordAt else { return end(.finished) }
    phase = .closing
    return .usage(
      ReplyUsage(
        model: persona.profile.name, promptTokens: persona.promptTokensPerSecond.flatMap { _ in prompt?.tokens },
        replyTokens: words, milliseconds: lastWordAt.since(firstWordAt).wholeMilliseconds))
  }

  /// As a process that is killed: what it had loaded is gone.
  private func die() -> ReplyEvent {
    defer { agent.load?.unload(always: true) }
    return end(.failed(.died))
  }

  private func end(_ end: ReplyEnd) -> ReplyEvent {
    phase = .over
    if isUsing { agent.load?.letGo() }
    isUsing = false
    return .ended(end)
  }

  /// How many messages back the last reply is looked for, so that it is not repeated.
  private static let lookBack = 50
}

/// What was said before a reply, as a persona pretends to read it: a word is a token.
struct PersonaPrompt {
  let tokens: Int
  private var read = 0
  private var hasBegun = false

  /// No longer step is taken at once.
  private static let step = 0.125

  init(_ messages: [PromptMessage]) {
    tokens = max(1, messages.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count })
  }

  /// What is read next, at so many tokens a second; nil when all is read.
  mutating func next(at speed: Double) -> (wait: Duration?, done: Double)? {
    guard hasBegun else {
      hasBegun = true
      return (nil, 0)
    }
    guard read < tokens else { return nil }
    let count = min(tokens - read, max(1, Int(speed * Self.step)))
    read += count
    return (.seconds(Double(count) / speed), Double(read) / Double(tokens))
  }
}
