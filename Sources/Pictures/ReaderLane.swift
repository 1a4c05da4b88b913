internal import Domain
import PictureWire
import Synchronization

/// A queue before one reader, which is started when it is first needed and ended when nobody asks any more.
actor ReaderLane {
  /// Whose turn is next.
  enum Order {
    case oldestFirst
    /// For what is shown: what a reader scrolled to last is what is looked at.
    case newestFirst
  }

  private struct Ticket {
    let id: UInt64
    let order: PictureOrder
    let bytes: [UInt8]
    let bounds: PictureAnswer.Bounds
    let done: CheckedContinuation<Result<PictureAnswer, ReaderFailure>, Never>
  }
  private struct Queue {
    var nextID: UInt64 = 0
    var waiting: [Ticket] = []
    var cancelled: Set<UInt64> = []
    var hasEnded = false
    /// The reader that works; here because the actor, which waits for it, cannot be asked.
    var running: ChildProcess?
  }

  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// Not the actor's own: tasks are cancelled while the actor waits for its reader.
  private nonisolated let queue = Mutex(Queue())
  private let program: String
  private let turn: Order
  private let time: Duration
  private let surroundings: any Surroundings
  private var reader: ReaderProcess? {
    didSet { note(reader?.child) }
  }
  private var widest = ReaderProcess.Range.kept
  private var resting: Task<Void, Never>?
  private var answered: UInt64 = 0

  /// How long a reader stays that nobody asks.
  static let idle = Duration.seconds(10)

  init(_ label: String, program: String, turn: Order, time: Duration, surroundings: any Surroundings) {
    executor = QueueExecutor(label: label)
    self.program = program
    self.turn = turn
    self.time = time
    self.surroundings = surroundings
  }

  deinit { resting?.cancel() }

  /// Waits for the turn, asks the reader, and returns its answer. A cancelled task gives its turn up; work that has begun
  /// goes on to its end.
  nonisolated func ask(
    _ order: PictureOrder, _ bytes: [UInt8], within bounds: PictureAnswer.Bounds
  ) async throws(ReaderFailure) -> PictureAnswer {
    let id = queue.withLock { queue in
      queue.nextID += 1
      return queue.nextID
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        let isWanted = queue.withLock { queue in
          if queue.cancelled.remove(id) != nil || queue.hasEnded { return false }
          queue.waiting.append(Ticket(id: id, order: order, bytes: bytes, bounds: bounds, done: done))
          return true
        }
        guard isWanted else { return done.resume(returning: .failure(.cancelled)) }
        Task { await serveNext() }
      }
    } onCancel: {
      let ticket = queue.withLock { queue -> Ticket? in
        guard let index = queue.waiting.firstIndex(where: { $0.id == id }) else {
          queue.cancelled.insert(id)
          return nil
        }
        return queue.waiting.remove(at: index)
      }
      ticket?.done.resume(returning: .failure(.cancelled))
    }
    queue.withLock { _ = $0.cancelled.remove(id) }
    return try result.get()
  }

  /// Comes once for each ticket, and finds none for one that was given up.
  private func serveNext() {
    let next = queue.withLock { queue in
      queue.waiting.isEmpty ? nil : turn == .newestFirst ? queue.waiting.removeLast() : queue.waiting.removeFirst()
    }
    guard let next else { return }
    do throws(ReaderFailure) {
      let reader = try runningReader(for: .needed(for: next.order.task))
      next.done.resume(
        returning: .success(try reader.answer(next.order, next.bytes, within: next.bounds, time: time)))
    } catch {
      reader = nil
      next.done.resume(returning: .failure(queue.withLock(\.hasEnded) ? .cancelled : error))
    }
    answered += 1
    resting?.cancel()
    guard reader != nil else { return }
    resting = Task { [weak self, surroundings, answered] in
      do { try await surroundings.sleep(for: Self.idle) } catch { return }
      await self?.end(unlessAfter: answered)
    }
  }

  /// Once a wider one was needed it is likely to be needed again, and covers what a narrower one does.
  private func runningReader(for needed: ReaderProcess.Range) throws(ReaderFailure) -> ReaderProcess {
    if let reader, reader.range.covers(needed) { return reader }
    if !widest.covers(needed) { widest = needed }
    reader = nil
    let started = try ReaderProcess(program, for: widest)
    reader = started
    return started
  }

  private func note(_ child: ChildProcess?) {
    let (isLate, former) = queue.withLock { queue in
      defer { queue.running = child }
      return (queue.hasEnded, queue.running)
    }
    if isLate { child?.end() }
    _ = consume former  // the last who held it waits for its end: not under the lock
  }

  /// Ends the reader, whatever it does; nobody's turn comes any more.
  nonisolated func end() {
    let (waiting, running) = queue.withLock { queue in
      queue.hasEnded = true
      defer { queue.waiting = [] }
      return (queue.waiting, queue.running)
    }
    for ticket in waiting { ticket.done.resume(returning: .failure(.cancelled)) }
    running?.end()
  }

  private func end(unlessAfter count: UInt64) {
    if answered == count { reader = nil }
  }
}
