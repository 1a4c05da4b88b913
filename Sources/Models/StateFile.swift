internal import Domain

/// How a state lies on the disk: what it is of, its bytes, and a SHA-256 over all before it.
enum StateFile {
  /// With the number of this form, which is raised when it changes.
  private static let mark = Array("Sotto chat state 1\n".utf8)
  static let digestLength = 32
  /// What the name of each file ends with.
  static let ending = ".state"

  /// The same key, and as many bytes, begin with the same bytes.
  static func header(_ key: ChatStateKey, bytes: Int64) -> [UInt8] {
    let format = Array(key.format.utf8)
    return mark + key.model.bytes + key.chat.bytes + little(UInt64(bitPattern: bytes)) + little(UInt64(format.count))
      + format
  }

  static func name(_ key: ChatStateKey) -> String { name(of: key.chat) + "-" + key.model.short + ending }

  /// What the names of a chat's states begin with.
  static func name(of chat: ChatID) -> String { chat.description }

  /// Of which chat and which model a file of this name is.
  static func owner(of name: String) -> (chat: ChatID, model: String)? {
    guard name.hasSuffix(ending) else { return nil }
    let parts = name.dropLast(ending.count)
    guard let dash = parts.lastIndex(of: "-"), let chat = ChatID(parts[..<dash]) else { return nil }
    return (chat, String(parts[parts.index(after: dash)...]))
  }

  private static func little(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
