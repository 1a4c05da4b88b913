internal import Domain
import EngineWire
internal import Frames
import Platform
import Workers

/// Why an engine did not do what it was told.
enum EngineFailure: Error {
  /// The program is not there.
  case missing
  /// In the system's own words, or the program's last; nil where nobody says why.
  case cannotStart(String?)
  /// It did not answer in time and was ended.
  case silent
  /// It ended, or said what cannot be and was ended.
  case died
  case refused(EngineRefusal)
  /// The file does not hold what the model is known by; the engine was not told to read it.
  case file(ModelFault)
}

/// A running `sotto-engine`, which has the files of one model. Its events are to be asked for by one at a time. Ended at the latest when
/// nobody holds it any more.
final class EngineProcess: Sendable {
  let child: ChildProcess
  private let channel: FrameChannel
  private let words: LastWords
  private let chats: ReadChats?

  /// `program` is an absolute path, `files` are what the engine reads; they stay the caller's.
  /// `chats` takes in what the engine says of states by itself.
  init(_ program: String, files: [Int32], chats: ReadChats? = nil) throws(EngineFailure) {
    self.chats = chats
    var command = Command([program, "\(files.count)"])
    // Without the first, a library that gives up would start a debugger; the second keeps addresses within their limit.
    command.environment = ["GGML_NO_BACKTRACE=1", "MALLOC_ARENA_MAX=1", "LC_ALL=C"]
    // A terminal's Ctrl+C ends the program that a person sees, or only a reply, and not the engine under it.
    command.group = .own
    for (number, file) in files.enumerated() { command.descriptors[3 + Int32(number)] = file }
    do throws(CannotStart) {
      let ends = try socketPair()
      let stream = FrameStream(socket: ends.near)
      defer { close(ends.far) }
      let said = try Pipe()
      command.input = .descriptor(ends.far)
      command.output = .descriptor(ends.far)
      command.error = .descriptor(said.writing)
      child = try ChildProcess(command)
      words = LastWords(said)
      channel = FrameChannel(stream, frameLimit: EngineEvent.frameLimit)
    } catch {
      // The system says the same of a script whose own program is missing.
      throw error.code == ENOENT && access(program, F_OK) != 0 ? .missing : .cannotStart(error.reason)
    }
  }

  deinit { child.kill() }

  var isRunning: Bool { child.status == nil }

  /// How many parts of states it has given out until now.
  var partsGiven: Int { chats?.parts ?? 0 }

  /// Whether it gave out more of them since then, or waits for this process's disk to take one.
  func isGivingOut(since parts: Int) -> Bool { chats?.isTaking(since: parts) ?? false }

  /// However busy the machine is, a program that says nothing for so long does not answer.
  static let patience = Duration.seconds(60)

  /// Waits for what it says of itself, which is always first.
  func greeting(within patience: Duration = patience) async throws(EngineFailure) -> EngineEvent.Greeting {
    do throws(EngineFailure) {
      switch try await next(within: patience) {
      case .greeting(let greeting): return greeting
      case .refused(_, let refusal) where [.oldProcessor, .otherProcessor].contains(refusal.code):
        throw .refused(refusal)
      default: throw await ended()
      }
    } catch {
      switch error {
      case .silent, .refused: throw error
      // It does not run at all, so no file is to blame.
      default: throw .cannotStart(await reason())
      }
    }
  }

  /// Has it open the file, after its greeting; `told` hears how much is loaded.
  func open(
    _ opening: EngineOrder.Opening, told: (_ part: Double) -> Void = { _ in }
  ) async throws(EngineFailure) -> EngineModel {
    try await send(.open(opening))
    while true {
      switch try await next() {
      case .loading(let part): told(part)
      case .opened(let model): return model
      case .refused(_, let refusal): throw .refused(refusal)
      default: throw await ended()
      }
    }
  }

  /// - Parameter patience: an engine that does not take it for so long is ended.
  func send(_ order: EngineOrder, within patience: Duration) async throws(EngineFailure) {
    try await child.withDeadline(patience) { () async throws(EngineFailure) in try await send(order) }
  }

  func send(_ order: EngineOrder) async throws(EngineFailure) {
    do throws(FrameError) { try await channel.send(order.frame) } catch { throw await ended() }
  }

  /// The next event but for those of states. An engine that says what cannot be is ended.
  ///
  /// - Parameter patience: an engine that says nothing for so long is ended, too.
  func next(within patience: Duration? = nil) async throws(EngineFailure) -> EngineEvent {
    while true {
      let event = try await event(within: patience)
      guard let chats else { return event }
      do throws(EngineFailure) {
        guard try await chats.take(event) else { return event }
      } catch {
        throw await ended()
      }
    }
  }

  private func event(within patience: Duration?) async throws(EngineFailure) -> EngineEvent {
    guard let patience else { return try await event() }
    return try await child.withDeadline(patience) { () async throws(EngineFailure) in try await event() }
  }

  private func event() async throws(EngineFailure) -> EngineEvent {
    do throws(FrameError) {
      guard let frame = try await channel.next() else { throw .ended }
      return try EngineEvent(frame)
    } catch {
      throw await ended()
    }
  }

  /// Sends an order and waits for what answers it. Nil where the task is cancelled: the answer then comes among later events,
  /// and whoever waits for those passes it over.
  func answer(
    to order: EngineOrder, _ isAnswer: (EngineEvent) -> Bool
  ) async throws(EngineFailure) -> EngineEvent? {
    do throws(FrameError) {
      try await channel.send(order.frame)
      while true {
        guard let frame = try await channel.next() else { throw .ended }
        let event = try EngineEvent(frame)
        if isAnswer(event) { return event }
      }
    } catch {
      if error == .cancelled { return nil }
      throw await ended()
    }
  }

  /// Ends it, and waits until it has given its memory back.
  func end() async {
    child.kill()
    _ = await child.ended()
  }

  private func ended() async -> EngineFailure {
    await end()
    return child.isOvertime ? .silent : .died
  }

  /// The last line of what it said, if it said anything; 127 is how the system says that a program's libraries are missing.
  private func reason() async -> String? {
    _ = await child.ended()
    return words.text.split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
