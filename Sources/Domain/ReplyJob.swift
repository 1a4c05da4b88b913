/// What came of a reply since it was last saved.
struct Growth: Hashable {
  var text = ""
  var reasoning = ""
  var isEmpty: Bool { text.isEmpty && reasoning.isEmpty }
}

/// One reply that this process makes: what came of it so far, and how much of that was told and saved.
struct ReplyJob {
  /// Why a reply was cut off from outside.
  enum Cut: CaseIterable {
    case stop
    /// The user wrote again: wait again.
    case restart
    /// The chat went to the Trash: a due reply stays due, a streaming one stops.
    case trash
    case shutDown
    /// The chat or the message is gone.
    case gone
    /// Its agent is not here: a due reply stays due, for a process that has the agent.
    case noAgent
  }

  /// At most this often is growth told: 30 times a second.
  static let tellInterval = Duration.milliseconds(33)

  /// At most this often is the progress of one phase told.
  private static let phaseInterval = Duration.milliseconds(120)

  let chat: ChatID
  /// Who is asked for it.
  private(set) var agent: String?
  /// The row with all text so far; nil until the row was read.
  private(set) var message: Message?
  private(set) var cut: Cut?
  private(set) var task: Task<Void, Never>?
  /// What comes before anything of it.
  private(set) var phase = ReplyPhase.queued
  private var estimate = ProgressEstimate()
  private var phaseTold: Timestamp?
  /// The end of the text, which is not on disk yet.
  private var unsaved = Growth()
  private var thinkingSince: Timestamp?
  /// When an agent that does not follow a script was asked for it, and how long its first word took.
  private var askedAt: Timestamp?
  private var firstTokenMilliseconds: Int64?
  /// Something of the reasoning was not told yet.
  private var hasThought = false
  private var lastTold: Timestamp?
  private var telling: Task<Void, Never>?
  private var checkpointing: Task<Void, Never>?

  init(in chat: ChatID) {
    self.chat = chat
  }

  /// True while nothing has come.
  var isDue: Bool { message.map { $0.state == .queued } ?? true }
  /// True when no checkpoint is awaited.
  var needsCheckpoint: Bool { checkpointing == nil }

  mutating func run(by task: Task<Void, Never>) { self.task = task }

  /// A message without a speaker gets this one, so that a reply that is stopped at once has one, too.
  mutating func start(_ message: Message, by agent: AgentProfile?, at now: Timestamp) {
    self.message = message
    if agent?.takes != nil { askedAt = now }
    self.agent = agent?.id
    let speaker = agent.map { ReplyUsage(model: $0.name) }
    if message.usage == nil { self.message?.usage = speaker }
  }

  /// The first cut holds, except that a wait which would begin again can still be ended, and that what is gone is gone: a
  /// reply that was stopped is not due again because Sotto closes a moment later.
  mutating func cut(because new: Cut) {
    if let cut, cut != .restart, new != .gone { return }
    cut = new
    task?.cancel()
  }

  // MARK: Streaming

  /// Something is done before the first word: what is to be told of it; nil for nothing new.
  mutating func enter(_ event: ReplyEvent, at now: Timestamp) -> ReplyPhase? {
    guard isDue, cut == nil, message != nil else { return nil }
    let isSame: Bool
    switch (event, phase) {
    case (.loading, .loading), (.reading, .reading): isSame = true
    case (.loading, _), (.reading, _): isSame = false
    default: return nil
    }
    if !isSame { estimate = ProgressEstimate() }
    switch event {
    case .loading(let part): phase = .loading(estimate.progress(part, at: now))
    case .reading(let part): phase = .reading(estimate.progress(part, at: now))
    default: return nil
    }
    if isSame, let phaseTold, (.zero..<Self.phaseInterval).contains(now.since(phaseTold)) { return nil }
    phaseTold = now
    return phase
  }

  /// False where nothing more is wanted.
  mutating func take(_ chunk: String, at now: Timestamp) -> Bool {
    guard !chunk.isEmpty, cut == nil, message != nil else { return false }
    endThinking(at: now)
    message?.text += chunk
    unsaved.text += chunk
    return true
  }

  /// False where nothing more is wanted. What is thought aloud after the first word goes to the rest of it.
  mutating func take(reasoning chunk: String, at now: Timestamp) -> Bool {
    guard !chunk.isEmpty, cut == nil, message != nil else { return false }
    if thinkingSince == nil { thinkingSince = now }
    if message?.reasoning == nil { message?.reasoning = "" }
    message?.reasoning? += chunk
    unsaved.reasoning += chunk
    hasThought = true
    return true
  }

  private mutating func endThinking(at now: Timestamp) {
    guard message?.reasoningMilliseconds == nil else { return }
    let spent = thought(until: now)
    message?.reasoningMilliseconds = spent
    hasThought = spent != nil
  }

  private func thought(until now: Timestamp) -> Int64? {
    thinkingSince.map { max(0, now.since($0).wholeMilliseconds) }
  }

  /// False where nothing more is wanted.
  mutating func take(_ picture: Attachment, at now: Timestamp) -> Bool {
    guard cut == nil, message != nil else { return false }
    endThinking(at: now)
    message?.attachments.append(picture)
    return true
  }

  mutating func take(_ usage: ReplyUsage) {
    message?.usage = usage
    message?.usage?.firstTokenMilliseconds = firstTokenMilliseconds
  }

  mutating func take(_ context: ReplyContext) { message?.context = context }

  mutating func take(_ settings: ReplyParameters) { message?.settings = settings }

  /// From due to streaming: the message as it is to be saved; nil when it has begun before.
  mutating func begin(at now: Timestamp) -> Message? {
    guard message?.state == .queued else { return nil }
    message?.state = .streaming
    message?.createdAt = now
    firstTokenMilliseconds = askedAt.map { max(0, now.since($0).wholeMilliseconds) }
    message?.usage?.firstTokenMilliseconds = firstTokenMilliseconds
    lastTold = now
    return message
  }

  /// The reply's place may have changed while it was due.
  mutating func move(to saved: Message) {
    message?.parent = saved.parent
    message?.sequence = saved.sequence
  }

  // MARK: Telling and saving

  /// How long to wait before growth is told, zero for not at all; nil when that is awaited already.
  func timeUntilTold(at now: Timestamp) -> Duration? {
    guard telling == nil else { return nil }
    guard let passed = lastTold.map({ now.since($0) }), passed >= .zero else { return .zero }
    return max(.zero, Self.tellInterval - passed)
  }

  mutating func awaitTelling(by task: Task<Void, Never>) { telling = task }

  /// True where something of the reasoning is new.
  mutating func told(at now: Timestamp) -> Bool {
    telling = nil
    lastTold = now
    defer { hasThought = false }
    return hasThought
  }

  mutating func awaitCheckpoint(by task: Task<Void, Never>) { checkpointing = task }

  /// What is to be saved now; all later text comes behind it.
  mutating func takeUnsaved() -> Growth {
    checkpointing = nil
    defer { unsaved = Growth() }
    return unsaved
  }

  /// It could not be saved.
  mutating func putBack(unsaved growth: Growth) {
    unsaved = Growth(text: growth.text + unsaved.text, reasoning: growth.reasoning + unsaved.reasoning)
  }

  // MARK: Ending

  func endTimers() {
    telling?.cancel()
    checkpointing?.cancel()
  }

  /// The message as it stands at its end.
  func ended(because reason: ReplyEnd, at now: Timestamp) -> Message? {
    guard var message else { return nil }
    if isDue { message.createdAt = now }
    message.reasoningMilliseconds = message.reasoningMilliseconds ?? thought(until: now)
    switch (cut, reason) {
    case (.shutDown, _): message.state = .interrupted
    case (.stop, _), (.trash, _), (_, .stopped): message.state = .stopped
    case (_, .failed(let failure)):
      message.state = .failed
      message.failure = failure
    case (_, .finished) where message.sender == .summary && message.text.allSatisfy(\.isWhitespace):
      message.state = .failed
      message.failure = .notSummarised
    case (_, .finished): message.state = .complete
    // Nobody asks for that twice.
    case (_, .overflowed):
      message.state = .failed
      message.failure = .tooLong
    }
    return message
  }
}
