import Domain
import Glibc

/// Makes, lists and prunes a house's backups.
struct Backups {
  let folder: Folder
  let surroundings: any Surroundings

  /// Daily copies kept; of each conversion one is kept beside them.
  static let keeps = 7

  /// Copies the database as it is now, checks the copy, and only then gives it its name.
  func make(from connection: Connection, before format: Int? = nil) throws(StoreError) -> Backup {
    try Files.makeFolder(folder.backups)
    sweep()
    let now = surroundings.now()
    let name = freeName("sotto-\(now.stamp)" + (format.map { "-before-\($0)" } ?? ""))
    let path = "\(folder.backups)/\(name)"
    let copy = "\(folder.backups)/.copy-\(getpid())-\(name)"
    do throws(StoreError) {
      try connection.run("VACUUM INTO ?", [.text(copy)])
      chmod(copy, 0o600)
      let backup = try Self.inspect(copy, id: name, path: path, madeAt: now)
      guard backup.isSound else { throw .corrupt(path: folder.database, detail: "a copy of it is not sound") }
      try Files.sync(copy)
      try Files.rename(copy, to: path)
      try Files.sync(folder.backups)
      prune()
      return backup
    } catch {
      Files.remove(copy)
      throw error
    }
  }

  /// Newest first.
  func list() -> [Backup] {
    names().map { name in
      let path = "\(folder.backups)/\(name)"
      let madeAt = BackupName(name)?.madeAt ?? Timestamp(milliseconds: 0)
      let found = try? Self.inspect(path, id: name, path: path, madeAt: madeAt)
      return found ?? Self.unsound(id: name, path: path, madeAt: madeAt)
    }
  }

  /// When the newest daily backup was made.
  func newest() -> Timestamp? { names().compactMap { BackupName($0)?.madeAt }.max() }

  /// Opens the file and reads all of it.
  private static func inspect(
    _ file: String, id: String, path: String, madeAt: Timestamp
  ) throws(StoreError) -> Backup {
    let connection = try Connection(path: file, mode: .reading, patience: .zero)
    guard try connection.first("PRAGMA quick_check(1)", [], { $0.text(0) }) == "ok" else {
      return unsound(id: id, path: path, madeAt: madeAt)
    }
    return Backup(
      id: id, path: path, madeAt: madeAt, bytes: Files.size(file) ?? 0,
      chats: Int(try connection.number("SELECT count(*) FROM chat WHERE binned_at IS NULL")),
      messages: Int(try connection.number("SELECT count(*) FROM message")), format: try connection.format(),
      isSound: true)
  }

  /// Throws `corrupt` when the file is not sound.
  static func check(_ file: String) throws(StoreError) {
    let found = try inspect(file, id: "", path: file, madeAt: Timestamp(milliseconds: 0))
    if !found.isSound { throw .corrupt(path: file, detail: "it fails the check of its structure") }
  }

  private static func unsound(id: String, path: String, madeAt: Timestamp) -> Backup {
    Backup(
      id: id, path: path, madeAt: madeAt, bytes: Files.size(path) ?? 0, chats: 0, messages: 0, format: 0,
      isSound: false)
  }

  private func names() -> [String] {
    Files.names(in: folder.backups).filter(BackupName.isBackup).sorted(by: >)
  }

  private func freeName(_ stem: String) -> String {
    var name = "\(stem).db"
    var number = 2
    while Files.exists("\(folder.backups)/\(name)") {
      name = "\(stem)-\(number).db"
      number += 1
    }
    return name
  }

  private func prune() {
    var kept = 0
    var conversions: Set<Int> = []
    for name in names() {
      if let format = BackupName(name)?.before {
        if conversions.insert(format).inserted { continue }
      } else {
        kept += 1
        if kept <= Self.keeps { continue }
      }
      Files.remove("\(folder.backups)/\(name)")
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
