import Domain
import Synchronization

/// Calls one read off: whatever statement it is at ends, also one that only begins meanwhile, and none of anybody else's.
final class Cancellation: Sendable {
  private let wasCalledOff = Atomic(false)

  func cancel() { wasCalledOff.store(true, ordering: .relaxed) }

  var isCancelled: Bool { wasCalledOff.load(ordering: .relaxed) }

  /// For what stands between two statements.
  func check() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }
}
