/// What a local model is known by: the SHA-256 over its file's length and parts of its bytes. The same file is the same
/// model wherever it lies.
public struct ModelID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 32 bytes.
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// All 64 hexadecimal digits, in lower case.
  public var description: String { bytes.hexadecimal }

  /// What chats and people name it by.
  public var shortID: ShortModelID { ShortModelID(self) }

  /// The same as text.
  public var short: String { shortID.description }

  /// The id of the agent that this model is.
  public var agent: String { shortID.agent }

  /// The model that comes with Sotto. It is no fingerprint: a chat with it goes on with whatever file a newer Sotto brings.
  public static let builtIn = ModelID(words: "sotto-mini")

  private init(words: String) { bytes = (Array(words.utf8) + Array(repeating: 0, count: 32)).prefix(32).map { $0 } }

  public static func < (one: Self, other: Self) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
