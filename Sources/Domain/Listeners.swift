import Synchronization

/// Who hears of a value that changes: each by a stream of its own, which keeps the newest.
package final class Listeners<Value: Sendable>: Sendable {
  private struct State {
    var streams: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var next: UInt64 = 0
    var value: (@Sendable () -> Value?)?
    var isFinished = false
  }
  private let state = Mutex(State())
  /// Held while it is told, so that of two changes at once the older is not heard last.
  private let telling = Mutex(())

  package init() {}

  /// What is told at each change; nothing for nil.
  package func answer(_ value: @escaping @Sendable () -> Value?) { state.withLock { $0.value = value } }

  /// A new stream; `now` has it begin with what there is now. After `finish` it ends at once.
  package func add(now: Bool = false) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    telling.withLock { _ in
      let (value, isFinished) = state.withLock { state in
        if !state.isFinished { state.streams[id] = continuation }
        return (state.value, state.isFinished)
      }
      if now, let value = value?() { continuation.yield(value) }
      if isFinished { continuation.finish() }
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[id] = nil } }
    return stream
  }

  /// Ends all streams.
  package func finish() {
    // Outside the lock: the end of a stream calls back into it.
    let streams = state.withLock { state in
      state.isFinished = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Tells this, where it is known only at the moment of the change.
  package func tell(_ value: Value) {
    telling.withLock { _ in
      for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(value) }
    }
  }

  package func tell() {
    telling.withLock { _ in
      let (streams, value) = state.withLock { (Array($0.streams.values), $0.value) }
      guard !streams.isEmpty, let now = value?() else { return }
      for stream in streams { stream.yield(now) }
    }
  }
}
