import Executors
import Synchronization

/// A child that answers requests, one at a time, and blocks its thread meanwhile.
package protocol Worker: AnyObject, SendableMetatype {
  associatedtype Request: Sendable
  associatedtype Answer: Sendable
  associatedtype Failure: Error

  var child: ChildProcess { get }
  /// Whether it can do this one; else another one is started in its place.
  func canAnswer(_ request: Request) -> Bool
  /// Asks and waits for the answer. After any failure this worker is of no more use.
  func answer(_ request: Request) throws(Failure) -> Answer
}

/// Why a request has no answer.
package enum LaneFailure<Failure: Error>: Error {
  case cancelled
  case failed(Failure)
}

/// Whose turn is next in a lane, and what becomes of a request whose asker is gone.
package struct LaneRules: Sendable {
  package enum Order: Sendable {
    case oldestFirst
    /// For what is shown: what a reader scrolled to last is what is looked at.
    case newestFirst
  }
  package enum Cancelling: Sendable {
    /// Work that has begun goes on to its end: where it is short, and a new child costs more.
    case finishes
    /// The child is ended; the next request gets a new one.
    case endsChild
  }
  package var order: Order
  package var cancelling: Cancelling
  /// How long a worker stays that nobody asks.
  package var idle: Duration

  package init(_ order: Order, cancelling: Cancelling = .finishes, idle: Duration) {
    self.order = order
    self.cancelling = cancelling
    self.idle = idle
  }
}

/// A queue before one worker, which is started when it is first needed and ended when nobody asks any more.
package actor WorkerLane<W: Worker> {
  private struct Ticket {
    let id: UInt64
    let request: W.Request
    let done: CheckedContinuation<Result<W.Answer, LaneFailure<W.Failure>>, Never>
  }
  private struct Queue {
    var nextID: UInt64 = 0
    var waiting: [Ticket] = []
    var cancelled: Set<UInt64> = []
    /// Whose turn it is, while nobody has called that off.
    var served: UInt64?
    var hasEnded = false
    /// The child that works; here because the actor, which waits for it, cannot be asked.
    var running: ChildProcess?
  }

  private let executor: QueueExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// Not the actor's own: tasks are cancelled while the actor waits for its worker.
  private nonisolated let queue = Mutex(Queue())
  private let rules: LaneRules
  private let sleep: @Sendable (Duration) async throws -> Void
  private let start: @Sendable (W.Request) throws(W.Failure) -> W
  private var worker: W? {
    didSet { note(worker?.child) }
  }
  private var resting: Task<Void, Never>?
  private var answered: UInt64 = 0

  /// `sleep` is the clock, `start` makes a worker that can answer the request.
  package init(
    _ label: String, _ rules: LaneRules, sleep: @escaping @Sendable (Duration) async throws -> Void,
    start: @escaping @Sendable (W.Request) throws(W.Failure) -> W
  ) {
    executor = QueueExecutor(label: label)
    self.rules = rules
    self.sleep = sleep
    self.start = start
  }

  deinit { resting?.cancel() }

  /// Waits for the turn, asks the worker, and returns its answer. A cancelled task gives its turn up.
  package nonisolated func ask(_ request: W.Request) async throws(LaneFailure<W.Failure>) -> W.Answer {
    let id = queue.withLock { queue in
      queue.nextID += 1
      return queue.nextID
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        let isWanted = queue.withLock { queue in
          if queue.cancelled.remove(id) != nil || queue.hasEnded { return false }
          queue.waiting.append(Ticket(id: id, request: request, done: done))
          return true
        }
        guard isWanted else { return done.resume(returning: .failure(.cancelled)) }
        Task { await serveNext() }
      }
    } onCancel: {
      cancel(id)
    }
    queue.withLock { _ = $0.cancelled.remove(id) }
    return try result.get()
  }

  private nonisolated func cancel(_ id: UInt64) {
    let ticket = queue.withLock { queue -> Ticket? in
      if let index = queue.waiting.firstIndex(where: { $0.id == id }) { return queue.waiting.remove(at: index) }
      queue.cancelled.insert(id)
      // Under the lock, or it could be the next one's child.
      if queue.served == id, rules.cancelling == .endsChild { queue.running?.kill() }
      return nil
    }
    ticket?.done.resume(returning: .failure(.cancelled))
  }

  /// Comes once for each ticket, and finds none for one that was given up.
  private func serveNext() {
    let next = queue.withLock { queue -> Ticket? in
      guard !queue.waiting.isEmpty else { return nil }
      let next = rules.order == .newestFirst ? queue.waiting.removeLast() : queue.waiting.removeFirst()
      queue.served = next.id
      return next
    }
    guard let next else { return }
    do throws(W.Failure) {
      let answer = try running(for: next.request).answer(next.request)
      settle(next, .success(answer))
    } catch {
      settle(next, .failure(.failed(error)))
    }
    answered += 1
    resting?.cancel()
    guard worker != nil else { return }
    resting = Task { [weak self, sleep, rules, answered] in
      do { try await sleep(rules.idle) } catch { return }
      await self?.end(unlessAfter: answered)
    }
  }

  /// A worker that failed, or whose child was ended in the middle, is not asked again.
  private func settle(_ ticket: Ticket, _ result: Result<W.Answer, LaneFailure<W.Failure>>) {
    let isCalledOff = queue.withLock { queue in
      queue.served = nil
      return queue.hasEnded || rules.cancelling == .endsChild && queue.cancelled.contains(ticket.id)
    }
    if case .failure = result { worker = nil } else if isCalledOff { worker = nil }
    if case .failure = result, isCalledOff {
      ticket.done.resume(returning: .failure(.cancelled))
    } else {
      ticket.done.resume(returning: result)
    }
  }

  private func running(for request: W.Request) throws(W.Failure) -> W {
    if let worker, worker.canAnswer(request) { return worker }
    worker = nil
    let started = try start(request)
    worker = started
    return started
  }

  private func note(_ child: ChildProcess?) {
    let (isLate, former) = queue.withLock { queue in
      defer { queue.running = child }
      let isCalledOff = queue.served.map { rules.cancelling == .endsChild && queue.cancelled.contains($0) } ?? false
      return (queue.hasEnded || isCalledOff, queue.running)
    }
    if isLate { child?.kill() }
    _ = consume former  // not under the lock
  }

  /// Ends the worker, whatever it does; nobody's turn comes any more.
  package nonisolated func end() {
    let (waiting, running) = queue.withLock { queue in
      queue.hasEnded = true
      defer { queue.waiting = [] }
      return (queue.waiting, queue.running)
    }
    for ticket in waiting { ticket.done.resume(returning: .failure(.cancelled)) }
    running?.kill()
  }

  private func end(unlessAfter count: UInt64) {
    if answered == count { worker = nil }
  }
}
