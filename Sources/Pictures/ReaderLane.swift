internal import Domain
import PictureWire
import Synchronization
import Workers

/// A queue before one reader of pictures. Work that has begun goes on to its end.
typealias ReaderLane = WorkerLane<ReaderProcess>

extension WorkerLane<ReaderProcess> {
  init(
    _ label: String, program: String, environment: [String: String], turn: LaneRules.Order, time: Duration,
    surroundings: any Surroundings
  ) {
    let starter = ReaderStarter(program: program, environment: environment, time: time)
    self.init(
      label, LaneRules(turn, idle: .seconds(10)), sleep: { try await surroundings.sleep(for: $0) },
      start: { request throws(ReaderFailure) in try starter.start(for: request.order.task) })
  }

  /// Waits for the turn, asks the reader, and returns its answer.
  nonisolated func ask(
    _ order: PictureOrder, _ bytes: [UInt8], within bounds: PictureAnswer.Bounds
  ) async throws(ReaderFailure) -> PictureAnswer {
    do throws(LaneFailure<ReaderFailure>) {
      return try await ask(ReaderProcess.Request(order: order, bytes: bytes, bounds: bounds))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .failed(let failure): throw failure
      }
    }
  }
}

/// Starts readers for one lane, each ready for all that was ever asked there: once a wider one was needed it is likely to
/// be needed again, and covers what a narrower one does.
private final class ReaderStarter: Sendable {
  private let program: String
  private let environment: [String]
  private let time: Duration
  private let widest = Mutex(ReaderProcess.Range.kept)

  init(program: String, environment: [String: String], time: Duration) {
    self.program = program
    self.environment = ReaderProcess.environment(from: environment)
    self.time = time
  }

  func start(for task: PictureOrder.Task) throws(ReaderFailure) -> ReaderProcess {
    let needed = ReaderProcess.Range.needed(for: task)
    let range = widest.withLock { widest in
      if !widest.covers(needed) { widest = needed }
      return widest
    }
    return try ReaderProcess(program, environment, for: range, time: time)
  }
}
