/// A copy of a library's database that was whole when it was made.
public struct Backup: Hashable, Sendable, Identifiable {
  /// The file's name.
  public let id: String
  /// Where the copy lies.
  public let path: String
  /// When it was made, by its name.
  public let madeAt: Timestamp
  /// The size of its file.
  public let bytes: Int64
  /// Without those in the Trash.
  public let chats: Int
  /// How many it holds.
  public let messages: Int
  /// The file's format; lower than today's in a copy that was made before a conversion.
  public let format: Int
  /// False when the copy itself is damaged; its counts are then 0.
  public let isSound: Bool

  public init(
    id: String, path: String, madeAt: Timestamp, bytes: Int64, chats: Int, messages: Int, format: Int, isSound: Bool
  ) {
    self.id = id
    self.path = path
    self.madeAt = madeAt
    self.bytes = bytes
    self.chats = chats
    self.messages = messages
    self.format = format
    self.isSound = isSound
  }
}
