import Dispatch
import Glibc
import Synchronization

/// Another program that works for this one. Ended and reaped at the latest when nobody holds it any more.
final class ChildProcess: Sendable {
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Why a program cannot be started: `errno`'s words.
  struct CannotStart: Error {
    let code: Int32
    var reason: String { systemReason(code) }
  }

  private struct State {
    var process: pid_t
    var ending: Ending?
    /// Ended by its leash.
    var isOvertime = false
  }
  private let state: Mutex<State>

  /// Starts a program, which is looked for on the path when its name has no slash, with no other descriptors than the
  /// three given and no other environment than this.
  init(
    _ words: [String], environment: [String], input: Int32, output: Int32, error: Int32
  ) throws(CannotStart) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (index, descriptor) in [input, output, error].enumerated() {
      if descriptor >= 0 {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(index), "/dev/null", O_RDWR, 0)
      }
    }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw CannotStart(code: code) }
    state = Mutex(State(process: process))
  }

  deinit {
    end()
    wait()
  }

  /// Ends it at once, if it is there.
  func end() {
    state.withLock { state in
      // Not yet reaped, so the number is still this child's.
      if state.ending == nil { _ = kill(state.process, SIGKILL) }
    }
  }

  /// Waits for its end.
  @discardableResult
  func wait() -> Ending {
    let process = state.withLock(\.process)
    if state.withLock({ $0.ending == nil }) {
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }
    return state.withLock { state in
      if let ending = state.ending { return ending }
      var status: Int32 = 0
      waitpid(process, &status, 0)
      let signal = status & 0x7F
      let ending: Ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
      state.ending = ending
      return ending
    }
  }

  /// Does what the child takes part in, and ends the child when that takes too long.
  func withDeadline<Result, Failure: Error>(
    _ time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isDone = Flag()
    let milliseconds = Int(time.components.seconds) * 1_000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
    Self.watch.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      if !isDone.isUp { self?.endOvertime() }
    }
    defer { isDone.raise() }
    return try body()
  }

  /// Whether its leash ended it.
  var isOvertime: Bool { state.withLock(\.isOvertime) }

  private func endOvertime() {
    state.withLock { state in
      guard state.ending == nil else { return }
      state.isOvertime = true
      _ = kill(state.process, SIGKILL)
    }
  }

  private static let watch = DispatchQueue(label: "app.sotto.pictures.watch", qos: .userInitiated)
}

/// Something that happened, told between threads.
final class Flag: Sendable {
  private let value = Mutex(false)
  var isUp: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

/// The system's words for an error, as they go on in a sentence.
func systemReason(_ code: Int32) -> String {
  let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
  return words.prefix(1).lowercased() + words.dropFirst()
}
