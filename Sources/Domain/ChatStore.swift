/// The port to the disk. The store is the truth: what a `write` has returned is on disk, whole or not at all.
public protocol ChatStore: Sendable {
  /// Reads one consistent state; never waits for a writer. A `long` read throws `cancelled` soon after its task was
  /// cancelled; a brief one is finished all the same, for it may be what a reply needs to end rightly.
  func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs `body` as one transaction, alone among all processes; an error undoes all of it.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// What other processes commit to the same library, as it happens; the first to ask also hears what they committed since
  /// the library was opened.
  func changesByOtherProcesses() -> AsyncStream<StoreChange>
}

/// How long a read may take.
public enum ReadKind: Sendable {
  /// A page, a row: what is asked for by its place.
  case brief
  /// What looks through much, as a search does. One at a time, so that brief ones need not wait for it.
  case long
}

extension ChatStore {
  /// A brief read.
  public func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value { try await read(.brief, body) }
}

/// What another process changed; ids only, the rows are read again.
public struct StoreChange: Hashable, Sendable {
  /// Those of which the row is new or other than it was. The messages with which one came are not listed.
  public var chats: Set<ChatID>
  /// Those that are gone for ever.
  public var removedChats: Set<ChatID>
  /// Those that are new or other than they were.
  public var messages: Set<MessageID>
  /// Messages that are gone, each with its chat.
  public var removedMessages: [MessageID: ChatID]
  /// Chats whose line goes through other messages now.
  public var lines: Set<ChatID>
  /// Those of which the settings are other than they were.
  public var chatSettings: Set<ChatID>
  /// Whether the settings are other than they were.
  public var settingsChanged: Bool
  /// Whether records of models are.
  public var modelsChanged: Bool
  /// More changed than was listed: read everything again.
  public var everything: Bool

  public init(
    chats: Set<ChatID> = [], removedChats: Set<ChatID> = [], messages: Set<MessageID> = [],
    removedMessages: [MessageID: ChatID] = [:], lines: Set<ChatID> = [], chatSettings: Set<ChatID> = [],
    settingsChanged: Bool = false, modelsChanged: Bool = false, everything: Bool = false
  ) {
    self.chats = chats
    self.removedChats = removedChats
    self.messages = messages
    self.removedMessages = removedMessages
    self.lines = lines
    self.chatSettings = chatSettings
    self.settingsChanged = settingsChanged
    self.modelsChanged = modelsChanged
    self.everything = everything
  }
}

/// One page of the chat list.
public struct ChatQuery: Hashable, Sendable {
  /// The list or the Trash.
  public var location: ChatLocation
  /// Only chats whose titles it lets through; nil for all.
  public var title: TitleFilter?
  /// Only chats below this place; nil from the top.
  public var after: ChatPosition?
  /// How many chats at most.
  public var limit: Int

  public init(location: ChatLocation = .list, title: TitleFilter? = nil, after: ChatPosition? = nil, limit: Int) {
    self.location = location
    self.title = title
    self.after = after
    self.limit = limit
  }
}

/// Chats by their titles as the user sees them, of which some are not kept.
public struct TitleFilter: Hashable, Sendable {
  /// What the title contains, whatever the case and accents; empty for all.
  public var part: String
  /// What it contains besides, anywhere.
  public var others: [String] = []
  /// What a chat without a title is called before the user.
  public var untitled: String
  /// The same for a chat that has the mark of a picture for a title.
  public var picture: String

  public init(part: String, untitled: String, picture: String) {
    self.part = part
    self.untitled = untitled
    self.picture = picture
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

/// What can be read inside `ChatStore.read` and `ChatStore.write`; valid only inside the body.
public protocol StoreReading {
  /// In list order: `ChatPosition.<`; the Trash is ordered by the time of deletion, newest first.
  func chats(_ query: ChatQuery) throws(StoreError) -> [Chat]
  func chatCount(on location: ChatLocation) throws(StoreError) -> Int
  /// How much is unread in each chat of the list in which anything is.
  func unreadCounts() throws(StoreError) -> [ChatID: Int]
  func chat(_ id: ChatID) throws(StoreError) -> Chat?
  /// Chats that came from this source, in either place.
  func chats(from source: String) throws(StoreError) -> [Chat]
  /// Chats moved to the Trash before `time`, oldest first.
  func chats(trashedBefore time: Timestamp, limit: Int) throws(StoreError) -> [ChatID]
  /// Oldest first. A streaming reply comes with the text that was checkpointed.
  func messages(in chat: ChatID, _ page: MessagePage) throws(StoreError) -> [Message]
  func message(_ id: MessageID) throws(StoreError) -> Message?
  /// The first message of the line; nil where the chat has none.
  func firstMessage(of chat: ChatID) throws(StoreError) -> Message?
  /// Messages by whichever branch, in the order of their numbers or against it: the next behind this number, or the first
  /// ones for nil.
  func allMessages(
    in chat: ChatID, _ order: MessageOrder, beyond number: Int64?, limit: Int
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
  /// Replies that are queued or streaming, oldest first; in one chat, or in all that are not in the Trash.
  func unfinishedReplies(in chat: ChatID?) throws(StoreError) -> [UnfinishedReply]
  func draft(in chat: ChatID) throws(StoreError) -> Draft?
  /// What was set for the chat; nothing set where there is no such chat.
  func settings(of chat: ChatID) throws(StoreError) -> ChatSettings
  func setting(_ key: String) throws(StoreError) -> String?
  /// What a scripted agent remembers of a chat, in its own words.
  func agentState(in chat: ChatID) throws(StoreError) -> String?
  /// The models of which records are kept, in the order of their import.
  func models() throws(StoreError) -> [LocalModel]
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

/// What can be done inside `ChatStore.write`.
public protocol StoreWriting: StoreReading {
  func insert(_ chat: Chat) throws(StoreError)
  /// Adds a new chat with its messages, each after its parent, as `append` would; other processes are told of the chat
  /// alone.
  func insert(_ chat: Chat, messages: [Message]) throws(StoreError)
  /// Saves the chat's row; its messages, tip and draft are left alone.
  func update(_ chat: Chat) throws(StoreError)
  /// Deletes the chat and all that belongs to it, for ever.
  func remove(_ chat: ChatID) throws(StoreError)
  /// Deletes this many messages from the chat's end; false, and nothing is deleted, when it has no more than that.
  /// For a chat that is to go: its preview is left as it was.
  func shorten(_ chat: ChatID, by count: Int) throws(StoreError) -> Bool

  /// Adds the message as the newest of those that follow `parent` (nil: of those that begin the chat) and lets the line end
  /// with it. What the message says of its parent and sequence does not count; it comes back with what it was given.
  ///
  /// Throws `noSuchMessage` and `messageOfAnotherChat` for the parent, and `pictureMissing` when a picture that the message
  /// names is not in the library.
  @discardableResult
  func append(_ message: Message, after parent: MessageID?) throws(StoreError) -> Message
  /// The same at the end of the line.
  @discardableResult
  func append(_ message: Message) throws(StoreError) -> Message
  /// Adds the message between `parent` and all that follows that one, by whichever branch; it is on the line where `parent`
  /// is. Throws as `append`.
  @discardableResult
  func insert(_ message: Message, after parent: MessageID) throws(StoreError) -> Message
  /// Saves all of the message but its place; a finished reply also loses its owner and its stop request.
  func update(_ message: Message) throws(StoreError)
  /// Adds text to a streaming reply, writing only what is new.
  func appendText(_ text: String, to id: MessageID) throws(StoreError)
  /// The same for what the model thinks aloud.
  func appendReasoning(_ text: String, to id: MessageID) throws(StoreError)
  /// Lets the line go through the message, and below it where it went last. False where it does so already.
  @discardableResult
  func choose(_ message: MessageID) throws(StoreError) -> Bool
  /// Takes the message out; what followed it now follows the one before it. Where the line ended with it, it goes on with
  /// the newest of its siblings, or ends before it; true where other messages are shown now.
  @discardableResult
  func remove(_ message: MessageID) throws(StoreError) -> Bool
  /// Takes the message out with all that follows it, by whichever branch; the line goes on as for `remove`. Returns what is
  /// gone, in an order in which it can be appended again, each after its parent.
  @discardableResult
  func removeBranch(from message: MessageID) throws(StoreError) -> (removed: [MessageID], lineChanged: Bool)
  /// Moves a message of the line behind all others of the line; its owner stays. One that is not on the line stays where it
  /// is.
  func moveToEnd(_ message: MessageID) throws(StoreError)

  /// Moves the message between `parent` and all that follows that one; its owner and a stop that was asked for stay. Throws
  /// as `append`.
  func move(_ message: MessageID, after parent: MessageID) throws(StoreError)

  /// Makes this process the owner of an unfinished reply; false when another living process has it or it is finished.
  func claim(_ id: MessageID) throws(StoreError) -> Bool
  /// Gives an unfinished reply back, for any process to claim.
  func release(_ id: MessageID) throws(StoreError)
  /// Asks the reply's owner, whoever it is, to stop.
  func requestStop(_ id: MessageID) throws(StoreError)

  /// Keeps the draft, or forgets it when it is blank; touches nothing else of the chat. Its pictures must be kept ones.
  func setDraft(_ draft: Draft, in chat: ChatID) throws(StoreError)
  /// Keeps what is set for the chat in the place of what was.
  func setSettings(_ settings: ChatSettings, of chat: ChatID) throws(StoreError)
  /// Nil forgets the setting.
  func setSetting(_ key: String, to value: String?) throws(StoreError)
  func setAgentState(_ state: String, in chat: ChatID) throws(StoreError)

  /// Keeps the record of a model, in the place of one that is kept of it.
  func save(_ model: LocalModel) throws(StoreError)
  /// Forgets the record; false where there was none.
  @discardableResult
  func remove(_ model: ModelID) throws(StoreError) -> Bool
  /// Notes that this process loads the model. A process that ends before `endLoad` leaves it as one that was cut off.
  func beginLoad(of model: ModelID) throws(StoreError)
  /// Notes that it does not any more.
  func endLoad(of model: ModelID, endedEngine: Bool) throws(StoreError)
  /// Forgets how the last load ended, be it that of another process.
  func forgetLoad(of model: ModelID) throws(StoreError)
}
