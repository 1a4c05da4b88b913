import Dispatch
import Domain
import Platform
import Workers

/// One run of curl. Blocks the thread that runs it.
struct Transfer: Sendable {
  let request: Request
  let environment: [String]
  let handle: ChildHandle

  static let program = "curl"
  /// What is read of an answer that says what went wrong.
  private static let mostOfAComplaint = 4_096

  /// Gives the answer on, part by part.
  func run(_ take: ([UInt8]) -> Void) throws(NetworkError) {
    guard request.isSound else { throw .failed(.notOnTheWeb) }
    guard !handle.isCancelled else { throw .cancelled }
    let result: Result<Void, NetworkError>
    do throws(CannotStart) { result = try start(take) } catch { throw NetworkError(error) }
    try result.get()
  }

  private func start(_ take: ([UInt8]) -> Void) throws(CannotStart) -> Result<Void, NetworkError> {
    var answer = try Pipe()
    var notes = try Pipe()
    let input = try socketPair()
    var command = Command([Self.program, "-q", "--config", "-"])
    command.environment = environment
    command.input = .descriptor(input.far)
    command.output = .descriptor(answer.writing)
    command.error = .descriptor(notes.writing)
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    close(input.far)
    answer.closeWriting()
    notes.closeWriting()
    // Also where nothing was started: it closes its end.
    request.tell(input.near)
    let child = try started.get()
    handle.hold(child)
    return outcome(of: child, answer, notes, take)
  }

  private func outcome(
    of child: ChildProcess, _ answer: borrowing Pipe, _ notes: borrowing Pipe, _ take: ([UInt8]) -> Void
  ) -> Result<Void, NetworkError> {
    let limits = request.limits
    // curl ends by itself; should it not, it is ended.
    let end = limits.seconds.map { Duration.seconds($0 + 5) } ?? .seconds(1 << 30)
    return child.withDeadline(end) {
      var count = 0
      var start: [UInt8] = []
      while case let part = answer.readSome(), !part.isEmpty {
        count += part.count
        guard count <= limits.bytes else {
          child.kill()
          return .failure(.failed(.tooLarge(limit: limits.bytes)))
        }
        if start.count < Self.mostOfAComplaint { start += part.prefix(Self.mostOfAComplaint - start.count) }
        take(part)
      }
      let status = Int(String(decoding: notes.read(atMost: 16), as: UTF8.self)) ?? 0
      switch child.wait() {
      // One that leads elsewhere, and was not to be followed.
      case .exited(0) where status >= 300:
        return .failure(.failed(.refused(status: status), body: String(decoding: start, as: UTF8.self)))
      case .exited(0): return .success(())
      case .exited(let code):
        let fault = RemoteFault(code: code, status: status, limit: limits.bytes)
        return .failure(.failed(fault, body: code == 22 ? String(decoding: start, as: UTF8.self) : ""))
      case .signalled: return .failure(.failed(.tooLong))
      }
    }
  }
}
