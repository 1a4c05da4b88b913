import Frames
import Glibc
import Synchronization
import Testing
import Workers

/// A worker that is asked and waited for.
private final class Echo: Worker {
  let child: ChildProcess
  private let stream: FrameStream

  init(_ word: String) throws(CannotStart) {
    let ends = try socketPair()
    stream = FrameStream(socket: ends.near)
    defer { close(ends.far) }
    var command = Command([HelperProgram.path(of: "WorkersChild"), word])
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    command.environment = Command.environment()
    child = try ChildProcess(command)
  }

  func canAnswer(_ request: Frame) -> Bool { true }

  func answer(_ request: Frame) throws(FrameError) -> Frame {
    try stream.send(request)
    return try stream.frame(atMost: 1 << 20)
  }
}

/// A lane that starts a silent child first, and then one that answers; it notes them.
private final class Started: Sendable {
  private let all = Mutex<[ChildProcess]>([])
  private let words: [String]
  init(_ words: String...) { self.words = words }

  var children: [ChildProcess] { all.withLock { $0 } }

  func lane(
    _ rules: LaneRules,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in
      while true { try await Task.sleep(for: .seconds(3_600)) }
    }
  ) -> WorkerLane<Echo> {
    WorkerLane("lane", rules, sleep: sleep) { [self] _ throws(FrameError) in
      do throws(CannotStart) {
        let worker = try Echo(words[min(children.count, words.count - 1)])
        all.withLock { $0.append(worker.child) }
        return worker
      } catch {
        throw .failed(code: error.code)
      }
    }
  }

  /// Waits until so many children were started.
  func count(_ count: Int) async throws {
    while children.count < count { try await Task.sleep(for: .milliseconds(2)) }
  }
}

/// A queue before one child that blocks.
@Suite(.timeLimit(.minutes(1)), .serialized) struct LaneTests {
  @Test func `one child answers many`() async throws {
    let started = Started("echo")
    let lane = started.lane(LaneRules(.oldestFirst, idle: .seconds(10)))
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask { (number, try await lane.ask(Frame(UInt32(number)))) }
      }
      for try await (number, answer) in group { #expect(answer == Frame(UInt32(number))) }
    }
    #expect(started.children.count == 1)
  }

  @Test func `a request that is cancelled in the middle ends its child, and the next gets a fresh one`() async throws {
    let started = Started("silent", "echo")
    let lane = started.lane(LaneRules(.oldestFirst, cancelling: .endsChild, idle: .seconds(10)))
    let asking = Task { try await lane.ask(Frame(1)) }
    try await started.count(1)
    let next = Task { try await lane.ask(Frame(2)) }
    asking.cancel()
    guard case .failure(let error) = await asking.result, case LaneFailure<FrameError>.cancelled = error else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(try await next.value == Frame(2))
    #expect(started.children.count == 2)
    #expect(await started.children[0].ended() == .signalled(SIGKILL))
  }

  @Test func `a task that was cancelled before its turn ends nobody`() async throws {
    let started = Started("echo")
    let lane = started.lane(LaneRules(.oldestFirst, cancelling: .endsChild, idle: .seconds(10)))
    _ = try await lane.ask(Frame(1))
    for _ in 0..<20 {
      let asking = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await lane.ask(Frame(2))
      }
      asking.cancel()
      _ = await asking.result
    }
    #expect(try await lane.ask(Frame(3)) == Frame(3))
    #expect(started.children.count == 1)
  }

  @Test func `a child that failed is not asked again`() async throws {
    let started = Started("half", "lie", "echo")
    let lane = started.lane(LaneRules(.newestFirst, idle: .seconds(10)))
    for expected in [FrameError.broken, .tooLong(bytes: 0xFFFF_FFFF)] {
      do {
        _ = try await lane.ask(Frame(1))
        Issue.record("it answered")
      } catch {
        guard case .failed(let failure) = error else { throw error }
        #expect(failure == expected)
      }
    }
    #expect(try await lane.ask(Frame(1)) == Frame(1))
  }

  @Test func `a child that nobody asks is ended, and all when the lane ends`() async throws {
    let started = Started("echo", "silent")
    let (rested, rest) = AsyncStream<Void>.makeStream()
    let lane = started.lane(LaneRules(.oldestFirst, idle: .seconds(10))) { _ in
      for await _ in rested { return }
      throw CancellationError()
    }
    _ = try await lane.ask(Frame(1))
    rest.yield()
    // By the signal, or by its stream's end, whatever it sees first.
    _ = await started.children[0].ended()
    let asking = Task { try await lane.ask(Frame(2)) }
    try await started.count(2)
    lane.end()
    for ask in [asking, Task { try await lane.ask(Frame(3)) }] {
      guard case .failure(let error) = await ask.result, case LaneFailure<FrameError>.cancelled = error else {
        Issue.record("it was not cancelled")
        return
      }
    }
    #expect(await started.children[1].ended() == .signalled(SIGKILL))
  }
}
