import Domain
import Platform
import Synchronization

/// Makes, lists and prunes a library's backups. They hold the database alone: pictures' files never change, and one
/// that only a backup names was deleted for ever or lies set aside, from where going back fetches it.
struct Backups {
  let connections: ConnectionFactory
  let surroundings: any Surroundings
  private var folder: Folder { connections.folder }

  /// The newest copies are kept, the newest of each of the last hours in which there are some, and the newest of each of
  /// the last days; of each conversion one is kept beside them.
  static let keeps = (newest: 2, hours: 4, days: 7)

  /// Copies the database as it is now, checks the copy, and only then gives it its name.
  ///
  /// - Parameter limit: after so long the copying is given up, and nothing of it stays.
  func make(
    from connection: Connection, before format: Int? = nil, within limit: Duration? = nil
  ) throws(StoreError) -> Backup {
    try Files.makeFolder(folder.backups)
    guard access(folder.backups, W_OK | X_OK) == 0 else { throw StoreError(systemError: errno, path: folder.backups) }
    sweep()
    let now = surroundings.now()
    let copy = "\(folder.backups)/.copy-\(getpid())-\(Self.copies.add(1, ordering: .relaxed).newValue).db"
    defer { Files.remove(copy) }
    if let limit { connection.giveUp { [surroundings] in surroundings.now().since(now) > limit } }
    do throws(StoreError) { try connection.run("VACUUM INTO ?", [.text(copy)]) } catch {
      // SQLite names the database, whose disk and rights may be other ones.
      switch error {
      case .diskFull: throw .diskFull(path: folder.backups)
      case .readOnly: throw .readOnly(path: folder.backups)
      case .cannotOpen(_, let reason): throw .cannotOpen(path: copy, reason: reason)
      default: throw error
      }
    }
    chmod(copy, 0o600)
    try check(copy)
    try Files.sync(copy)
    let name = try name(copy, "sotto-\(now.stamp)" + (format.map { "-before-\($0)" } ?? ""))
    try Files.sync(folder.backups)
    try prune(but: name)
    return try inspect("\(folder.backups)/\(name)", madeAt: now)
  }

  private static let copies = Atomic(0)

  /// Gives the copy a second name that no other file has; two processes may make a backup in one second.
  private func name(_ copy: String, _ stem: String) throws(StoreError) -> String {
    // Beyond all that are there, for of one second the highest number is the newest.
    var number = Files.names(in: folder.backups).compactMap { Self.number(of: $0, stem) }.max().map { $0 + 1 } ?? 1
    var name = number == 1 ? "\(stem).db" : "\(stem)-\(number).db"
    while link(copy, "\(folder.backups)/\(name)") != 0 {
      guard errno == EEXIST else {
        // A disk without second names.
        try Files.rename(copy, to: "\(folder.backups)/\(name)")
        return name
      }
      number += 1
      name = "\(stem)-\(number).db"
    }
    return name
  }

  /// The number of a copy among those of its second; nil for one of another.
  private static func number(of name: String, _ stem: String) -> Int? {
    guard name.hasPrefix(stem), name.hasSuffix(".db") else { return nil }
    let rest = name.dropFirst(stem.count).dropLast(3)
    if rest.isEmpty { return 1 }
    // Longer ones were not given by Sotto.
    guard rest.first == "-", rest.count < 8, let number = Int(rest.dropFirst()), number > 0 else { return nil }
    return number
  }

  /// Newest first.
  func list() throws(StoreError) -> [Backup] {
    try names().map { name throws(StoreError) in
      let path = "\(folder.backups)/\(name)"
      let madeAt = BackupName(name)?.madeAt ?? Timestamp(milliseconds: 0)
      do throws(StoreError) { return try inspect(path, madeAt: madeAt) } catch {
        // Of one that does not open with the key nothing is known.
        if case .wrongKey = error { throw error }
        return Backup(path: path, madeAt: madeAt, chats: 0, messages: 0, format: 0, isSound: false)
      }
    }
  }

  /// When the newest backup was made.
  func newest() throws(StoreError) -> Timestamp? { try names().compactMap { BackupName($0)?.madeAt }.max() }

  /// Whether the database has changed since the newest backup; true as well where that cannot be told.
  func isOutdated(by connection: Connection) throws(StoreError) -> Bool {
    guard let newest = try names().first else { return true }
    let path = "\(folder.backups)/\(newest)"
    do throws(StoreError) {
      let backup = try connections.open(.looking(.still), at: path, busyTimeout: .zero)
      return try Self.lastChange(in: backup) != Self.lastChange(in: connection)
    } catch { return true }
  }

  /// Number and time: after going back to a backup, numbers are given once more.
  private static func lastChange(in connection: Connection) throws(StoreError) -> [Int64]? {
    try connection.first("SELECT seq, at FROM change ORDER BY seq DESC LIMIT 1") { [$0.integer(0), $0.integer(1)] }
  }

  /// Throws when the file is not a whole and sound database.
  @discardableResult
  func check(_ file: String) throws(StoreError) -> Backup {
    try inspect(file, madeAt: Timestamp(milliseconds: 0))
  }

  /// Opens the file and reads all of it; throws when it is not sound.
  private func inspect(_ path: String, madeAt: Timestamp) throws(StoreError) -> Backup {
    let connection = try connections.open(.reading, at: path, busyTimeout: .zero)
    let finding = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
    guard finding == "ok" else {
      throw .corrupt(path: path, reason: finding.map(StoreError.Reason.database) ?? .unknown)
    }
    let format = try connection.format()
    let trashedAt = Schema.trashedAtColumn(format: format)
    return Backup(
      path: path, madeAt: madeAt,
      chats: Int(try connection.number("SELECT count(*) FROM chat WHERE \(trashedAt) IS NULL")),
      messages: Int(try connection.number("SELECT count(*) FROM \(Schema.liveMessages(format: format))")),
      format: format, isSound: true)
  }

  /// Newest first; of one second the last one first.
  private func names() throws(StoreError) -> [String] {
    try Files.list(folder.backups).compactMap { name in BackupName(name).map { (name, $0.madeAt) } }
      .sorted { ($0.1, $0.0.count, $0.0) > ($1.1, $1.0.count, $1.0) }.map(\.0)
  }

  /// - Parameter made: the one just made, which stays even where the others are said to be from the future.
  private func prune(but made: String) throws(StoreError) {
    var count = 0
    var hours: Set<Int64> = []
    var days: Set<Int64> = []
    var conversions: Set<Int> = []
    for name in try names() {
      guard let backup = BackupName(name) else { continue }
      if let format = backup.before {
        if conversions.insert(format).inserted { continue }
      } else {
        count += 1
        let seconds = backup.madeAt.milliseconds / 1_000
        let isNewOfHour = hours.count < Self.keeps.hours && hours.insert(seconds / 3_600).inserted
        let isNewOfDay = days.count < Self.keeps.days && days.insert(seconds / 86_400).inserted
        if count <= Self.keeps.newest || isNewOfHour || isNewOfDay { continue }
      }
      if name != made { Files.remove("\(folder.backups)/\(name)") }
    }
  }

  /// Removes unfinished copies of processes that have ended.
  private func sweep() {
    for name in Files.names(in: folder.backups) where name.hasPrefix(".copy-") {
      guard let process = pid_t(name.dropFirst(6).prefix { $0 != "-" }) else { continue }
      if process != getpid(), kill(process, 0) == 0 || errno == EPERM { continue }
      Files.remove("\(folder.backups)/\(name)")
    }
  }
}

extension Backups {
  /// For one who finds a restore unfinished. The user asked for it, and what is there is set aside: so it is finished,
  /// but a database is not given up for a copy that is no longer sound.
  func finishRestoreOrDropIt(at time: Timestamp) throws(StoreError) {
    if Files.exists(connections.folder.database) {
      do throws(StoreError) { try check(connections.folder.restored) } catch .corrupt {
        return try connections.folder.setRestoredAside(at: time)
      }
    }
    try connections.folder.finishRestore(at: time)
  }
}

extension Backup {
  fileprivate init(path: String, madeAt: Timestamp, chats: Int, messages: Int, format: Int, isSound: Bool) {
    self.init(
      id: path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path, path: path, madeAt: madeAt,
      bytes: Files.size(path) ?? 0, chats: chats, messages: messages, format: format, isSound: isSound)
  }
}
