import CLlama
import EngineWire

/// One reply, from its prompt to its end.
struct Reply {
  private let session: Session
  private let id: UInt64
  private let order: EngineOrder.Generation
  private let prompt: Prompt
  private let began: Int64
  private let sampler: Sampler

  private var splitter: ThoughtSplitter
  private var stops: StopFilter
  private var joiner = CharacterJoiner()
  private var usage = EngineEvent.Usage()
  /// How many tokens came before the answer, where these are counted apart.
  private var thoughts = 0

  init(_ session: Session, _ id: UInt64, _ order: EngineOrder.Generation, _ prompt: Prompt, began: Int64) {
    self.session = session
    self.id = id
    self.order = order
    self.prompt = prompt
    self.began = began
    sampler = Sampler(order.sampling, vocabulary: session.vocabulary.count)
    splitter = ThoughtSplitter(within: prompt.thought, of: session.vocabulary.thoughts)
    stops = StopFilter(order.stops)
  }

  mutating func make() {
    let kept = session.memory.keep(beginningOf: prompt.tokens)
    let count = prompt.tokens.count
    session.app.say(.began(id: id, .init(tokens: count, keptTokens: kept, firstMessage: prompt.firstMessage)))
    (usage.promptTokens, usage.keptTokens) = (count, kept)
    let start = llama_time_us()
    let reading = Reading(session, prompt.tokens[kept...]) { [id, session] done in
      session.app.say(.reading(id: id, done: kept + done, total: count))
    }
    if let end = reading.finish() ?? write(after: start) { finish(end) }
  }

  /// Writes the reply; how that ended.
  private mutating func write(after start: Int64) -> EngineEvent.End? {
    sampler.remember(prompt.tokens)
    let read = llama_time_us()
    usage.promptTime = .microseconds(read - start)
    var first: Int64?
    defer { usage.replyTime = .microseconds(first.map { llama_time_us() - $0 } ?? 0) }
    while true {
      let token = sampler.next(in: session.context)
      if first == nil {
        first = llama_time_us()
        usage.firstTokenTime = .microseconds(first.map { $0 - began } ?? 0)
      }
      if session.vocabulary.isEnd(token) { return .finished }
      usage.replyTokens += 1
      if say(token) { return .finished }
      if hasReachedLength() { return .length }
      if session.app.isCalledOff { return .stopped }
      if prompt.tokens.count + usage.replyTokens > session.length(of: order.prompt) { return .contextFull }
      switch session.memory.read([token]) {
      case .read: break
      case .noRoom: return .contextFull
      case .stopped: return .stopped
      case .failed(let code): return .failed(EngineRefusal(.failed, "\(code)"))
      }
    }
  }

  private mutating func hasReachedLength() -> Bool {
    guard order.thoughtTokens > 0, !splitter.isAnswering else {
      return order.maximumTokens > 0 && usage.replyTokens - thoughts >= order.maximumTokens
    }
    thoughts += 1
    return thoughts >= order.thoughtTokens
  }

  /// Says a token's text; whether a stop came in it.
  private mutating func say(_ token: Token) -> Bool {
    var words = session.vocabulary.words(of: token)
    // The space of the vocabulary's own before the first word.
    if usage.replyTokens == 1, words.text.first == 0x20, session.vocabulary.addsSpace { words.text.removeFirst() }
    for chunk in splitter.take(words.text, isPart: words.isPart) {
      if chunk.isReasoning {
        session.app.say(joiner.take(chunk.text), isReasoning: true, id: id)
      } else {
        let (text, isStopped) = stops.take(chunk.text)
        session.app.say(joiner.take(text), isReasoning: false, id: id)
        if isStopped { return true }
      }
    }
    return false
  }

  private mutating func finish(_ end: EngineEvent.End) {
    // What a stop string began is not said; else what was held back for one is.
    for chunk in splitter.end() {
      let text = chunk.isReasoning ? chunk.text : stops.take(chunk.text).text
      session.app.say(joiner.take(text), isReasoning: chunk.isReasoning, id: id)
    }
    session.app.say(joiner.take(stops.end()), isReasoning: false, id: id)
    // Whoever stops a reply sees no half character for it.
    if end != .stopped { session.app.say(joiner.end(), isReasoning: false, id: id) }
    session.app.say(.usage(id: id, usage))
    session.app.say(.ended(id: id, end))
  }
}
