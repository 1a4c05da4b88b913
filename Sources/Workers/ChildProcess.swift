import Dispatch
import Platform
import Synchronization

/// How a process came to its end.
package enum ExitStatus: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  package var isSuccess: Bool { self == .exited(0) }

  /// As a shell counts: 128 and the number for a signal.
  package var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signalled(let signal): 128 + signal
    }
  }
}

/// Another program that works for this one. Ended at the latest when nobody holds it any more, and reaped then.
package final class ChildProcess: Sendable {
  private struct State {
    var status: ExitStatus?
    var peakMemory = 0
    /// Ended by a deadline.
    var isOvertime = false
  }
  package let id: Int32
  private let reachesGroup: Bool
  private let state = Mutex(State())

  package init(_ command: Command) throws(CannotStart) {
    id = try command.spawn().get()
    if case .own = command.group { reachesGroup = true } else { reachesGroup = false }
  }

  deinit {
    guard state.withLock(\.status) == nil else { return }
    kill()
    // A large process takes its time to go, and nobody knows whose thread this is.
    Self.queue("reap").async { [id] in while waitpid(id, nil, 0) < 0, errno == EINTR {} }
  }

  // MARK: Ending

  /// Ends it at once, if it is there.
  package func kill() { send(SIGKILL) }

  /// Asks it to end, and ends it when it has not after this time.
  package func end(within time: Duration) {
    send(SIGTERM)
    Self.watch.asyncAfter(deadline: .now() + time.interval) { [weak self] in self?.kill() }
  }

  package func send(_ signal: Int32) {
    state.withLock { send(signal, $0) }
  }

  private func send(_ signal: Int32, _ state: State) {
    // Not yet reaped, so the number is still this child's.
    guard state.status == nil else { return }
    if reachesGroup { _ = Platform.kill(-id, signal) } else { _ = Platform.kill(id, signal) }
  }

  // MARK: Waiting

  /// Waits for its end without holding a thread of the shared pool.
  package func ended() async -> ExitStatus {
    if let status = state.withLock(\.status) { return status }
    return await withCheckedContinuation { done in
      Self.queue("wait").async { done.resume(returning: self.wait()) }
    }
  }

  /// Waits for its end, and blocks the thread.
  @discardableResult
  package func wait() -> ExitStatus {
    if let status = state.withLock(\.status) { return status }
    var info = siginfo_t()
    // Without reaping it: meanwhile it can still be sent a signal.
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return state.withLock { reap(&$0, 0) } ?? .signalled(SIGKILL)
  }

  /// How it ended; nil while it runs.
  package var status: ExitStatus? { state.withLock { reap(&$0, WNOHANG) } }

  /// The most memory in KB that it had at once; 0 until it has been waited for.
  package var peakMemory: Int { state.withLock(\.peakMemory) }

  private func reap(_ state: inout State, _ options: Int32) -> ExitStatus? {
    if let status = state.status { return status }
    var word: Int32 = 0
    var use = rusage()
    guard wait4(id, &word, options, &use) == id else { return nil }
    let signal = word & 0x7F
    let status: ExitStatus = signal == 0 ? .exited(word >> 8 & 0xFF) : .signalled(signal)
    state.status = status
    state.peakMemory = use.ru_maxrss
    return status
  }

  // MARK: Deadlines

  /// Does what the child takes part in, and ends the child when that takes too long.
  package func withDeadline<Result, Failure: Error>(
    _ time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let end = deadline(in: time)
    defer { end.cancel() }
    return try body()
  }

  /// The same for what does not block.
  package func withDeadline<Result, Failure: Error>(
    _ time: Duration, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let end = deadline(in: time)
    defer { end.cancel() }
    return try await body()
  }

  /// Does what the child takes part in, and ends the child when the task is cancelled meanwhile.
  package func whileWanted<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withTaskCancellationHandler {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    } onCancel: {
      kill()
    }
    return try result.get()
  }

  /// Whether a deadline ended it.
  package var isOvertime: Bool { state.withLock(\.isOvertime) }

  private func deadline(in time: Duration) -> DispatchWorkItem {
    let end = DispatchWorkItem { [weak self] in self?.endOvertime() }
    Self.watch.asyncAfter(deadline: .now() + time.interval, execute: end)
    return end
  }

  private func endOvertime() {
    state.withLock { state in
      guard state.status == nil else { return }
      state.isOvertime = true
      send(SIGKILL, state)
    }
  }

  private static let watch = queue("watch")

  private static func queue(_ name: String) -> DispatchQueue {
    DispatchQueue(label: "app.sotto.workers.\(name)", qos: .userInitiated)
  }
}

extension Duration {
  /// The same for Dispatch; an age where it is longer than one.
  fileprivate var interval: DispatchTimeInterval {
    let (seconds, fraction) = components
    return .nanoseconds(Int(min(seconds, 1 << 32)) * 1_000_000_000 + Int(fraction / 1_000_000_000))
  }
}
