import Domain
import Glibc

/// Opens a house's database on whatever ground there is: missing, old, newer, damaged, full or read-only.
struct Opening {
  let folder: Folder
  let surroundings: any Surroundings
  let patience: Duration
  let steps: [Migration]

  private var known: Int { steps.last?.format ?? 0 }

  struct Opened {
    /// The writing connection.
    let connection: Connection
    /// Keeps others from moving the database away under it.
    let gate: Gate
    /// Set where the log was damaged.
    let lostLog: LostLog?
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
    let gate = try Gate(of: folder)
    try gate.enter(alone: false, patience: patience)
    if folder.isRestoreUnfinished {
      try gate.enter(alone: true, patience: patience)
      if folder.isRestoreUnfinished { try folder.finishRestoreOrDropIt(at: surroundings.now()) }
      try gate.enter(alone: false, patience: patience)
    }
    if folder.hasUnfinishedCopies {
      if gate.tryToEnter(alone: true) { folder.removeUnfinishedCopies() }
      try gate.enter(alone: false, patience: patience)
    }
    try folder.checkDatabaseFiles()
    switch try Inspection.look(at: folder, known: known, patience: patience) {
    case .missing:
      try OpenDatabases.make(folder.database)
      try Files.sync(folder.path)
    case .format(let found) where (1..<known).contains(found):
      try waitToBeAlone(gate)
    case .empty, .format: break
    }
    for file in folder.databaseFiles { Files.tighten(file) }
    let lostLog = try keepDamagedLog(gate)
    let connection = try connect(gate)
    // What SQLite dropped must not be found, and told, once more.
    if lostLog != nil { try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    return Opened(connection: connection, gate: gate, lostLog: lostLog)
  }

  /// Only the first one who comes in reads the log itself; to all others the index says what is in it.
  private func keepDamagedLog(_ gate: Gate) throws(StoreError) -> LostLog? {
    guard Files.size(folder.databaseFiles[1]) ?? 0 > 0 else { return nil }
    guard gate.tryToEnter(alone: true) else {
      try gate.enter(alone: false, patience: patience)
      return nil
    }
    return try folder.keepDamagedLog(at: surroundings.now())
  }

  private func connect(_ gate: Gate) throws(StoreError) -> Connection {
    let connection = try Connection(path: folder.database, mode: .writing, patience: patience)
    let found = try connection.format()
    if found < known {
      if found > 0 {
        // Nothing is converted that cannot be taken back.
        _ = try Backups(folder: folder, surroundings: surroundings).make(from: connection, before: known)
      }
      try prepare(connection)
      try connection.migrate(steps)
      // What undoes a half-made database must be gone for good before the first message is there.
      if found == 0 { try Files.sync(folder.path) }
    } else {
      try prepare(connection)
    }
    let opened = Files.number(of: folder.database)
    try gate.enter(alone: false, patience: patience)
    // One who was alone gives that up before it comes in with others: somebody may have moved the database meanwhile.
    guard Files.number(of: folder.database) == opened else { throw .locked(path: folder.path) }
    try Inspection.checkSchema(connection)
    return connection
  }

  /// Another process that works with the old format must not find the new one under its hands.
  private func waitToBeAlone(_ gate: Gate) throws(StoreError) {
    var left = Wait(patience)
    while !gate.tryToEnter(alone: true) {
      // Perhaps the other one is converting, and is done soon.
      let found = try Inspection.look(at: folder, known: known, patience: patience)
      if found == .format(known) { return try gate.enter(alone: false, patience: patience) }
      guard left.goesOn() else { throw .locked(path: folder.path) }
    }
  }

  private func prepare(_ connection: Connection) throws(StoreError) {
    let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw .cannotOpen(path: folder.path, reason: "this kind of disk cannot hold the database's log (\(mode ?? "?"))")
    }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA foreign_keys = ON")
    try connection.run("PRAGMA journal_size_limit = 4194304")
  }
}
