public import Domain
import Synchronization

/// A real store whose writes or reads fail while a test says so.
public final class FailingStore: ChatStore {
  private let real: any ChatStore
  private let writeError = Mutex<(error: StoreError, left: Int)?>(nil)
  private let readError = Mutex<StoreError?>(nil)
  private let slowness = Mutex(Slowness())

  private struct Slowness {
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  public init(_ real: any ChatStore) { self.real = real }

  /// From now on writes fail, but for so many; nil mends the store.
  public func failWrites(with error: StoreError?, after count: Int = 0) {
    writeError.withLock { $0 = error.map { ($0, count) } }
  }

  /// Lets no write begin until `releaseWrites`.
  public func holdWrites() { slowness.withLock { $0.isHeld = true } }

  /// Waits until a write is held.
  public func heldWrite() async {
    await withCheckedContinuation { wake in
      let isMet = slowness.withLock { slowness in
        if slowness.waiting.isEmpty { slowness.watchers.append(wake) }
        return !slowness.waiting.isEmpty
      }
      if isMet { wake.resume() }
    }
  }

  public func releaseWrites() {
    let waiting = slowness.withLock { slowness in
      slowness.isHeld = false
      defer { slowness.waiting = [] }
      return slowness.waiting
    }
    waiting.forEach { $0.resume() }
  }

  private func waitWhileHeld() async {
    await withCheckedContinuation { wake in
      let (isFree, watchers) = slowness.withLock { slowness in
        guard slowness.isHeld else { return (true, [CheckedContinuation<Void, Never>]()) }
        slowness.waiting.append(wake)
        defer { slowness.watchers = [] }
        return (false, slowness.watchers)
      }
      if isFree { wake.resume() }
      watchers.forEach { $0.resume() }
    }
  }

  public func failReads(with error: StoreError?) { readError.withLock { $0 = error } }

  public func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let error = readError.withLock({ $0 }) { throw error }
    return try await real.read(kind, body)
  }

  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    await waitWhileHeld()
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
