/// A backup in words, for the faces.
public struct BackupText: Sendable {
  private let backup: Backup
  private let time: TimeText

  public init(_ backup: Backup, time: TimeText) {
    self.backup = backup
    self.time = time
  }

  /// "Nov 20, 2026 at 3:45 PM: 23 chats, 640 messages".
  public var content: String { "\(time.exact(backup.madeAt)): \(extent)" }

  /// "3 hours ago (Nov 20, 2026 at 3:45 PM): 23 chats, 640 messages".
  public func label(now: Timestamp) -> String {
    guard let age = Self.age(now.since(backup.madeAt)) else { return content }
    return "\(age) (\(time.exact(backup.madeAt))): \(extent)"
  }

  private var extent: String {
    guard backup.isSound else { return "damaged" }
    let chats = backup.chats == 1 ? "1 chat" : "\(backup.chats) chats"
    let messages = backup.messages == 1 ? "1 message" : "\(backup.messages) messages"
    return "\(chats), \(messages)"
  }

  /// "3 hours ago"; nil for what is not past.
  public static func age(_ age: Duration) -> String? {
    let minutes = age.components.seconds / 60
    func words(_ count: Int64, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s") ago" }
    switch minutes {
    case ..<0: return nil
    case 0: return "Just now"
    case ..<60: return words(minutes, "minute")
    case ..<(48 * 60): return words(minutes / 60, "hour")
    default: return words(minutes / 1_440, "day")
    }
  }
}
