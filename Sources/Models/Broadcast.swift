import Synchronization

/// Tells everybody who listens the newest of a value; what nobody has taken yet is replaced.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
  }
  private let state = Mutex(State())

  func add() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  func tell(_ value: Value) {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(value) }
  }

  func finish() {
    // Outside the lock: ending a stream calls back into it.
    for stream in state.withLock({ Array($0.streams.values) }) { stream.finish() }
  }
}
