/// The port to the disk for what models have read of chats, so that it need not be read again after a pause or a restart. It
/// may be gone at any time: a chat whose state is not there is read again.
public protocol ChatStates: Sendable {
  /// False where none can be kept: the library is encrypted, or may not be written.
  var isPossible: Bool { get }

  /// Whether states are to be kept just now.
  func areWanted() async -> Bool

  /// Begins to write a state; nil where there is no room for so many bytes.
  func write(_ key: ChatStateKey, bytes: Int64) async -> (any ChatStateWriter)?

  /// Begins to read a state; nil where there is none that may be of use.
  func read(_ key: ChatStateKey) async -> (any ChatStateReader)?

  /// The chat's state of this model is of no use.
  func remove(_ key: ChatStateKey) async

  /// Removes all states of a chat.
  func remove(of chat: ChatID) async

  /// Which there are, those that were of use last first.
  func kept() async -> [KeptChat]

  /// Removes all of them.
  func clear() async

  /// Nobody waits any more: what is being written just now is dropped, and nothing else is written. Returns at once.
  func end()
}

/// What a model has read of a chat, as it lies on the disk.
public struct KeptChat: Hashable, Sendable {
  /// Whose words it holds.
  public var chat: ChatID
  /// The beginning of the id of the model that has read them.
  public var model: String
  /// What it takes on the disk.
  public var bytes: Int64
  /// When it was written or was of use last.
  public var usedAt: Timestamp

  public init(chat: ChatID, model: String, bytes: Int64, usedAt: Timestamp) {
    self.chat = chat
    self.model = model
    self.bytes = bytes
    self.usedAt = usedAt
  }
}

extension Collection<KeptChat> {
  /// What all of them take on the disk.
  public var bytes: Int64 { reduce(0) { $0.plus($1.bytes) } }
}

/// Whose state it is, and what has to be the same where it is restored.
public struct ChatStateKey: Hashable, Sendable {
  /// Whose words it holds.
  public var chat: ChatID
  /// Who has read them.
  public var model: ModelID
  /// The engine's build and settings, in its own words.
  public var format: String

  public init(chat: ChatID, model: ModelID, format: String) {
    self.chat = chat
    self.model = model
    self.format = format
  }
}

/// A state on its way to the disk. It is there when `finish` says so, and not at all when it is let go before.
public protocol ChatStateWriter: Sendable {
  /// The next bytes; false when the disk takes no more, and then nothing comes of it.
  func append(_ bytes: [UInt8]) async -> Bool

  /// Those were all; false when it could not be kept.
  func finish() async -> Bool
}

/// A state on its way from the disk. None of its bytes is to be believed before all of them were found whole.
public protocol ChatStateReader: Sendable {
  /// How many come.
  var bytes: Int64 { get }

  /// The next ones; nil after the last, or where the file ends before its time.
  func next() async -> [UInt8]?

  /// Whether what came is what was written; to be asked after the last bytes. What is not whole is removed.
  func isWhole() async -> Bool
}
