/// What an agent is given to answer; a value, so that any agent in any process can be asked the same.
public struct ReplyRequest: Sendable {
  /// What is to be made.
  public var task = ReplyTask.answer
  /// The chat that is answered in.
  public var chat: ChatID
  /// The reply's own id.
  public var reply: MessageID
  /// What the agent is told before the first message; nil for what it does by itself.
  public var instructions: String?
  /// What was said before the reply.
  public var messages: PromptMessages
  /// When the chat was made: the time that an agent is told, the same for all of its replies.
  public var chatBegan: Timestamp
  /// A picture's bytes as a file's, read and checked when they are asked for.
  public var picture: @Sendable (Attachment) async throws(PictureError) -> PictureFile
  /// How the agent is to choose its words.
  public var parameters: ReplyParameters
  /// How much of what the agent can hold the chat takes.
  public var context: ContextUse

  public init(
    chat: ChatID, reply: MessageID, instructions: String? = nil, messages: PromptMessages,
    chatBegan: Timestamp,
    picture: @escaping @Sendable (Attachment) async throws(PictureError) -> PictureFile,
    parameters: ReplyParameters = ReplyParameters(), context: ContextUse = ContextUse()
  ) {
    self.chat = chat
    self.reply = reply
    self.instructions = instructions
    self.messages = messages
    self.chatBegan = chatBegan
    self.picture = picture
    self.parameters = parameters
    self.context = context
  }
}

/// What an agent is asked for.
public enum ReplyTask: Hashable, Sendable {
  /// An answer. What is more than the agent holds is left out, the oldest messages first.
  case answer
  /// An answer, but where messages would be left out nothing is read: the reply ends with `ReplyEnd.overflowed`.
  case answerToAll
  /// A summary of all messages, for the agent itself to read in their place.
  case summary
}

/// A message as an agent reads it. What was thought aloud is no part of it.
public struct PromptMessage: Hashable, Sendable, Identifiable {
  /// The message's own.
  public let id: MessageID
  /// Who said it.
  public var sender: Sender
  /// What was said, as it was written.
  public var text: String
  /// Its pictures; their bytes are read when `ReplyRequest.picture` is asked for them.
  public var pictures: [Attachment]
  /// False for a reply that was stopped, failed or interrupted.
  public var isComplete: Bool

  public init(
    id: MessageID, sender: Sender, text: String, pictures: [Attachment] = [], isComplete: Bool = true
  ) {
    self.id = id
    self.sender = sender
    self.text = text
    self.pictures = pictures
    self.isComplete = isComplete
  }

  /// The message as a prompt has it; nil for one that says nothing, and for a summary that is not whole.
  init?(_ message: Message) {
    guard message.hasContent, message.sender != .summary || message.standsForAbove else { return nil }
    self.init(
      id: message.id, sender: message.sender, text: message.text, pictures: message.attachments,
      isComplete: message.state == .complete)
  }
}

/// The shown line before a reply, read a page at a time from its end: a chat of 100,000 messages is not read whole for one
/// answer.
public struct PromptMessages: Sendable {
  /// A part of the line, oldest first.
  public struct Page: Hashable, Sendable {
    /// Those that say something, oldest first. A summary begins a page: it stands for all before it.
    public var messages: [PromptMessage]
    /// Where the page above ends; nil when this one begins with the chat.
    public var start: Place?

    public init(_ messages: [PromptMessage], start: Place?) {
      self.messages = messages
      self.start = start
    }

    /// What a cursor reads of the line from its end.
    init(at place: MessageCursor, _ limit: Int, in store: any StoreReading) throws(StoreError) {
      var cursor = place
      let shown = try cursor.next(limit, in: store)
      let summary = shown.firstIndex(where: \.standsForAbove)
      messages = shown.prefix(summary.map { $0 + 1 } ?? shown.count).reversed().compactMap(PromptMessage.init)
      start = cursor.isAtEnd || summary != nil ? nil : Place(cursor: cursor)
    }
  }

  /// Where a page ends: what is deleted meanwhile moves it nowhere else.
  public struct Place: Hashable, Sendable {
    let cursor: MessageCursor
  }

  /// No page has more.
  public static let largestPage = 200

  private let read: @Sendable (_ end: Place?, _ limit: Int) async throws(StoreError) -> Page

  /// - Parameter read: the messages before `end`, or before the reply for nil.
  public init(
    _ read: @escaping @Sendable (_ end: Place?, _ limit: Int) async throws(StoreError) -> Page
  ) {
    self.read = read
  }

  /// At most `limit` messages before `end`, or before the reply for nil.
  public func page(before end: Place? = nil, limit: Int) async throws(StoreError) -> Page {
    try await read(end, min(max(1, limit), Self.largestPage))
  }
}

/// How much of what an agent can hold at once a chat takes, in tokens.
public struct ContextUse: Hashable, Sendable {
  /// What the agent can hold; nil where that is not known.
  public var length: Int?
  /// What the chat took at its last reply; nil where no agent told.
  public var used: Int?

  public init(length: Int? = nil, used: Int? = nil) {
    self.length = length
    self.used = used
  }
}
