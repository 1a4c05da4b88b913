public import Domain
public import Observation

/// The replies of a chat that are expected, due or coming, on the line and beside it.
@Observable
public final class ThreadReplies {
  /// One grows or is due.
  private(set) var isReplying = false
  /// What is done for replies that are due.
  private(set) var phases: [MessageID: ReplyPhase] = [:]
  /// Replies that are known to come and were not told of yet.
  private var expected: Set<MessageID> = []
  @ObservationIgnored private var unfinished = UnfinishedReplies()
  @ObservationIgnored private let chat: ChatID
  /// The last asking again; a stop comes after it.
  @ObservationIgnored private(set) var asking: Task<Bool, Never>?
  /// Called at once when a reply is to come once more: what comes of it may look as before.
  @ObservationIgnored public var onAskedAgain: ((MessageID) -> Void)?

  init(of chat: ChatID) { self.chat = chat }

  /// Whether one is known to come that was not told of yet.
  var isExpected: Bool { !expected.isEmpty }

  /// Whether the message is due or coming.
  func isUnfinished(_ id: MessageID) -> Bool { unfinished.of(chat).contains(id) }

  /// What is done for a reply; nil for one of which nothing is known but that it will come.
  func phase(of message: Message?) -> ReplyPhase { message.flatMap { phases[$0.id] } ?? .queued }

  // MARK: What was read

  /// These are due or coming, and this is done for them.
  func read(_ unfinished: UnfinishedReplies, _ phases: [MessageID: ReplyPhase]) {
    self.unfinished = unfinished
    self.phases = phases
  }

  /// All was read again: these are due or coming.
  func readAgain(_ unfinished: UnfinishedReplies) {
    self.unfinished = unfinished
    if isExpected { expected = [] }
  }

  /// Says anew whether one grows or is due, but for those that are hidden.
  func refresh(isHidden: (MessageID) -> Bool) { isReplying = unfinished.of(chat).contains { !isHidden($0) } }

  // MARK: What is told

  /// A message is as it says.
  func take(_ message: Message) {
    forget(message.id)
    if message.isAskedAgain { onAskedAgain?(message.id) }
    unfinished.take(message)
    if message.state != .queued, !message.isAskedAgain { phases[message.id] = nil }
  }

  /// This is done for a reply.
  func take(_ phase: ReplyPhase, of id: MessageID) { phases[id] = phase == .queued ? nil : phase }

  /// The message is gone.
  func remove(_ id: MessageID) {
    forget(id)
    unfinished.remove(id, in: chat)
  }

  /// A reply will come, or come again.
  func expect(_ id: MessageID) { expected.insert(id) }

  /// It was told of, or will not come after all.
  func forget(_ id: MessageID) { if expected.contains(id) { expected.remove(id) } }

  /// A reply is asked for again.
  func ask(_ asking: Task<Bool, Never>) { self.asking = asking }
}
