import Domain
import Executors

/// A library that is open for reading alone, because its folder or its disk lets nothing be written.
actor ReadOnlyStore {
  private let executor = QueueExecutor(label: "sotto.store.readOnlyStore")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Why nothing can be written.
  nonisolated let reason: StoreError
  private let listeners: ChangeListeners
  private var lock: LibraryLock?
  private var watch: Watch?
  private var seen: DatabaseShape?

  init(because reason: StoreError, listeners: ChangeListeners) {
    self.reason = reason
    self.listeners = listeners
  }

  /// Throws `reason` itself where there is nothing that could be read, and `newerVersion` or `corrupt` where that is found.
  func open(_ library: SQLiteLibrary) throws(StoreError) -> (ProcessLocks, FirstLook) {
    let folder = library.folder
    guard Files.size(folder.database) ?? 0 > 0, Files.size(folder.journal) ?? 0 == 0 else { throw reason }
    try folder.checkDatabaseFiles()
    try library.connections.checkKey()
    lock = LibraryLock(lookingAt: folder)
    // Held against one who would move the database away; without it, the next look finds what lies there then.
    // Nor is it held where a damaged log is still to be kept: only one who comes in alone looks at it.
    if !folder.needsLookAtLog { _ = lock?.tryToEnter(alone: false) }
    let known = library.options.steps.last?.format ?? 0
    let first = try FirstLook(at: folder.database)
    let connection = try library.connections.open(.looking(first.look))
    let found = try Inspection.format(in: connection, known: known)
    if found > known { throw .newerVersion(path: folder.database, found: found, known: known) }
    // An old format would have to be converted.
    guard found == known else { throw reason }
    seen = DatabaseShape(of: folder.database)
    watch = Watch(folder.run, kind: library.options.watching, every: library.options.watchInterval, on: executor.queue)
    { [weak self] in
      Task { [weak self] in await self?.look(at: folder.database) }
    }
    return (ProcessLocks(lookingIn: folder.run, surroundings: library.surroundings), first)
  }

  func close() {
    watch = nil
    lock = nil
  }

  private func look(at database: String) {
    let now = DatabaseShape(of: database)
    guard now != seen else { return }
    seen = now
    listeners.tell(StoreChange(everything: true))
  }
}
