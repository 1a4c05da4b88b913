import Domain
import Workers

/// One run of curl that gives its answer's head apart from the rest. Blocks the thread that runs it.
struct CurlRun: Sendable {
  let request: Request
  let environment: [String]
  let handle: ChildHandle
  /// Where curl reads the request's body; nil where it has none.
  var body: SharedDescriptor?

  enum Part {
    case head(AnswerHead)
    case bytes([UInt8])
  }

  /// Gives the answer on, part by part, the head first, until `take` wants no more.
  func run(_ take: (Part) -> Bool) throws(NetworkError) {
    guard request.isSound else { throw .failed(.notOnTheWeb) }
    guard !handle.isCancelled else { throw .cancelled }
    let result: Result<Void, NetworkError>
    do throws(CannotStart) { result = try start(take) } catch { throw NetworkError(error) }
    try result.get()
  }

  private func start(_ take: (Part) -> Bool) throws(CannotStart) -> Result<Void, NetworkError> {
    var answer = try Pipe()
    var notes = try Pipe()
    var heads = try Pipe(.named)
    let configuration = try Configuration(request)
    var command = configuration.command(environment)
    if let body { command.input = .descriptor(body.number) }
    command.output = .descriptor(answer.writing)
    command.error = .descriptor(notes.writing)
    command.descriptors[Request.headDescriptor] = heads.writing
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    _ = consume configuration
    // So that the end of curl is seen by whoever writes the body.
    body?.close()
    answer.closeWriting()
    notes.closeWriting()
    heads.closeWriting()
    let child = try started.get()
    handle.hold(child)
    // curl ends by itself; should it not, as while it waits for a body, it is ended.
    return child.withDeadline(request.limits.deadline) { read(answer, heads, of: child, take) }
  }

  private func read(
    _ answer: borrowing Pipe, _ heads: borrowing Pipe, of child: ChildProcess, _ take: (Part) -> Bool
  ) -> Result<Void, NetworkError> {
    var bytes: [UInt8] = []
    var isOpen = true
    var head: AnswerHead?
    var isWanted = true
    while true {
      // Reads the head before what comes behind it, and goes on reading it: nobody else makes room for a long one.
      if isOpen, Pipe.wait(for: heads, or: answer) {
        let some = heads.readSome()
        isOpen = !some.isEmpty
        if head == nil { bytes += some }
        guard bytes.count <= AnswerHead.mostBytes else {
          child.kill()
          return .failure(.failed(.tooLarge(limit: AnswerHead.mostBytes)))
        }
        if head == nil, let whole = AnswerHead(bytes) {
          head = whole
          isWanted = take(.head(whole))
        }
      } else {
        let part = answer.readSome()
        guard !part.isEmpty else { break }
        isWanted = head != nil && take(.bytes(part))
      }
      guard isWanted else {
        child.kill()
        break
      }
    }
    return outcome(of: child, head, isWanted: isWanted)
  }

  private func outcome(of child: ChildProcess, _ head: AnswerHead?, isWanted: Bool) -> Result<Void, NetworkError> {
    let end = child.wait()
    // What was broken off because no more was wanted has no fault.
    if !isWanted, head != nil { return .success(()) }
    return switch end {
    case .exited(0) where head == nil: .failure(.failed(.empty))
    case .exited(0): .success(())
    // The address is one that curl can ask, so it is the answer that is of another kind.
    case .exited(1): .failure(.failed(.nonsense))
    case .exited(let code):
      .failure(.failed(RemoteFault(code: code, status: head?.status ?? 0, limit: request.limits.bytes)))
    case .signalled: .failure(.failed(child.isOvertime ? .tooLong : .cutOff))
    }
  }
}
