import Domain
import Synchronization

/// A connection that only reads, on its own queue; never waits for the writer.
actor Reader {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var connection: Connection?
  private var locks: ProcessLocks?

  init(number: Int) { executor = QueueExecutor(label: "sotto.store.reader.\(number)") }

  func open(_ path: String, locks: ProcessLocks, patience: Duration) throws(StoreError) {
    connection = try Connection(path: path, mode: .reading, patience: patience)
    self.locks = locks
  }

  func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let connection, let locks else { throw .closed }
    return try connection.read { () throws(StoreError) in
      try body(ReadingSession(connection: connection, locks: locks))
    }
  }

  func close() {
    connection = nil
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

  func open(_ path: String, locks: ProcessLocks, patience: Duration) async throws(StoreError) {
    for reader in readers { try await reader.open(path, locks: locks, patience: patience) }
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
