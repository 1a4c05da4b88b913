/// What is done for a reply that is due or coming. It says what a process does now, and is kept in memory only.
public enum ReplyPhase: Hashable, Sendable {
  /// Its turn has not come, or its agent has not said anything of itself yet.
  case queued
  /// A summary is made first, so that it fits.
  case summarising
  /// The agent loads what it needs.
  case loading(ReplyProgress)
  /// The agent reads the prompt.
  case reading(ReplyProgress)
  /// The agent thinks aloud.
  case thinking
  /// The answer comes.
  case streaming

  /// What is known of a reply: what is on its way tells more than what was said of the time before.
  public init?(of message: Message, before phase: ReplyPhase?) {
    guard message.isUnfinished else { return nil }
    if message.state == .streaming {
      self = message.text.isEmpty && message.attachments.isEmpty && message.hasReasoning ? .thinking : .streaming
    } else {
      self = phase ?? .queued
    }
  }

  /// How far loading or reading is; nil for the others.
  public var progress: ReplyProgress? {
    switch self {
    case .loading(let progress), .reading(let progress): progress
    case .queued, .summarising, .thinking, .streaming: nil
    }
  }
}

/// How far something is.
public struct ReplyProgress: Hashable, Sendable {
  /// The part done, 0 to 1; nil where nobody knows.
  public var part: Double?
  /// Nil until it can be told.
  public var timeLeft: Duration?

  public init(part: Double? = nil, timeLeft: Duration? = nil) {
    self.part = part
    self.timeLeft = timeLeft
  }
}

/// Tells from what was done so far how long the rest takes.
struct ProgressEstimate {
  private var began: (at: Timestamp, part: Double)?

  /// Before this, a guess would jump about.
  private static let shortest = Duration.seconds(1)
  private static let least = 0.02

  /// How far it is now; `part` as an agent says it.
  mutating func progress(_ part: Double?, at now: Timestamp) -> ReplyProgress {
    guard let part, part.isFinite else {
      began = nil
      return ReplyProgress()
    }
    let done = min(max(0, part), 1)
    guard let began, done >= began.part else {
      began = (now, done)
      return ReplyProgress(part: done)
    }
    let passed = now.since(began.at)
    let gained = done - began.part
    guard passed >= Self.shortest, gained >= Self.least else { return ReplyProgress(part: done) }
    return ReplyProgress(part: done, timeLeft: passed * ((1 - done) / gained))
  }
}
