import Domain
import Executors
import Platform

/// The one connection that writes, on its own queue.
actor Writer {
  private let executor = QueueExecutor(label: "sotto.store.writer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let pictureFiles: PictureFileStore
  private var folder: Folder { pictureFiles.folder }
  private var reserve: Reserve { Reserve(path: folder.reserve) }
  private let surroundings: any Surroundings
  private let log: ChangeLog
  private let beforeRemoval: @Sendable () -> Void
  private var connection: Connection?
  private var locks: ProcessLocks?
  private var lock: LibraryLock?
  private var watch: Watch?
  private let listeners: ChangeListeners
  private var lastChange: Int64 = 0
  private var lastVersion: Int64 = 0
  /// Damage that was met while nobody waited for an answer.
  private var metDamage = false
  /// Pictures that no row named any more when this process last looked; their files are to go.
  private var unreferenced: Set<PictureHash> = []

  init(
    pictureFiles: PictureFileStore, surroundings: any Surroundings, options: SQLiteLibrary.Options,
    listeners: ChangeListeners
  ) {
    self.listeners = listeners
    self.pictureFiles = pictureFiles
    self.surroundings = surroundings
    log = options.log
    beforeRemoval = options.beforeRemoval
  }

  /// Opens the database, making or converting it first; returns this process's locks, and what was found of a damaged log.
  func open(_ opening: Opening, options: SQLiteLibrary.Options) throws(StoreError) -> (ProcessLocks, keptLog: String?) {
    let opened = try opening.open()
    let connection = opened.connection
    self.connection = connection
    lock = opened.lock
    let locks = try ProcessLocks(in: folder.run, surroundings: surroundings, reserve: reserve) {
      id throws(StoreError) in
      try connection.number(
        """
        SELECT EXISTS(SELECT 1 FROM message INDEXED BY message_unfinished WHERE state < 2 AND owner = ?1)
          OR EXISTS(SELECT 1 FROM model WHERE load_owner = ?1) OR EXISTS(SELECT 1 FROM deletion WHERE owner = ?1)
        """, [.uid(id)]) > 0
    }
    self.locks = locks
    lastVersion = try connection.dataVersion()
    try log.makeRoom(in: connection)
    lastChange = try log.last(in: connection)
    watch = Watch(folder.run, kind: options.watching, every: options.watchInterval, on: executor.queue) { [weak self] in
      Task { [weak self] in await self?.look() }
    }
    reserve.take()
    return (locks, opened.keptLog)
  }

  /// - Parameter foldingIn: false once damage was met: the log then stays beside the database, which is not written over.
  func write<Value: Sendable>(
    foldingIn: Bool = true, _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    var mayUseReserve = false
    let foldingIn = foldingIn && !metDamage
    if !foldingIn { try connection?.run("PRAGMA wal_autocheckpoint = 0") }
    do throws(StoreError) {
      return try attempt(body, mayUseReserve: &mayUseReserve)
    } catch .diskFull(let path) {
      // What takes room away must be possible when there is none: with the reserve, and the log folded in, which gives
      // back about as much as it takes.
      guard mayUseReserve, foldingIn else { throw .diskFull(path: path) }
      let room = reserve.release()
      // A log that cannot be folded in now is folded in later; what the delete then lacks, it says itself.
      defer {
        // As above.
        try? connection?.run("PRAGMA wal_checkpoint(TRUNCATE)")
        reserve.take(back: room)
      }
      // As above.
      try? connection?.run("PRAGMA wal_checkpoint(TRUNCATE)")
      return try attempt(body, mayUseReserve: &mayUseReserve)
    }
  }

  private func attempt<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value, mayUseReserve: inout Bool
  ) throws(StoreError) -> Value {
    guard let connection, let locks else { throw .closed }
    let transaction = WriteTransaction(connection: connection, locks: locks, pictures: pictureFiles)
    defer { mayUseReserve = transaction.mayUseReserve }
    var dropped: Set<PictureHash> = []
    let value = try connection.write { () throws(StoreError) in
      let value = try body(transaction)
      dropped = try transaction.unreferenced(of: transaction.droppedPictures)
      if !transaction.changes.isEmpty {
        try log.write(transaction.changes, at: surroundings.now(), by: locks.me, to: connection)
      }
      return value
    }
    if !transaction.changes.isEmpty { folder.touch() }
    pictureFiles.haveRows(transaction.namedPictures)
    unreferenced.formUnion(dropped)
    removeUnreferenced()
    return value
  }

  /// Removes the files of pictures whose last row is gone; only after the commit, for a file that went with a
  /// transaction that was then undone would be lost. Backups hold no pictures: what is deleted for ever is gone, even
  /// for one who goes back to a backup that names it.
  private func removeUnreferenced() {
    guard !unreferenced.isEmpty, let connection, let locks else { return }
    beforeRemoval()
    do throws(StoreError) {
      // Transactions of their own, in which no process can write a row that names one of them; small ones, so that other
      // processes' sends slip in between.
      while !unreferenced.isEmpty {
        let part = unreferenced.prefix(100)
        try connection.write { () throws(StoreError) in
          let transaction = ReadTransaction(connection: connection, locks: locks)
          for hash in try transaction.unreferenced(of: part) { pictureFiles.remove(hash) }
        }
        unreferenced.subtract(part)
      }
    } catch {
      // What was asked for is committed. The files go with the next write, or a sweep finds them.
      note(error)
    }
  }

  /// Sets those of the pictures aside that no row names and that are still old; returns how many that are.
  func setAside(_ pictures: some Sequence<PictureHash> & Sendable) throws(StoreError) -> Int {
    guard let connection, let locks else { throw .closed }
    return try connection.write { () throws(StoreError) in
      let transaction = ReadTransaction(connection: connection, locks: locks)
      var count = 0
      for hash in try transaction.unreferenced(of: pictures) where try pictureFiles.setAside(hash) { count += 1 }
      return count
    }
  }

  /// Tells what other processes committed since the last look.
  func look() {
    guard let connection, let locks else { return }
    do throws(StoreError) {
      let version = try connection.dataVersion()
      guard version != lastVersion else { return }
      let change = try connection.read { () throws(StoreError) in
        try log.changes(after: &lastChange, notBy: locks.me, in: connection)
      }
      lastVersion = version
      if let change { listeners.tell(change) }
    } catch {
      // What cannot be read now is told with the next look; a lasting fault shows in every read and write.
      note(error)
    }
  }

  private func note(_ error: StoreError) {
    if case .corrupt = error { metDamage = true }
  }

  /// Gives the database and the locks back.
  ///
  /// - Parameter foldingIn: false where damage was met: the files then stay as they are, for who wants to rescue them.
  func close(foldingIn: Bool) {
    guard let connection else { return }
    // A log that cannot be folded in now is folded in by the next process that opens the library: nobody waits for that,
    // neither one who only read nor one who has just waited in vain.
    connection.wait(atMost: .zero)
    // As above.
    if foldingIn, !metDamage { try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    watch = nil
    self.connection = nil
    locks?.end()
    locks = nil
    // Only now, for the lock may be what the reserve had to become.
    reserve.take()
    lock = nil
  }
}

extension StoreError {
  static let closed = StoreError.refused(reason: .closed, statement: "")
}
