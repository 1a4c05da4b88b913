/// What a transaction can read of messages, and of the line that a chat shows.
public protocol MessageReading {
  /// Oldest first. A streaming reply comes with the text that was checkpointed.
  func messages(in chat: ChatID, _ page: MessagePage) throws(StoreError) -> [Message]
  /// The message, on the line or beside it; nil where there is none.
  func message(_ id: MessageID) throws(StoreError) -> Message?
  /// The first message of the line; nil where the chat has none.
  func firstMessage(of chat: ChatID) throws(StoreError) -> Message?
  /// Messages by whichever branch, in the order of their numbers or against it: the next behind this place, or the first
  /// ones for nil. Those that share a number, as in a damaged database, come in the order of their ids.
  func allMessages(
    in chat: ChatID, _ order: MessageOrder, beyond place: MessagePlace?, limit: Int
  ) throws(StoreError) -> [Message]
  /// The replies of the line that came last and are whole or failed, as `Chat.unreadCount` counts them: at most so many,
  /// oldest first.
  func lastReplies(in chat: ChatID, limit: Int) throws(StoreError) -> [MessageID]
  /// The message and its siblings; throws `noSuchMessage`.
  func siblings(of message: MessageID) throws(StoreError) -> Siblings
  /// Whether the chat's line goes through the message; throws `noSuchMessage`. In a chat with siblings it costs more the
  /// further the message is from the tip: tens of milliseconds at a hundred thousand.
  func isOnLine(_ message: MessageID) throws(StoreError) -> Bool
  /// The last summary among the messages above `anchor`, or of the whole line for nil, whatever its state. Without one it
  /// costs as `isOnLine`.
  func lastSummary(in chat: ChatID, before anchor: MessageID?) throws(StoreError) -> Message?
  /// Pictures of all kinds along the line, oldest first: by the messages' order, then by their place in the message.
  func pictures(in chat: ChatID, _ page: PicturePage) throws(StoreError) -> [ChatPicture]
  /// The last message of the line, even one that is only due.
  func tip(of chat: ChatID) throws(StoreError) -> Message?
  /// A message that was deleted and can be had back, as it was; nil for any other.
  func deletedMessage(_ id: MessageID) throws(StoreError) -> Message?
  /// Messages that were deleted before a time, and by no process that is alive; at most so many, the first that was
  /// deleted first.
  func messages(deletedBefore time: Timestamp, limit: Int) throws(StoreError) -> [MessageID]
  /// Replies that are queued or streaming, oldest first; in one chat, or in all that are not in the Trash.
  func unfinishedReplies(in chat: ChatID?) throws(StoreError) -> [UnfinishedReply]
}

/// Where a message stands among all of its chat.
public struct MessagePlace: Hashable, Sendable {
  /// The message's own, which decides where two have one number.
  public var id: MessageID
  /// Its number in the chat.
  public var number: Int64

  public init(_ message: Message) { self.init(id: message.id, number: message.sequence) }

  public init(id: MessageID, number: Int64) {
    self.id = id
    self.number = number
  }
}

/// One page of a chat's line; `limit` counts messages. Around a message that the line does not go through, a page is of the
/// line that would go through it.
public enum MessagePage: Hashable, Sendable {
  case newest(limit: Int)
  case before(MessageID, limit: Int)
  case after(MessageID, limit: Int)
  /// The message itself with so many before and after it; nothing where it is not in the chat.
  case around(MessageID, before: Int, after: Int)
}

/// A message and the others that follow the same one, oldest first; those that begin a chat are siblings, too.
public struct Siblings: Hashable, Sendable {
  public var messages: [MessageID]
  /// Which of them was asked for.
  public var index: Int

  public init(messages: [MessageID], index: Int) {
    self.messages = messages
    self.index = index
  }
}

/// A reply that is queued or streaming, and who makes it.
public struct UnfinishedReply: Hashable, Sendable {
  /// Which process makes a due reply.
  public enum Owner: Sendable {
    case thisProcess
    /// Another process that is alive.
    case another
    /// Nobody, or a process that has ended.
    case nobody
  }
  /// The reply, queued or streaming.
  public var message: Message
  /// Who makes it.
  public var owner: Owner
  /// The user asked for a stop, perhaps from another process.
  public var stopRequested: Bool

  public init(message: Message, owner: Owner, stopRequested: Bool) {
    self.message = message
    self.owner = owner
    self.stopRequested = stopRequested
  }
}
