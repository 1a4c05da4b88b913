import Domain
import Synchronization

/// Those who want to hear of other processes' changes. Unlike other `Listeners` they get every change, and the first of
/// them also those of before.
final class ChangeListeners: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    var next = 0
    var isFinished = false
    /// What was told before anybody listened: a window listens only once its first picture is on screen.
    var early: [StoreChange] = []
  }
  private let state = Mutex(State())
  private let ofModels = Listeners<Void>()
  /// More changes than this before the first listener are told as "everything".
  private static let keepsEarly = 64

  func add() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.next += 1
      state.streams[state.next] = continuation
      for change in state.early { continuation.yield(change) }
      state.early = []
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  /// For those who hear of models alone. They read all models once they listen, and so miss nothing of before.
  func addForModels() -> AsyncStream<Void> { ofModels.add() }

  func tell(_ change: StoreChange) {
    if change.modelsChanged || change.everything { ofModels.tell(()) }
    let streams = state.withLock { state in
      if state.next == 0 {
        let isFull = state.early.count >= Self.keepsEarly
        state.early = isFull ? [StoreChange(everything: true)] : state.early + [change]
      }
      return Array(state.streams.values)
    }
    for stream in streams { stream.yield(change) }
  }

  func finish() {
    let streams = state.withLock { state in
      state.isFinished = true
      return Array(state.streams.values)
    }
    // Outside the lock: ending a stream calls back into `state`.
    for stream in streams { stream.finish() }
    ofModels.finish()
  }
}
