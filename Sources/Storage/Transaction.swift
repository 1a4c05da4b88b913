import Domain

/// What reading and writing share; lives as long as one transaction.
protocol Transaction: StoreReading {
  var connection: Connection { get }
  var locks: ProcessLocks { get }
}

/// What the body of `ChatStore.read` works with.
struct ReadTransaction: Transaction {
  let connection: Connection
  let locks: ProcessLocks
}

/// What the body of `ChatStore.write` works with.
final class WriteTransaction: Transaction, StoreWriting {
  let connection: Connection
  let locks: ProcessLocks
  var changes = ChangeSet()
  /// True when the body must be possible even on a full disk, as a delete must be.
  var mayUseReserve = false
  let pictures: PictureFileStore
  /// Pictures that rows written here name.
  var namedPictures: Set<PictureHash> = []
  /// Pictures that rows deleted here named; other rows may name them still, or again.
  var droppedPictures: Set<PictureHash> = []

  init(connection: Connection, locks: ProcessLocks, pictures: PictureFileStore) {
    self.connection = connection
    self.locks = locks
    self.pictures = pictures
  }
}
