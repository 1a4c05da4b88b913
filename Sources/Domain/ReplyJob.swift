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
  }

  /// At most this often is growth told: 30 times a second.
  static let tellInterval = Duration.milliseconds(33)

  let chat: ChatID
  /// The row with all text so far; nil until the row was read.
  private(set) var message: Message?
  private(set) var cut: Cut?
  private(set) var task: Task<Void, Never>?
  /// The end of the text, which is not on disk yet.
  private var unsaved = ""
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

  mutating func start(_ message: Message) { self.message = message }

  /// The first cut holds, except that a wait which would begin again can still be ended, and that what is gone is gone: a
  /// reply that was stopped is not due again because Sotto closes a moment later.
  mutating func cut(because new: Cut) {
    if let cut, cut != .restart, new != .gone { return }
    cut = new
    task?.cancel()
  }

  // MARK: Streaming

  /// False where nothing more is wanted.
  mutating func take(_ chunk: String) -> Bool {
    guard !chunk.isEmpty, cut == nil, message != nil else { return false }
    message?.text += chunk
    unsaved += chunk
    return true
  }

  /// False where nothing more is wanted.
  mutating func take(_ picture: Attachment) -> Bool {
    guard cut == nil, message != nil else { return false }
    message?.attachments.append(picture)
    return true
  }

  mutating func take(_ usage: ReplyUsage) { message?.usage = usage }

  /// From due to streaming: the message as it is to be saved; nil when it has begun before.
  mutating func begin(at now: Timestamp) -> Message? {
    guard message?.state == .queued else { return nil }
    message?.state = .streaming
    message?.createdAt = now
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

  mutating func told(at now: Timestamp) {
    telling = nil
    lastTold = now
  }

  mutating func awaitCheckpoint(by task: Task<Void, Never>) { checkpointing = task }

  /// What is to be saved now; all later text comes behind it.
  mutating func takeUnsaved() -> String {
    checkpointing = nil
    defer { unsaved = "" }
    return unsaved
  }

  /// It could not be saved.
  mutating func putBack(unsaved text: String) { unsaved = text + unsaved }

  // MARK: Ending

  func endTimers() {
    telling?.cancel()
    checkpointing?.cancel()
  }

  /// The message as it stands at its end.
  func ended(because reason: ReplyEnd, at now: Timestamp) -> Message? {
    guard var message else { return nil }
    if isDue { message.createdAt = now }
    switch (cut, reason) {
    case (.shutDown, _): message.state = .interrupted
    case (.stop, _), (.trash, _), (_, .stopped): message.state = .stopped
    case (_, .failed(let sentence)):
      message.state = .failed
      message.failure = sentence
    case (_, .finished): message.state = .complete
    }
    return message
  }
}
