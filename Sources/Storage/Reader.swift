import Domain
import Executors
import Platform
import Synchronization

/// A connection that only reads, on its own queue; never waits for the writer.
actor Reader {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var connections: ConnectionFactory?
  private var connection: Connection?
  private var locks: ProcessLocks?
  /// Where nothing may be written: how to look, and what lay there when the connection was opened.
  private var looking: (first: FirstLook, shape: DatabaseShape?)?

  init(number: Int) { executor = QueueExecutor(label: "sotto.store.reader.\(number)") }

  func open(_ connections: ConnectionFactory, locks: ProcessLocks) throws(StoreError) {
    connection = try connections.open(.reading)
    self.locks = locks
  }

  /// For a library that may not be written: neither makes nor changes a file.
  func look(_ connections: ConnectionFactory, first: FirstLook, locks: ProcessLocks) {
    self.connections = connections
    looking = (first, nil)
    self.locks = locks
  }

  /// - Parameter cancellation: ends the read where it stands.
  func read<Value: Sendable>(
    until cancellation: Cancellation?, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let connections, let first = looking?.first else { return try readNow(cancellation, body) }
    let path = connections.folder.database
    // What changes under a look that holds no lock is read again, as it is then; who writes all the time leaves moments.
    var left = Wait(connections.busyTimeout)
    repeat {
      let shape = DatabaseShape(of: path)
      if connection == nil || looking?.shape != shape {
        connection = nil
        connection = try connections.open(.looking(first.look(at: path, shape: shape)), busyTimeout: .zero)
        looking?.shape = shape
      }
      do throws(StoreError) {
        let value = try readNow(cancellation, body)
        if DatabaseShape(of: path) == shape { return value }
      } catch {
        switch error {
        case .cancelled: throw error
        // A writer that is just coming in makes the index again, and holds it for a moment.
        case .readOnly, .locked: connection = nil
        default: if DatabaseShape(of: path) == shape { throw error }
        }
      }
    } while left.goesOn()
    throw .locked(path: path)
  }

  private func readNow<Value: Sendable>(
    _ cancellation: Cancellation?, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let connection, let locks else { throw .closed }
    return try connection.read { () throws(StoreError) in
      let transaction = ReadTransaction(connection: connection, locks: locks)
      guard let cancellation else { return try body(transaction) }
      return try connection.run(until: cancellation) { () throws(StoreError) in try body(transaction) }
    }
  }

  func close() {
    connection = nil
    looking = nil
    locks = nil
  }
}

/// The readers. A brief read goes to the least busy one; all long ones wait in line for the last, so that however long they
/// take, the others are free for what is on screen.
final class Readers: Sendable {
  private struct Load {
    var brief = 0
    var long = 0
  }
  private let readers: [Reader]
  private let loads: Mutex<[Load]>

  /// - Parameter count: two at least.
  init(count: Int) {
    readers = (0..<count).map { Reader(number: $0) }
    loads = Mutex(Array(repeating: Load(), count: count))
  }

  func open(_ connections: ConnectionFactory, locks: ProcessLocks) async throws(StoreError) {
    for reader in readers { try await reader.open(connections, locks: locks) }
  }

  func look(_ connections: ConnectionFactory, first: FirstLook, locks: ProcessLocks) async {
    for reader in readers { await reader.look(connections, first: first, locks: locks) }
  }

  func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    switch kind {
    case .brief:
      let index = loads.withLock { loads in
        let index = loads.indices.filter { loads[$0].long == 0 }.min { loads[$0].brief < loads[$1].brief } ?? 0
        loads[index].brief += 1
        return index
      }
      defer { loads.withLock { $0[index].brief -= 1 } }
      return try await readers[index].read(until: nil, body)
    case .long:
      let index = readers.count - 1
      loads.withLock { $0[index].long += 1 }
      defer { loads.withLock { $0[index].long -= 1 } }
      let cancellation = Cancellation()
      return try await withTaskCancellationHandler {
        do throws(StoreError) {
          return Result<Value, StoreError>.success(try await readers[index].read(until: cancellation, body))
        } catch {
          return .failure(error)
        }
      } onCancel: {
        cancellation.cancel()
      }.get()
    }
  }

  func close() async {
    for reader in readers { await reader.close() }
  }
}
