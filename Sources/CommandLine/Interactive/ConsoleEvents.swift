import Dispatch
import Domain
import Observation
import Platform

/// One thing that a command which waits has to react to.
enum ConsoleEvent: Sendable {
  /// Something of what is shown is another.
  case changed
  case signal(Int32)
  case input([UInt8])
  case inputEnded
  case tick
}

/// Everything that happens, one after the other, so that nothing is ever in the middle of something else.
final class ConsoleEvents {
  let stream: AsyncStream<ConsoleEvent>
  private let continuation: AsyncStream<ConsoleEvent>.Continuation
  private var ticking: Task<Void, Never>?
  private var isWatching = false
  private let signals = SignalCount()

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Tells once when anything that `look` reads of a model has changed; until then it is not asked for again.
  func watch(_ look: () -> Void) {
    guard !isWatching else { return }
    isWatching = true
    withObservationTracking(look) { [continuation] in continuation.yield(.changed) }
  }

  /// A change was told of; the next one is asked for again.
  func tookChange() { isWatching = false }

  func tick(every interval: Duration, _ surroundings: any Surroundings) {
    let continuation = continuation
    ticking = Task {
      while await surroundings.slept(for: interval) { continuation.yield(.tick) }
    }
  }

  /// Takes the signals. Whoever asks to end a second time means it, even while the program cannot react.
  func takeSignals(_ numbers: [Int32]) {
    let continuation = continuation
    let signals = signals
    Self.read(Signals.take(numbers), queue: "signals") { bytes in
      for number in bytes.map(Int32.init) {
        if Self.isEnd(number), !signals.add() {
          KeyMode.leave()
          _exit(128 + number)
        }
        continuation.yield(.signal(number))
      }
    }
  }

  /// A signal to end was answered in another way than by ending; the next one is the first again.
  func forgetSignals() { signals.reset() }

  /// Waits for something that takes its time; a signal to end calls it off, and is taken afterwards.
  func untilEnded<Value: Sendable>(_ body: @escaping () async throws -> Value) async throws -> Value {
    let task = Task { try await body() }
    signals.set { task.cancel() }
    defer { signals.set(nil) }
    return try await task.value
  }

  /// Takes what comes in on stdin.
  func takeInput() {
    let continuation = continuation
    Self.read(STDIN_FILENO, queue: "input") { bytes in
      continuation.yield(bytes.isEmpty ? .inputEnded : .input(bytes))
    }
  }

  private nonisolated static func isEnd(_ number: Int32) -> Bool { [SIGINT, SIGTERM, SIGHUP].contains(number) }

  /// Reads on a thread of its own, for reading blocks; an empty chunk is the end.
  private nonisolated static func read(
    _ descriptor: Int32, queue: String, _ body: @escaping @Sendable ([UInt8]) -> Void
  ) {
    guard descriptor >= 0 else { return }
    DispatchQueue(label: "sotto.\(queue)").async {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = Platform.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        body(Array(buffer.prefix(max(0, count))))
        if count <= 0 { return }
      }
    }
  }
}
