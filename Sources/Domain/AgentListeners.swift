import Synchronization

/// Who hears of changes in a catalogue.
package final class AgentListeners: Sendable {
  private struct State {
    var streams: [UInt64: AsyncStream<[AgentEntry]>.Continuation] = [:]
    var next: UInt64 = 0
    var entries: @Sendable () -> [AgentEntry] = { [] }
  }
  private let state = Mutex(State())
  /// Held while it is told, so that of two changes at once the older is not heard last.
  private let telling = Mutex(())

  package init() {}

  /// What is told at each change.
  package func answer(_ entries: @escaping @Sendable () -> [AgentEntry]) { state.withLock { $0.entries = entries } }

  package func add() -> AsyncStream<[AgentEntry]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [AgentEntry].self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[id] = nil } }
    return stream
  }

  package func tell() {
    telling.withLock { _ in
      let (streams, entries) = state.withLock { (Array($0.streams.values), $0.entries) }
      guard !streams.isEmpty else { return }
      let now = entries()
      for stream in streams { stream.yield(now) }
    }
  }
}
