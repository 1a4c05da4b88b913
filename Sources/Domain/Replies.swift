/// The replies of this process: which are due, which one of each chat is being made, and what becomes of each.
///
/// It does nothing by itself: `ChatService` asks it what comes next, and then waits, saves and tells. What always holds:
/// - A reply is in one place: it waits in its chat's line, or it is being made.
/// - One reply of a chat is made at a time, in the order in which they became due. One that waits again goes before those
///   behind it.
/// - A reply that was cut off keeps its chat's turn until it is dropped: the next begins when its end is saved.
/// - A reply that was asked for again waits or is being made, and its row is as it was until the new version has begun.
/// - Once closed, nothing begins.
struct Replies {
  /// What is to be done about a reply whose agent has ended.
  enum Ending: Hashable {
    /// Save it like this; `isAgain` where an older version still stands in its row.
    case save(Message, isAgain: Bool)
    /// It waits again and stands at the head of its chat's line.
    case waitAgain
    /// Leave it due, for whoever comes.
    case giveBack
    /// Nothing of it is saved. Where an older version stands, why there is no newer one, if the agent said so.
    case standBack(because: ReplyEnd?)

    /// True where it is still to come.
    var leavesItDue: Bool { self == .waitAgain || self == .giveBack }
  }

  /// Those that are being made, by message.
  private var jobs: [MessageID: ReplyJob] = [:]
  /// Those that are due behind one that is being made, oldest first.
  private var lines: [ChatID: [MessageID]] = [:]
  /// Those that were asked for once more and have not begun.
  private(set) var askedAgain: Set<MessageID> = []
  /// Those before which a summary was made or tried: they take what fits.
  private var summarised: Set<MessageID> = []
  private(set) var isClosed = false

  // MARK: Looking

  /// All that are due or being made here.
  var all: Set<MessageID> { Set(jobs.keys).union(lines.values.joined()) }
  var isMakingAny: Bool { !jobs.isEmpty }

  func contains(_ id: MessageID) -> Bool { isMaking(id) || lines.values.contains { $0.contains(id) } }
  func isMaking(_ id: MessageID) -> Bool { jobs[id] != nil }
  /// True while it is being made and nothing of it has come.
  func isDue(_ id: MessageID) -> Bool { jobs[id]?.isDue ?? false }
  func isAskedAgain(_ id: MessageID) -> Bool { askedAgain.contains(id) }
  /// Whether nothing more of it is wanted.
  func isCutOff(_ id: MessageID) -> Bool { jobs[id].map { $0.cut != nil } ?? true }
  func hasTriedSummary(_ id: MessageID) -> Bool { summarised.contains(id) }
  /// Whether the reply that comes next in the chat waits for this summary.
  func isAwaited(_ summary: MessageID) -> Bool {
    guard let chat = jobs[summary]?.chat, let next = lines[chat]?.first else { return false }
    return summarised.contains(next)
  }

  /// What is done here for the replies of a chat before anything of them comes.
  func phases(in chat: ChatID) -> [MessageID: ReplyPhase] {
    jobs.filter { $0.value.chat == chat && $0.value.isDue }.mapValues(\.phase)
  }

  /// The row as faces see it: with what streams in this process, or marked as asked for once more.
  func shown(_ saved: Message) -> Message {
    let made = jobs[saved.id]?.message
    guard askedAgain.contains(saved.id), made?.state != .streaming else { return made ?? saved }
    var marked = saved
    marked.isAskedAgain = saved.canBeAskedAgain
    return marked
  }

  /// The reply as it is while it is being made; nil where it is not.
  func made(_ id: MessageID) -> Message? { jobs[id]?.message }

  // MARK: Due

  /// Puts a due reply at the end of its chat's line, unless it is here already.
  mutating func add(_ id: MessageID, in chat: ChatID) {
    guard !isClosed, !isMaking(id), lines[chat]?.contains(id) != true else { return }
    lines[chat, default: []].append(id)
  }

  /// Notes that a reply is to be made once more; false where that was asked for already.
  mutating func askAgain(_ id: MessageID) -> Bool { askedAgain.insert(id).inserted }

  /// Takes that back; false where it was not asked for, or has begun.
  @discardableResult
  mutating func withdraw(_ id: MessageID) -> Bool { askedAgain.remove(id) != nil }

  /// Takes the replies that wait in the chat, oldest first.
  mutating func takeWaiting(in chat: ChatID) -> [MessageID] {
    let waiting = lines.removeValue(forKey: chat) ?? []
    summarised.subtract(waiting)
    return waiting
  }

  /// Takes one reply that waits; false where it does not.
  @discardableResult
  mutating func takeWaiting(_ id: MessageID) -> Bool {
    guard takeFromLine(id) else { return false }
    summarised.remove(id)
    return true
  }

  @discardableResult
  private mutating func takeFromLine(_ id: MessageID) -> Bool {
    guard let chat = lines.first(where: { $0.value.contains(id) })?.key else { return false }
    let rest = lines[chat]?.filter { $0 != id } ?? []
    lines[chat] = rest.isEmpty ? nil : rest
    return true
  }

  /// What becomes of a reply that nobody makes any more: one that had not begun stays due, another keeps what came.
  static func orphaned(_ message: Message, stopRequested: Bool) -> Message {
    var message = message
    if stopRequested {
      message.state = .stopped
    } else if message.state != .queued {
      message.state = .interrupted
    }
    return message
  }

  // MARK: Being made

  /// The reply whose turn it is in the chat: from now on it is being made.
  mutating func next(in chat: ChatID) -> MessageID? {
    guard !isClosed, !jobs.values.contains(where: { $0.chat == chat }), let id = lines[chat]?.first else { return nil }
    takeFromLine(id)
    jobs[id] = ReplyJob(in: chat)
    return id
  }

  mutating func run(_ id: MessageID, by task: Task<Void, Never>) { jobs[id]?.run(by: task) }

  /// Its row was read; false when there is nothing to make.
  mutating func start(_ id: MessageID, from saved: Message, by agent: AgentProfile?, at now: Timestamp) -> Bool {
    guard isMaking(id) else { return false }
    if saved.state == .queued {
      jobs[id]?.start(saved, by: agent, at: now)
      return true
    }
    guard askedAgain.contains(id), saved.canBeAskedAgain else { return false }
    jobs[id]?.start(
      Message(
        id: id, chat: saved.chat, parent: saved.parent, sequence: saved.sequence, sender: saved.sender, text: "",
        state: .queued, createdAt: now), by: agent, at: now)
    return true
  }

  /// Something is done before the first word: what is to be told of it; nil for nothing new.
  mutating func enter(_ event: ReplyEvent, for id: MessageID, at now: Timestamp) -> ReplyPhase? {
    jobs[id]?.enter(event, at: now)
  }

  /// False where nothing more is wanted.
  mutating func take(_ chunk: String, for id: MessageID, at now: Timestamp) -> Bool {
    jobs[id]?.take(chunk, at: now) ?? false
  }
  mutating func take(reasoning chunk: String, for id: MessageID, at now: Timestamp) -> Bool {
    jobs[id]?.take(reasoning: chunk, at: now) ?? false
  }
  mutating func take(_ picture: Attachment, for id: MessageID, at now: Timestamp) -> Bool {
    jobs[id]?.take(picture, at: now) ?? false
  }
  mutating func take(_ usage: ReplyUsage, for id: MessageID) { jobs[id]?.take(usage) }
  mutating func take(_ context: ReplyContext, for id: MessageID) { jobs[id]?.take(context) }
  mutating func take(_ settings: ReplyParameters, for id: MessageID) { jobs[id]?.take(settings) }

  /// Something came: from due to streaming. The message as it is to be saved; nil when it has begun before.
  mutating func begin(_ id: MessageID, at now: Timestamp) -> Message? { jobs[id]?.begin(at: now) }

  /// Its beginning is on disk, where the older version is no more.
  mutating func begun(_ id: MessageID, as saved: Message) {
    askedAgain.remove(id)
    jobs[id]?.move(to: saved)
  }

  /// How long to wait before growth is told, zero for not at all; nil when that is awaited already.
  func timeUntilTold(_ id: MessageID, at now: Timestamp) -> Duration? { jobs[id]?.timeUntilTold(at: now) }
  mutating func awaitTelling(of id: MessageID, by task: Task<Void, Never>) { jobs[id]?.awaitTelling(by: task) }

  /// Growth is told now: the message with all of it, and whether its reasoning is among that.
  mutating func noteTold(_ id: MessageID, at now: Timestamp) -> (message: Message, hasThought: Bool)? {
    let hasThought = jobs[id]?.told(at: now) ?? false
    return jobs[id]?.message.map { ($0, hasThought) }
  }

  /// True when no checkpoint is awaited.
  func needsCheckpoint(_ id: MessageID) -> Bool { jobs[id]?.needsCheckpoint ?? false }
  mutating func awaitCheckpoint(of id: MessageID, by task: Task<Void, Never>) { jobs[id]?.awaitCheckpoint(by: task) }

  /// What is to be saved now; all later text comes behind it.
  mutating func takeUnsaved(of id: MessageID) -> Growth { jobs[id]?.takeUnsaved() ?? Growth() }
  mutating func putBack(unsaved growth: Growth, of id: MessageID) { jobs[id]?.putBack(unsaved: growth) }

  // MARK: Cutting off

  /// Cuts off a reply that is being made; its end is still to be saved.
  mutating func cut(_ id: MessageID, because reason: ReplyJob.Cut) { jobs[id]?.cut(because: reason) }

  /// Cuts off the reply that is being made in the chat. Its task ends when its end is saved.
  @discardableResult
  mutating func cut(in chat: ChatID, because reason: ReplyJob.Cut) -> (id: MessageID, task: Task<Void, Never>?)? {
    guard let (id, job) = jobs.first(where: { $0.value.chat == chat }) else { return nil }
    cut(id, because: reason)
    return (id, job.task)
  }

  /// The wait of a reply that is due starts again.
  mutating func restartWait(in chat: ChatID) {
    guard let (id, job) = jobs.first(where: { $0.value.chat == chat }), job.isDue, job.cut == nil else { return }
    cut(id, because: .restart)
  }

  /// The chat has another agent now: a reply that has not begun is asked of that one.
  mutating func restart(in chat: ChatID, unlessBy agent: String) {
    guard let job = jobs.values.first(where: { $0.chat == chat }), let asked = job.agent, asked != agent else { return }
    restartWait(in: chat)
  }

  /// The message is gone, and with it what was to be made of it.
  mutating func forget(_ id: MessageID) {
    askedAgain.remove(id)
    takeWaiting(id)
    cut(id, because: .gone)
  }

  /// The chat is gone with all its replies.
  mutating func forget(_ chat: ChatID) {
    askedAgain.subtract(takeWaiting(in: chat))
    cut(in: chat, because: .gone)
  }

  /// Sotto ends: nothing begins any more, and all that is being made is cut off. Those that wait are there to be taken
  /// once these tasks have ended.
  mutating func close() -> [Task<Void, Never>] {
    isClosed = true
    for id in jobs.keys { cut(id, because: .shutDown) }
    return jobs.values.compactMap(\.task)
  }

  /// Takes all that wait, whatever their chat.
  mutating func takeAllWaiting() -> [MessageID] {
    defer { (lines, summarised) = ([:], []) }
    return Array(lines.values.joined())
  }

  // MARK: Ending

  /// The agent has ended; nil when the reply is not made here.
  ///
  /// - Parameter summary: what is made before a reply that has overflowed; nil where it takes what fits.
  mutating func end(
    _ id: MessageID, because reason: ReplyEnd, behind summary: MessageID? = nil, at now: Timestamp
  ) -> Ending? {
    guard let job = jobs[id] else { return nil }
    job.endTimers()
    guard let ended = job.ended(because: reason, at: now) else { return .standBack(because: nil) }
    let isAgain = askedAgain.contains(id)
    switch job.cut {
    case .gone: return .standBack(because: nil)
    case .restart where job.isDue:
      waitAgain(id, job)
      return .waitAgain
    case nil where job.isDue && reason.isOverflow:
      summarised.insert(id)
      waitAgain(id, job)
      if let summary {
        takeFromLine(summary)
        lines[job.chat, default: []].insert(summary, at: 0)
      }
      return .waitAgain
    case _ where job.isDue && isAgain:
      return .standBack(because: job.cut == nil ? reason : nil)
    case .trash where job.isDue, .shutDown where job.isDue, .noAgent where job.isDue: return .giveBack
    default: return .save(ended, isAgain: isAgain)
    }
  }

  private mutating func waitAgain(_ id: MessageID, _ job: ReplyJob) {
    jobs[id] = nil
    lines[job.chat, default: []].insert(id, at: 0)
  }

  /// It is over and its end is dealt with: the chat's turn is free. Where it was asked for again meanwhile, it is due.
  mutating func drop(_ id: MessageID) {
    guard let job = jobs.removeValue(forKey: id) else { return }
    summarised.remove(id)
    if askedAgain.contains(id) { add(id, in: job.chat) }
  }
}
