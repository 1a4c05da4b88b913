import Synchronization

/// A place at which whoever comes is held, while a test wants that.
public final class Gate: Sendable {
  private struct State {
    var isHeld = false
    /// So many still pass.
    var left = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [Wake<Void>] = []
  }
  private let state: Mutex<State>

  public init(isHeld: Bool = false) { state = Mutex(State(isHeld: isHeld)) }

  /// Holds all from now on, but for the next `count`.
  public func hold(after count: Int = 0) { state.withLock { ($0.isHeld, $0.left) = (true, count) } }

  /// Waits until somebody is held.
  public func held() async {
    let wake = Wake<Void>()
    let isMet = state.withLock { state in
      if state.waiting.isEmpty { state.watchers.append(wake) }
      return !state.waiting.isEmpty
    }
    if !isMet { await wake.wait() }
  }

  /// Lets all go who are held, and all who come.
  public func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  /// Goes on at once, or when those who are held are let go. A task that is cancelled is held, too: what a test holds back
  /// comes when the test says so.
  public func pass() async {
    await withCheckedContinuation { wake in
      let (isFree, watchers) = state.withLock { state in
        guard state.isHeld else { return (true, [Wake<Void>]()) }
        guard state.left == 0 else {
          state.left -= 1
          return (true, [])
        }
        state.waiting.append(wake)
        defer { state.watchers = [] }
        return (false, state.watchers)
      }
      if isFree { wake.resume() }
      watchers.forEach { $0.end() }
    }
  }
}
