package import Domain

/// A message as programs read it.
package struct MessageRecord: Codable, Sendable {
  package var id: String
  package var chat: String
  package var sequence: Int64
  package var sender: String
  package var state: String
  package var text: String
  package var pictures: [PictureRecord]
  package var createdAt: String
  /// The code of `ReplyFailure`, or what the agent said of it.
  @OrNull package var failure: String?
  @OrNull package var usage: UsageRecord?
  /// How much of the chat the agent read.
  @OrNull package var context: ReplyContextRecord?
  /// With what the reply was made, as far as its agent told.
  @OrNull package var settings: ReplyParametersRecord?
  /// What the agent thought aloud.
  @OrNull package var reasoning: String?
  @OrNull package var reasoningMilliseconds: Int64?

  package init(_ message: Message) {
    id = message.id.description
    chat = message.chat.description
    sequence = message.sequence
    sender = message.sender.record
    state = message.state.record
    text = message.text
    pictures = message.attachments.map(PictureRecord.init)
    createdAt = message.createdAt.record
    failure = message.failure?.code
    usage = message.usage.map(UsageRecord.init)
    context = message.context.map(ReplyContextRecord.init)
    settings = message.settings.map(ReplyParametersRecord.init)
    settings?.context = message.context?.length
    reasoning = message.reasoning
    reasoningMilliseconds = message.reasoningMilliseconds
  }
}

/// What a reply cost.
package struct UsageRecord: Codable, Sendable {
  package var model: String
  @OrNull package var promptTokens: Int?
  /// Of these, how many the agent knew from before.
  @OrNull package var knownTokens: Int?
  @OrNull package var replyTokens: Int?
  @OrNull package var milliseconds: Int64?
  /// Until the first of it came.
  @OrNull package var firstTokenMilliseconds: Int64?

  init(_ usage: ReplyUsage) {
    model = usage.model
    promptTokens = usage.promptTokens
    knownTokens = usage.knownTokens
    replyTokens = usage.replyTokens
    milliseconds = usage.milliseconds
    firstTokenMilliseconds = usage.firstTokenMilliseconds
  }
}

/// How much of a chat a reply's agent read.
package struct ReplyContextRecord: Codable, Sendable {
  /// Tokens that it could hold.
  package var length: Int
  /// The oldest message that it read; nil where none was left out.
  @OrNull package var firstMessage: String?

  init(_ context: ReplyContext) {
    length = context.length
    firstMessage = context.firstMessage?.description
  }
}

/// A chat as `show --json` writes it; there the messages are written one by one.
package struct TranscriptRecord: Codable, Sendable {
  package var chat: ChatRecord
  package var messages: [MessageRecord]
}

extension MessageState {
  fileprivate var record: String {
    switch self {
    case .queued: "queued"
    case .streaming: "streaming"
    case .complete: "complete"
    case .stopped: "stopped"
    case .failed: "failed"
    case .interrupted: "interrupted"
    }
  }
}
