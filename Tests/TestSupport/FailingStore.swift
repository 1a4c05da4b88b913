public import Domain
import Synchronization

/// A real store whose writes or reads fail while a test says so.
public final class FailingStore: ChatStore {
  private let real: any ChatStore
  private let writeError = Mutex<(error: StoreError, left: Int)?>(nil)
  private let readError = Mutex<StoreError?>(nil)
  private let writes = Gate()
  private let reads = Gate()

  public init(_ real: any ChatStore) { self.real = real }

  /// From now on writes fail, but for so many; nil mends the store.
  public func failWrites(with error: StoreError?, after count: Int = 0) {
    writeError.withLock { $0 = error.map { ($0, count) } }
  }

  /// Lets no write begin, but for so many, until `releaseWrites`.
  public func holdWrites(after count: Int = 0) { writes.hold(after: count) }

  /// Waits until a write is held.
  public func heldWrite() async { await writes.held() }

  public func releaseWrites() { writes.release() }

  /// Keeps what is read from now on, but for so many readings, from whoever asked for it, until `releaseReads`.
  public func holdReads(after count: Int = 0) { reads.hold(after: count) }

  /// Waits until something that was read is held.
  public func heldRead() async { await reads.held() }

  public func releaseReads() { reads.release() }

  public func failReads(with error: StoreError?) { readError.withLock { $0 = error } }

  public func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let error = readError.withLock({ $0 }) { throw error }
    let value = try await real.read(kind, body)
    await reads.pass()
    return value
  }

  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    await writes.pass()
    let error = writeError.withLock { fault -> StoreError? in
      guard let (error, left) = fault, left > 0 else { return fault?.error }
      fault = (error, left - 1)
      return nil
    }
    if let error { throw error }
    return try await real.write(body)
  }

  public func changesByOtherProcesses() -> AsyncStream<StoreChange> { real.changesByOtherProcesses() }
}
