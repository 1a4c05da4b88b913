public import Domain
import Synchronization

/// A real store whose writes or reads fail while a test says so.
public final class FailingStore: ChatStore {
  private let real: any ChatStore
  private let writeError = Mutex<(error: StoreError, left: Int)?>(nil)
  private let readError = Mutex<StoreError?>(nil)

  public init(_ real: any ChatStore) { self.real = real }

  /// From now on writes fail, but for so many; nil mends the store.
  public func failWrites(with error: StoreError?, after count: Int = 0) {
    writeError.withLock { $0 = error.map { ($0, count) } }
  }
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
    let error = writeError.withLock { fault -> StoreError? in
      guard let (error, left) = fault, left > 0 else { return fault?.error }
      fault = (error, left - 1)
      return nil
    }
    if let error { throw error }
    return try await real.write(body)
  }

  public func changesElsewhere() -> AsyncStream<StoreChange> { real.changesElsewhere() }
}
