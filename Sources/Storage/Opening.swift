import Domain
import Platform

/// Opens a library's database on whatever ground there is: missing, old, newer, damaged, full or read-only.
struct Opening {
  let connections: ConnectionFactory
  let surroundings: any Surroundings
  let steps: [Migration]
  /// Told what takes time.
  let progress: @Sendable (OpeningPhase) -> Void

  private var folder: Folder { connections.folder }
  private var busyTimeout: Duration { connections.busyTimeout }
  private var backups: Backups { Backups(connections: connections, surroundings: surroundings) }
  private var known: Int { steps.last?.format ?? 0 }

  struct Opened {
    /// The writing connection.
    let connection: Connection
    /// Keeps others from moving the database away under it.
    let lock: LibraryLock
    /// Where the log lies that was found damaged.
    let keptLog: String?
  }

  func open() throws(StoreError) -> Opened {
    do throws(StoreError) {
      return try openOnce()
    } catch .diskFull(let path) {
      // Only the index beside the log is made by an opening; the rest of the reserve is for deletes.
      let error = StoreError.diskFull(path: path)
      guard !folder.isAboutKeeping(error), Reserve(path: folder.reserve).lend() else { throw error }
      return try openOnce()
    }
  }

  private func openOnce() throws(StoreError) -> Opened {
    try folder.make()
    let lock = try LibraryLock(of: folder)
    try lock.enter(alone: false, busyTimeout: busyTimeout)
    progress(.checking)
    try connections.checkKey()
    if folder.isRestoreUnfinished {
      progress(.recovering)
      try lock.enter(alone: true, busyTimeout: busyTimeout)
      if folder.isRestoreUnfinished { try backups.finishRestoreOrDropIt(at: surroundings.now()) }
      try lock.enter(alone: false, busyTimeout: busyTimeout)
    }
    if folder.hasUnfinishedCopies {
      if lock.tryToEnter(alone: true) { folder.removeUnfinishedCopies() }
      try lock.enter(alone: false, busyTimeout: busyTimeout)
    }
    try folder.checkDatabaseFiles()
    switch try Inspection.look(connections, known: known) {
    case .missing:
      try OpenDatabases.make(folder.database)
      try Files.sync(folder.path)
    case .format(let found) where (1..<known).contains(found):
      try waitToBeAlone(lock)
    case .empty, .format: break
    }
    for file in folder.databaseFiles { Files.tighten(file) }
    let keptLog = try keepDamagedLog(lock)
    let connection = try connect(lock)
    // What SQLite dropped must not be found, and told, once more.
    if keptLog != nil { try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    return Opened(connection: connection, lock: lock, keptLog: keptLog)
  }

  /// Only the first one who comes in reads the log itself; to all others the index says what is in it.
  private func keepDamagedLog(_ lock: LibraryLock) throws(StoreError) -> String? {
    guard Files.size(folder.databaseFiles[1]) ?? 0 > 0 else { return nil }
    guard lock.tryToEnter(alone: true) else {
      try lock.enter(alone: false, busyTimeout: busyTimeout)
      return nil
    }
    return try folder.keepDamagedLog(at: surroundings.now())
  }

  private func connect(_ lock: LibraryLock) throws(StoreError) -> Connection {
    let connection = try connections.open(.writing)
    let found = try connection.format()
    if found < known {
      if found > 0 {
        // Nothing is converted that cannot be taken back.
        progress(.backingUp)
        _ = try backups.make(from: connection, before: known)
      }
      try prepare(connection)
      try connection.migrate(steps) { part in if found > 0 { progress(.converting(part)) } }
      // What undoes a half-made database must be gone for good before the first message is there.
      if found == 0 { try Files.sync(folder.path) }
    } else {
      try prepare(connection)
    }
    let opened = Files.number(of: folder.database)
    try lock.enter(alone: false, busyTimeout: busyTimeout)
    // One who was alone gives that up before it comes in with others: somebody may have moved the database meanwhile.
    guard Files.number(of: folder.database) == opened else { throw .locked(path: folder.path) }
    try Inspection.checkSchema(connection)
    return connection
  }

  /// Another process that works with the old format must not find the new one under its hands.
  private func waitToBeAlone(_ lock: LibraryLock) throws(StoreError) {
    var left = Wait(busyTimeout)
    while !lock.tryToEnter(alone: true) {
      // Perhaps the other one is converting, and is done soon.
      let found = try Inspection.look(connections, known: known)
      if found == .format(known) { return try lock.enter(alone: false, busyTimeout: busyTimeout) }
      guard left.goesOn() else { throw .locked(path: folder.path) }
    }
  }

  /// SQLite does not wait by itself for another one who is just giving a new database its log.
  private func journalMode(of connection: Connection) throws(StoreError) -> String? {
    var left = Wait(busyTimeout)
    while true {
      do throws(StoreError) {
        return try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
      } catch .locked(let path) {
        guard left.goesOn() else { throw .locked(path: path) }
      }
    }
  }

  private func prepare(_ connection: Connection) throws(StoreError) {
    let mode = try journalMode(of: connection)
    guard mode == "wal" else {
      throw .cannotOpen(path: folder.path, reason: .noLog(mode: mode ?? "?"))
    }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA foreign_keys = ON")
    try connection.run("PRAGMA journal_size_limit = 4194304")
  }
}
