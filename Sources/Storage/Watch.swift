import Dispatch
import Domain
import Platform
import Synchronization

/// Wakes when another process may have committed: by inotify, or by the clock each second where that is not to be had; and
/// each minute besides, for a process may be killed between its commit and the touch that wakes others.
final class Watch {
  enum Kind {
    case inotify
    /// Looks once a second.
    case clock
  }

  let kind: Kind
  /// How often it wakes without a touch.
  static let usualInterval = Duration.seconds(60)
  private let sources: [any DispatchSourceProtocol]

  /// Calls `look` on `queue` whenever a file in `folder` was touched, and after each `interval`.
  init(
    _ folder: String, kind wanted: Kind, every interval: Duration, on queue: DispatchQueue,
    look: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { look() }
    let step: DispatchTimeInterval
    if wanted == .inotify, let descriptor = folderWatch(folder, for: .touched) {
      kind = .inotify
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        drainWatch(descriptor)
        look()
      }
      source.setCancelHandler { close(descriptor) }
      sources = [source, timer]
      step = .milliseconds(Int(interval / .milliseconds(1)))
    } else {
      kind = .clock
      sources = [timer]
      step = .seconds(1)
    }
    timer.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(200))
    for source in sources { source.activate() }
  }

  deinit { for source in sources { source.cancel() } }
}

/// Those who want to hear of other processes' changes.
final class Listeners: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    var modelStreams: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextForModels = 0
    var next = 0
    var isFinished = false
    /// What was told before anybody listened: a window listens only once its first picture is on screen.
    var early: [StoreChange] = []
  }
  private let state = Mutex(State())
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
  func addForModels() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.nextForModels += 1
      state.modelStreams[state.nextForModels] = continuation
      return state.nextForModels
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.modelStreams.removeValue(forKey: number) }
    }
    return stream
  }

  func tell(_ change: StoreChange) {
    if change.modelsChanged || change.everything {
      for stream in state.withLock({ Array($0.modelStreams.values) }) { stream.yield() }
    }
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
      return (Array(state.streams.values), Array(state.modelStreams.values))
    }
    // Outside the lock: ending a stream calls back into `state`.
    for stream in streams.0 { stream.finish() }
    for stream in streams.1 { stream.finish() }
  }
}
