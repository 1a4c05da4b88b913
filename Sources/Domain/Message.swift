/// One message of a chat: the user's, an agent's reply in any of its states, a summary of the messages above it, or what the
/// system or a tool told the agent.
public struct Message: Identifiable, Hashable, Sendable {
  /// For ever the same.
  public let id: MessageID
  /// The chat that it belongs to.
  public let chat: ChatID
  /// The message that this one follows; messages form a tree of which one line is shown.
  public var parent: MessageID?
  /// The number in the chat, greater than the parent's; it orders messages that follow the same one, as no clock could. The
  /// store gives it out.
  public var sequence: Int64
  /// Who said it.
  public var sender: Sender
  /// What was said until now, with its Markdown.
  public var text: String
  /// What the agent thought aloud before it answered. No part of the text: neither title, preview, copy, search nor the
  /// next prompt has it.
  public var reasoning: String?
  /// Its pictures, in their order.
  public var attachments: [Attachment]
  /// How far it is; a user's message is always complete.
  public var state: MessageState
  /// When it was sent, or when its reply began.
  public var createdAt: Timestamp
  /// How long it thought, in milliseconds; nil while it does, and where nobody knows.
  public var reasoningMilliseconds: Int64?
  /// What the reply cost, where the agent told.
  public var usage: ReplyUsage?
  /// How much of the chat the reply's agent read, where it told.
  public var context: ReplyContext?
  /// With what the reply was made, where its agent told: all that applied, also what nobody had set.
  public var settings: ReplyParameters?
  /// Why a failed reply failed.
  public var failure: ReplyFailure?
  /// The reply was asked for once more: what it has stays until the next version begins. Known only to the process that
  /// makes that one; nothing of it is on disk.
  public var isAskedAgain = false

  public init(
    id: MessageID, chat: ChatID, parent: MessageID? = nil, sequence: Int64 = 0, sender: Sender, text: String,
    reasoning: String? = nil, attachments: [Attachment] = [], state: MessageState = .complete, createdAt: Timestamp,
    usage: ReplyUsage? = nil, failure: ReplyFailure? = nil, reasoningMilliseconds: Int64? = nil
  ) {
    self.id = id
    self.chat = chat
    self.parent = parent
    self.sequence = sequence
    self.sender = sender
    self.text = text
    self.reasoning = reasoning
    self.attachments = attachments
    self.state = state
    self.createdAt = createdAt
    self.usage = usage
    self.failure = failure
    self.reasoningMilliseconds = reasoningMilliseconds
  }
}

extension Message {
  /// True where something is to come in this message's place.
  public var isDue: Bool { state == .queued || isAskedAgain }
  /// True while it is to come or coming.
  public var isUnfinished: Bool { state.isUnfinished || isAskedAgain }
  /// True for a reply that is over and not whole.
  public var canBeAskedAgain: Bool { sender.isByAgent && !state.isUnfinished && state != .complete }
  /// True for a summary that is whole: the last such one on a line is read in the place of all messages above it.
  public var standsForAbove: Bool { sender == .summary && state == .complete && !isAskedAgain && hasContent }
  /// True where it was thought aloud before the first word, or instead of any.
  public var hasReasoning: Bool { reasoning?.isEmpty == false }
  var hasContent: Bool { !text.isEmpty || !attachments.isEmpty }
}

/// Who says something in a chat; the raw value is kept in databases.
public enum Sender: Int, Sendable, CaseIterable {
  case user = 0
  case agent = 1
  /// The chat's agent, to itself: what is above this message, in fewer words.
  case summary = 2
  /// What the agent was told about the conversation, as other programs write it into a chat. Sotto makes none itself.
  case system = 3
  /// What a tool answered to the agent. Nothing in Sotto calls tools yet.
  case tool = 4

  /// Whether the chat's agent makes it, and can make it again.
  public var isByAgent: Bool { self == .agent || self == .summary }
}

/// How far a message is; only what an agent makes is ever anything but whole.
public enum MessageState: Int, Sendable, CaseIterable {
  /// A reply is due and will come; survives a restart.
  case queued = 0
  /// Text is coming in.
  case streaming = 1
  case complete = 2
  /// The user stopped it; what came is kept, even if that is nothing.
  case stopped = 3
  /// The agent could not go on; `Message.failure` says why.
  case failed = 4
  /// The program ended while it grew; what came is kept.
  case interrupted = 5

  /// True while the reply is still to come or coming.
  public var isUnfinished: Bool { self == .queued || self == .streaming }
}

/// How much of a chat a reply's agent read.
public struct ReplyContext: Hashable, Sendable {
  /// Tokens that it could hold at once there.
  public var length: Int
  /// The oldest message that it read, where older ones were left out. It may be deleted since.
  public var firstMessage: MessageID?

  public init(length: Int, firstMessage: MessageID? = nil) {
    self.length = length
    self.firstMessage = firstMessage
  }
}

/// What a reply cost.
public struct ReplyUsage: Hashable, Sendable {
  /// The model's or persona's name, as it was when it answered.
  public var model: String
  /// Tokens read, counted by the agent.
  public var promptTokens: Int?
  /// How many of these it knew from before, and did not read again.
  public var knownTokens: Int?
  /// Tokens written.
  public var replyTokens: Int?
  /// Time from the first to the last token, in milliseconds.
  public var milliseconds: Int64?
  /// Time to the first token: from when the agent was asked for the reply until the first of its reasoning or text came, in
  /// milliseconds. The model was loaded and the chat was read in that time; the replies before it in the chat were not made
  /// in it. Nil for an agent that follows a script.
  public var firstTokenMilliseconds: Int64?

  public init(
    model: String, promptTokens: Int? = nil, knownTokens: Int? = nil, replyTokens: Int? = nil,
    milliseconds: Int64? = nil, firstTokenMilliseconds: Int64? = nil
  ) {
    self.model = model
    self.promptTokens = promptTokens
    self.knownTokens = knownTokens
    self.replyTokens = replyTokens
    self.milliseconds = milliseconds
    self.firstTokenMilliseconds = firstTokenMilliseconds
  }

  /// Tokens per second, where both parts are known.
  public var speed: Double? {
    guard let replyTokens, replyTokens > 1, let milliseconds, milliseconds > 0 else { return nil }
    // The first one had come when that time began.
    return Double(replyTokens.minus(1)) * 1_000 / Double(milliseconds)
  }
}
