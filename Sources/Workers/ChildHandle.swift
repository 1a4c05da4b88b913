import Synchronization

/// Holds a child for whoever may want to end it, also before it is started.
package final class ChildHandle: Sendable {
  private let state = Mutex<(child: ChildProcess?, isCancelled: Bool)>((nil, false))

  package init() {}

  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Takes the place of the child before; one that comes too late is ended.
  package func hold(_ child: ChildProcess?) {
    // The former one goes outside of the lock.
    let (isLate, former) = state.withLock { state in
      defer { state.child = child }
      return (state.isCancelled, state.child)
    }
    if isLate { child?.kill() }
    _ = consume former
  }

  /// Ends the child that is held, and every one to come.
  package func cancel() {
    let child = state.withLock { state in
      state.isCancelled = true
      return state.child
    }
    child?.kill()
  }
}
