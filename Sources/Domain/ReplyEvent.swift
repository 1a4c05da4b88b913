/// One step of a reply.
public enum ReplyEvent: Hashable, Sendable {
  /// The agent loads what it needs; the part done, 0 to 1, where it knows.
  case loading(part: Double?)
  /// The agent reads what was written; the part done, 0 to 1, where it knows.
  case reading(part: Double?)
  /// What the agent could hold, and from where on it reads the chat; before anything comes.
  case context(ReplyContext)
  /// With what the reply is made, all that applies; before anything comes.
  case settings(ReplyParameters)
  /// The next chunk of what the agent thinks aloud before it answers.
  case reasoning(String)
  /// The next chunk of the answer.
  case text(String)
  case picture(Attachment)
  case usage(ReplyUsage)
  /// Always last.
  case ended(ReplyEnd)
}

/// Why a reply ended.
public enum ReplyEnd: Hashable, Sendable {
  case finished
  case stopped
  case failed(ReplyFailure)
  /// The messages before this one do not fit, and `ReplyTask.answerToAll` was asked for. Nothing was made.
  case overflowed(above: MessageID)

  var isOverflow: Bool { if case .overflowed = self { true } else { false } }
}
