import Domain
import Executors
import Glibc
import Synchronization

/// A connection that only reads, on its own queue; never waits for the writer.
actor Reader {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var connection: Connection?
  private var locks: ProcessLocks?
  /// Where nothing may be written: the database to look at, and what lay there when the connection was opened.
  private var looking: (path: String, shape: DatabaseShape?, first: FirstLook)?

  init(number: Int) { executor = QueueExecutor(label: "sotto.store.reader.\(number)") }

  func open(_ path: String, locks: ProcessLocks, busyTimeout: Duration) throws(StoreError) {
    connection = try Connection(path: path, mode: .reading, busyTimeout: busyTimeout)
    self.locks = locks
  }

  /// For a library that may not be written: neither makes nor changes a file.
  func look(at path: String, first: FirstLook, locks: ProcessLocks) {
    looking = (path, nil, first)
    self.locks = locks
  }

  func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let (path, _, first) = looking else { return try readNow(body) }
    // What changes under a look that holds no lock is read again, as it is then.
    for _ in 1...20 {
      let shape = DatabaseShape(of: path)
      if connection == nil || looking?.shape != shape {
        connection = nil
        let look = first.look(at: path, shape: shape)
        connection = try Connection(path: path, mode: .looking(look), busyTimeout: .zero)
        looking?.shape = shape
      }
      do throws(StoreError) {
        let value = try readNow(body)
        if DatabaseShape(of: path) == shape { return value }
      } catch {
        // A writer that is just coming in makes the index again.
        if case .readOnly = error { connection = nil } else if DatabaseShape(of: path) == shape { throw error }
      }
      usleep(1_000)
    }
    throw .locked(path: path)
  }

  private func readNow<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let connection, let locks else { throw .closed }
    return try connection.read { () throws(StoreError) in
      try body(ReadTransaction(connection: connection, locks: locks))
    }
  }

  func close() {
    connection = nil
    looking = nil
    locks = nil
  }
}

/// The readers, of which the least busy one takes the next read.
final class Readers: Sendable {
  private let readers: [Reader]
  private let waiting: Mutex<[Int]>

  init(count: Int) {
    readers = (0..<count).map { Reader(number: $0) }
    waiting = Mutex(Array(repeating: 0, count: count))
  }

  func open(_ path: String, locks: ProcessLocks, busyTimeout: Duration) async throws(StoreError) {
    for reader in readers { try await reader.open(path, locks: locks, busyTimeout: busyTimeout) }
  }

  func look(at path: String, first: FirstLook, locks: ProcessLocks) async {
    for reader in readers { await reader.look(at: path, first: first, locks: locks) }
  }

  func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let index = waiting.withLock { waiting in
      let index = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      waiting[index] += 1
      return index
    }
    defer { waiting.withLock { $0[index] -= 1 } }
    return try await readers[index].read(body)
  }

  func close() async {
    for reader in readers { await reader.close() }
  }
}
