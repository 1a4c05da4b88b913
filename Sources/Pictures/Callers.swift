internal import Domain
import Synchronization

/// Those who wait for a picture to be taken in. They can all be let go at once, whatever the picture waits for: a disk
/// that does not answer cannot be hurried.
final class Callers: Sendable {
  typealias Outcome = Result<Attachment, PictureError>
  private struct Caller {
    let done: CheckedContinuation<Outcome, Never>
    var work: Task<Void, Never>?
  }
  private struct State {
    var hasEnded = false
    var nextID: UInt64 = 0
    var callers: [UInt64: Caller] = [:]
  }
  private let state = Mutex(State())

  /// Does the work; it is cancelled with its caller, who does not wait for it then.
  func outcome(
    of work: @escaping @Sendable () async throws(PictureError) -> Attachment
  ) async throws(PictureError) -> Attachment {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { done in begin(work, id, done) }
    } onCancel: {
      cancel(id)
    }
    return try outcome.get()
  }

  private func begin(
    _ work: @escaping @Sendable () async throws(PictureError) -> Attachment, _ id: UInt64,
    _ done: CheckedContinuation<Outcome, Never>
  ) {
    let isLate = state.withLock { state in
      if !state.hasEnded { state.callers[id] = Caller(done: done) }
      return state.hasEnded
    }
    guard !isLate else { return done.resume(returning: .failure(.cancelled)) }
    let task = Task {
      do throws(PictureError) { finish(id, .success(try await work())) } catch { finish(id, .failure(error)) }
    }
    state.withLock { $0.callers[id]?.work = task }
    // Whoever was cancelled before there was work to cancel.
    if Task.isCancelled {
      task.cancel()
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) {
    guard let caller = state.withLock({ $0.callers.removeValue(forKey: id) }) else { return }
    caller.work?.cancel()
    caller.done.resume(returning: .failure(.cancelled))
  }

  private func finish(_ id: UInt64, _ outcome: Outcome) {
    let caller = state.withLock { $0.callers.removeValue(forKey: id) }
    caller?.done.resume(returning: outcome)
  }

  /// Lets all go, and all who come later.
  func end() {
    let callers = state.withLock { state in
      state.hasEnded = true
      defer { state.callers = [:] }
      return state.callers.values.map { $0 }
    }
    for caller in callers {
      caller.work?.cancel()
      caller.done.resume(returning: .failure(.cancelled))
    }
  }
}
