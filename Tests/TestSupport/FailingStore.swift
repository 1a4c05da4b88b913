public import Domain
import Synchronization

/// A real store whose writes or reads fail while a test says so.
public final class FailingStore: ChatStore {
  private let real: any ChatStore
  private let writeError = Mutex<StoreError?>(nil)
  private let readError = Mutex<StoreError?>(nil)

  public init(_ real: any ChatStore) { self.real = real }

  public func failWrites(with error: StoreError?) { writeError.withLock { $0 = error } }
  public func failReads(with error: StoreError?) { readError.withLock { $0 = error } }

  public func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let error = readError.withLock({ $0 }) { throw error }
    return try await real.read(body)
  }

  public func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let error = writeError.withLock({ $0 }) { throw error }
    return try await real.write(body)
  }

  public func changesElsewhere() -> AsyncStream<StoreChange> { real.changesElsewhere() }
}
