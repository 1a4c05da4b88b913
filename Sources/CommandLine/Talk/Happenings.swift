import Dispatch
import Domain
import Glibc

/// One thing that a command which waits has to react to.
enum Happening: Sendable {
  case event(ChatEvent)
  /// The service was shut down; nothing more will be told.
  case eventsEnded
  case signal(Int32)
  case input([UInt8])
  case inputEnded
  case tick
}

/// Everything that happens, one after the other, so that nothing is ever in the middle of something else.
final class Happenings {
  let stream: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private var ticking: Task<Void, Never>?
  private let endings = Endings()

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Tells what the service tells from now on.
  func follow(_ service: ChatService) async {
    let events = await service.events()
    let continuation = continuation
    Task {
      for await event in events { continuation.yield(.event(event)) }
      continuation.yield(.eventsEnded)
    }
  }

  func tick(every interval: Duration, _ surroundings: any Surroundings) {
    let continuation = continuation
    ticking = Task {
      while (try? await surroundings.sleep(for: interval)) != nil { continuation.yield(.tick) }
    }
  }

  /// Takes the signals. Whoever asks to end a second time means it, even while the program cannot react.
  func takeSignals(_ numbers: [Int32]) {
    let continuation = continuation
    let endings = endings
    Self.read(Signals.take(numbers), queue: "signals") { bytes in
      for number in bytes.map(Int32.init) {
        if Self.isEnd(number), !endings.add() {
          KeyMode.leave()
          _exit(128 + number)
        }
        continuation.yield(.signal(number))
      }
    }
  }

  /// A signal to end was answered in another way than by ending; the next one is the first again.
  func forgetSignals() { endings.reset() }

  /// Waits for something that takes its time; a signal to end calls it off, and is taken afterwards.
  func untilEnded<Value: Sendable>(_ body: @escaping () async throws -> Value) async throws -> Value {
    let task = Task { try await body() }
    endings.set { task.cancel() }
    defer { endings.set(nil) }
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

  /// Reads on a thread of its own, for reading blocks; an empty piece is the end.
  private nonisolated static func read(
    _ descriptor: Int32, queue: String, _ body: @escaping @Sendable ([UInt8]) -> Void
  ) {
    guard descriptor >= 0 else { return }
    DispatchQueue(label: "sotto.\(queue)").async {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        body(Array(buffer.prefix(max(0, count))))
        if count <= 0 { return }
      }
    }
  }
}
