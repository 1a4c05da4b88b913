import CSQLite
import Domain
import Synchronization

/// Calls one read off: it ends the statement that the read is just at, and never one of anybody else's on that connection.
final class Cancellation: Sendable {
  private enum State {
    case waiting
    /// The connection's handle, as a number.
    case running(Int)
    case ended
    case cancelled
  }
  private let state = Mutex(State.waiting)

  func cancel() {
    // Under the lock, for the connection must neither be closed nor be at another read meanwhile.
    state.withLock { state in
      if case .running(let handle) = state { sqlite3_interrupt(OpaquePointer(bitPattern: handle)) }
      if case .ended = state { return }
      state = .cancelled
    }
  }

  /// Throws `cancelled` where that was before.
  func begin(on handle: OpaquePointer) throws(StoreError) {
    let number = Int(bitPattern: handle)
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .running(number)
      return false
    }
    if isCancelled { throw .cancelled }
  }

  /// To be called by the connection's owner when the last statement of the read was reset.
  func end() { state.withLock { $0 = .ended } }

  /// For what stands between two statements, which SQLite cannot interrupt.
  func check() throws(StoreError) {
    let isCancelled = state.withLock { if case .cancelled = $0 { true } else { false } }
    if isCancelled { throw .cancelled }
  }
}
