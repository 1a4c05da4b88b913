import Domain

/// What reading and writing share; lives as long as one transaction.
protocol Session: StoreReading {
  var connection: Connection { get }
  var locks: ProcessLocks { get }
}

/// What the body of `ChatStore.read` works with.
struct ReadingSession: Session {
  let connection: Connection
  let locks: ProcessLocks
}

/// What the body of `ChatStore.write` works with.
final class WritingSession: Session, StoreWriting {
  let connection: Connection
  let locks: ProcessLocks
  var changes = ChangeSet()
  /// True when the body deletes, which must be possible even on a full disk.
  var deletes = false

  init(connection: Connection, locks: ProcessLocks) {
    self.connection = connection
    self.locks = locks
  }
}
