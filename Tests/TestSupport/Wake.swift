import Synchronization

/// One wait of a test for what a double does. It ends when the double wakes it, or when its task is cancelled, as the time
/// limit of a test does: a wait in vain then fails that test, and holds up no other.
public final class Wake<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value?, Never>)
    case ended(Value?)
  }
  private let state = Mutex(State.idle)

  public init() {}

  /// Ends the wait; only the first time counts.
  public func end(with value: Value) { end(value) }

  private func end(_ value: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      switch state {
      case .idle:
        state = .ended(value)
        return nil
      case .waiting(let continuation):
        state = .ended(value)
        return continuation
      case .ended: return nil
      }
    }
    waiting?.resume(returning: value)
  }

  /// Waits, once; nil where the task was cancelled before.
  @discardableResult
  public func wait() async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = state.withLock { state -> Value?? in
          if case .ended(let value) = state { return .some(value) }
          state = .waiting(continuation)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      end(nil)
    }
  }
}

extension Wake<Void> {
  /// Ends the wait; only the first time counts.
  public func end() { end(with: ()) }
}
