public import Domain

/// A backup that can be gone back to.
public nonisolated struct BackupChoice: Hashable, Sendable, Identifiable {
  public var id: String
  /// "3 hours ago (Nov 20, 2026 at 3:45 PM): 23 chats, 640 messages".
  public var label: String
  /// "Nov 20, 2026 at 3:45 PM: 23 chats, 640 messages".
  public var content: String
  /// False for a backup that is damaged itself.
  public var isSound: Bool

  public init(id: String, label: String, content: String, isSound: Bool = true) {
    self.id = id
    self.label = label
    self.content = content
    self.isSound = isSound
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

/// A library that has been opened.
public nonisolated struct OpenedLibrary: Sendable {
  public var service: ChatService
  public var settings: Settings
  /// Why nothing can be written in it; nil when all can be.
  public var readOnly: String?
  /// What the opening has found, for the user; nil when there is nothing to be told.
  public var remark: String?

  public init(service: ChatService, settings: Settings, readOnly: String? = nil, remark: String? = nil) {
    self.service = service
    self.settings = settings
    self.readOnly = readOnly
    self.remark = remark
  }
}

/// What a face may ask of a library that does not open.
public nonisolated struct LibraryOperations: Sendable {
  public var open: @Sendable () async throws(StoreError) -> OpenedLibrary
  public var backups: @Sendable () async throws(StoreError) -> [BackupChoice]
  /// Sets the damaged file aside, whole, and starts with an empty one.
  public var startEmpty: @Sendable () async throws(StoreError) -> Void
  /// Sets the damaged file aside, whole, and goes back to the backup.
  public var restore: @Sendable (BackupChoice) async throws(StoreError) -> Void
  /// Makes a backup when one is due.
  public var backUp: @Sendable () async throws(StoreError) -> Void
  /// Makes a backup when anything has changed since the last one.
  public var backUpIfChanged: @Sendable () async throws(StoreError) -> Void
  /// Sets aside what no message shows and what processes that ended left half written.
  public var sweep: @Sendable () async throws(StoreError) -> Void
  /// Waits for the store's last work, after the service has shut down.
  public var close: @Sendable () async -> Void

  public init(
    open: @escaping @Sendable () async throws(StoreError) -> OpenedLibrary,
    backups: @escaping @Sendable () async throws(StoreError) -> [BackupChoice],
    startEmpty: @escaping @Sendable () async throws(StoreError) -> Void,
    restore: @escaping @Sendable (BackupChoice) async throws(StoreError) -> Void,
    backUp: @escaping @Sendable () async throws(StoreError) -> Void,
    backUpIfChanged: @escaping @Sendable () async throws(StoreError) -> Void,
    sweep: @escaping @Sendable () async throws(StoreError) -> Void,
    close: @escaping @Sendable () async -> Void
  ) {
    self.open = open
    self.backups = backups
    self.startEmpty = startEmpty
    self.restore = restore
    self.backUp = backUp
    self.backUpIfChanged = backUpIfChanged
    self.sweep = sweep
    self.close = close
  }
}
