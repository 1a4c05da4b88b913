import Dispatch
package import Frames
import Synchronization

/// This process's end of a stream of frames: they come as a sequence, and meanwhile others can be sent. Both directions
/// hold back: a peer that is not listened to is not read from, and whoever sends waits for a peer that does not read.
/// When nobody holds the channel any more the stream ends, which a child on a leash does not survive.
package final class FrameChannel: Sendable {
  private let incoming: IncomingFrames
  private let sending = DispatchQueue(label: "app.sotto.workers.sending", qos: .userInitiated)

  /// Takes a stream over. `frameLimit` is the most bytes of one frame; frames that nobody has asked for yet wait until
  /// they have more than `buffer` bytes together, and then in the peer's process.
  package init(_ stream: consuming FrameStream, frameLimit: Int, buffer: Int = 1 << 18) {
    incoming = IncomingFrames(stream, frameLimit: frameLimit, buffer: buffer)
  }

  deinit { end() }

  /// Ends the stream in both directions. Whoever waits for a frame gets the end; a frame that is being sent is broken off.
  package func end() { incoming.stream.end() }

  /// The next frame, or nil when the peer has closed its end. To be asked by one at a time.
  package func next() async throws(FrameError) -> Frame? { try await incoming.next() }

  /// What comes, up to the end. A task that breaks off leaves the rest to the next one.
  package var frames: Incoming { Incoming(incoming: incoming) }

  /// What a peer says, one frame after another.
  package struct Incoming: AsyncSequence, AsyncIteratorProtocol, Sendable {
    fileprivate let incoming: IncomingFrames

    package func makeAsyncIterator() -> Incoming { self }
    package func next() async throws(FrameError) -> Frame? { try await incoming.next() }
    package func next(isolation actor: isolated (any Actor)?) async throws(FrameError) -> Frame? {
      try await incoming.next()
    }
  }

  /// Sends a frame, after those that others are sending, and returns when the system has taken all of it. A task that
  /// was cancelled sends nothing, but for a frame that has begun: half a one would end the stream.
  package func send(_ frame: Frame) async throws(FrameError) {
    let isUnwanted = Flag()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<Void, FrameError>, Never>) in
        sending.async { [incoming] in
          guard !isUnwanted.isUp else { return done.resume(returning: .failure(.cancelled)) }
          done.resume(returning: Result { () throws(FrameError) in try incoming.stream.send(frame) })
        }
      }
    } onCancel: {
      isUnwanted.raise()
    }
    try result.get()
  }
}

/// Something that happened, told between threads.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isUp: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

/// Reads ahead on a thread of its own, as far as there is room.
private final class IncomingFrames: Sendable {
  private struct State {
    var ready: [Frame] = []
    /// Those before them, the next one last.
    var next: [Frame] = []
    /// Bytes of those, with something for each frame itself.
    var filled = 0
    /// Why nothing more comes.
    var end: FrameError?
    var isReading = false
    var waiting: CheckedContinuation<Result<Frame?, FrameError>, Never>?
  }
  let stream: FrameStream
  private let frameLimit: Int
  private let buffer: Int
  private let state = Mutex(State())
  private let reading = DispatchQueue(label: "app.sotto.workers.receiving", qos: .userInitiated)

  init(_ stream: consuming FrameStream, frameLimit: Int, buffer: Int) {
    self.stream = stream
    self.frameLimit = frameLimit
    self.buffer = buffer
  }

  func next() async throws(FrameError) -> Frame? {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        wait(waiting)
        // Whoever was cancelled before there was somebody to wake.
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }.get()
  }

  private func wait(_ waiting: CheckedContinuation<Result<Frame?, FrameError>, Never>) {
    let (now, begins) = state.withLock { state in
      // Two who ask at once would get frames in no order.
      let now = state.waiting == nil ? take(&state) : .failure(.unexpected)
      if now == nil { state.waiting = waiting }
      return (now, begin(&state))
    }
    if let now { waiting.resume(returning: now) }
    if begins { reading.async { self.read() } }
  }

  private func cancel() {
    state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }?.resume(returning: .failure(.cancelled))
  }

  /// What there is for one who asks; nil while there is nothing.
  private func take(_ state: inout State) -> Result<Frame?, FrameError>? {
    if state.next.isEmpty { swap(&state.next, &state.ready); state.next.reverse() }
    if let frame = state.next.popLast() {
      state.filled -= Self.cost(of: frame)
      return .success(frame)
    }
    return switch state.end {
    case nil: nil
    case .ended: .success(nil)
    case .some(let error): .failure(error)
    }
  }

  /// Whether somebody has to begin to read.
  private func begin(_ state: inout State) -> Bool {
    guard !state.isReading, state.end == nil, state.filled <= buffer else { return false }
    state.isReading = true
    return true
  }

  private func read() {
    while receive() {}
  }

  /// Waits for one frame and hands it on; false when that was the last one, or there is no more room.
  private func receive() -> Bool {
    let frame = Result { () throws(FrameError) in try stream.frame(atMost: frameLimit) }
    let (waiting, answer, goesOn) = state.withLock { state in
      switch frame {
      case .success(let frame):
        state.ready.append(frame)
        state.filled += Self.cost(of: frame)
      case .failure(let error): state.end = error
      }
      state.isReading = state.end == nil && state.filled <= buffer
      let waiting = state.waiting
      state.waiting = nil
      return (waiting, waiting == nil ? nil : take(&state), state.isReading)
    }
    if let waiting, let answer { waiting.resume(returning: answer) }
    return goesOn
  }

  private static func cost(of frame: Frame) -> Int { frame.bytes.count + MemoryLayout<Frame>.stride }
}
