public import Domain
import Executors
import Platform

extension SQLiteLibrary {
  @discardableResult
  public func startEmpty() async throws(StoreError) -> String? {
    try await BlockingActor().run { () throws(StoreError) in
      let lock = try enterAlone()
      return try withExtendedLifetime(lock) { () throws(StoreError) in
        let now = surroundings.now()
        // Else the next start would take it for a restore to be finished.
        if folder.isRestoreUnfinished { try folder.setRestoredAside(at: now) }
        let copy = folder.restored + ".copy"
        folder.removeUnfinishedCopies()
        do throws(StoreError) { try makeEmpty(copy) } catch {
          folder.removeUnfinishedCopies()
          throw error
        }
        return try folder.exchange(for: copy, at: now)
      }
    }
  }

  private func makeEmpty(_ path: String) throws(StoreError) {
    try OpenDatabases.make(path)
    do {
      let connection = try connections.open(.writing, at: path, busyTimeout: .zero)
      try connection.migrate(options.steps)
    }
    try Files.sync(path)
  }

  public func backups() async throws(StoreError) -> [Backup] {
    try await BlockingActor().run { () throws(StoreError) in
      try connections.checkKey()
      return try backupFiles.list()
    }
  }

  public func restore(_ backup: Backup) async throws(StoreError) {
    try await BlockingActor().run { () throws(StoreError) in
      let lock = try enterAlone()
      try withExtendedLifetime(lock) { () throws(StoreError) in
        let copy = folder.restored + ".copy"
        do throws(StoreError) {
          try Files.copy(backup.path, to: copy)
          let found = try backupFiles.check(copy).format
          let known = options.steps.last?.format ?? 0
          if found > known { throw .newerVersion(path: backup.path, found: found, known: known) }
          try carrySettings(into: copy)
        } catch {
          Files.remove(copy)
          throw error
        }
        // From here on the copy is whole; should the process end between the steps, the next start finishes them.
        try folder.exchange(for: copy, at: surroundings.now())
      }
    }
  }

  /// What the user has chosen stays as it was; of a file that cannot be read it is at least known that the user has been
  /// welcomed and shown around.
  private func carrySettings(into copy: String) throws(StoreError) {
    var settings = [("welcomed", "yes"), ("had-demo", "yes")]
    do throws(StoreError) {
      let first = try FirstLook(at: folder.database)
      let present = try connections.open(.looking(first.look), busyTimeout: .zero)
      settings = try present.rows("SELECT key, value FROM setting") { ($0.text(0), $0.text(1)) }
    } catch {
      // It is what one goes back from.
    }
    let connection = try connections.open(.writing, at: copy, busyTimeout: .zero)
    try connection.run("PRAGMA journal_mode = DELETE")
    try connection.write { () throws(StoreError) in
      for (key, value) in settings {
        try connection.run("INSERT OR REPLACE INTO setting(key, value) VALUES (?, ?)", [.text(key), .text(value)])
      }
    }
  }

  func enterAlone() throws(StoreError) -> LibraryLock {
    try folder.make()
    let lock = try LibraryLock(of: folder)
    try lock.enter(alone: true, busyTimeout: busyTimeout)
    try connections.checkKey()
    return lock
  }
}

/// Does slow work with files and connections of its own, off the shared pool.
actor BlockingActor {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(label: String = "sotto.store.housekeeper") { executor = QueueExecutor(label: label) }

  func run<Value: Sendable, Failure>(_ work: @Sendable () throws(Failure) -> Value) throws(Failure) -> Value {
    try work()
  }
}
