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

  /// How much all of them take on the disk, in bytes.
  func used() async -> Int64

  /// Removes all of them.
  func clear() async
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
