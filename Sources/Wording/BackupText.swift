public import Domain
private import Localization

/// A backup in words, for the faces.
public struct BackupText: Sendable {
  private let backup: Backup
  private let time: TimeText

  public init(_ backup: Backup, time: TimeText) {
    self.backup = backup
    self.time = time
  }

  /// "Friday, November 20, 2026 at 3:45 PM".
  public var madeAt: String { time.exact(backup.madeAt) }

  /// "3 hours ago (Friday, November 20, 2026 at 3:45 PM): 23 chats, 640 messages".
  public func label(now: Timestamp) -> String {
    guard let age = Self.age(now.since(backup.madeAt)) else {
      return localized("\(madeAt): \(extent)", context: "a backup")
    }
    return localized("\(age) (\(madeAt)): \(extent)", context: "a backup")
  }

  /// "23 chats, 640 messages".
  public var extent: String {
    guard backup.isSound else { return localized("damaged", context: "a backup") }
    let (chats, messages) = (backup.chats, backup.messages)
    return localized(chats, one: "\(chats) chat", other: "\(chats) chats") + ", "
      + localized(messages, one: "\(messages) message", other: "\(messages) messages")
  }

  /// "3 hours ago"; nil for what is not past.
  public static func age(_ age: Duration) -> String? {
    let minutes = Int(age.components.seconds / 60)
    switch minutes {
    case ..<0: return nil
    case 0: return localized("Just now")
    case ..<60: return localized(minutes, one: "\(minutes) minute ago", other: "\(minutes) minutes ago")
    case ..<(48 * 60):
      let hours = minutes / 60
      return localized(hours, one: "\(hours) hour ago", other: "\(hours) hours ago")
    default:
      let days = minutes / 1_440
      return localized(days, one: "\(days) day ago", other: "\(days) days ago")
    }
  }
}
