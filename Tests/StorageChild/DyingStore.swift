import Domain
import Glibc
import Synchronization

/// A store whose process is killed within one of its writes.
final class DyingStore: ChatStore {
  private let real: any ChatStore
  private let left: Mutex<Int>

  init(real: any ChatStore, writes: Int) {
    self.real = real
    left = Mutex(writes)
  }

  func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value { try await real.read(kind, body) }

  func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await real.write { store throws(StoreError) in
      let value = try body(store)
      let isLast = self.left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { kill(getpid(), SIGKILL) }
      return value
    }
  }

  func changesByOtherProcesses() -> AsyncStream<StoreChange> { real.changesByOtherProcesses() }
}
