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

/// All that can be read inside `ChatStore.read` and `ChatStore.write`; valid only inside the body. What needs one subject
/// only asks for that one's protocol.
public protocol StoreReading: ChatReading, MessageReading, SettingReading, ModelReading {}

/// All that can be done inside `ChatStore.write`.
public protocol StoreWriting: StoreReading, ChatWriting, MessageWriting, SettingWriting, ModelWriting {}
