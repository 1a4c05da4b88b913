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
    let configuration = try Configuration(request)
    var command = configuration.command(environment)
    command.output = .descriptor(answer.writing)
    command.error = .descriptor(notes.writing)
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    _ = consume configuration
    answer.closeWriting()
    notes.closeWriting()
    let child = try started.get()
    handle.hold(child)
    return outcome(of: child, answer, notes, take)
  }

  private func outcome(
    of child: ChildProcess, _ answer: borrowing Pipe, _ notes: borrowing Pipe, _ take: ([UInt8]) -> Void
  ) -> Result<Void, NetworkError> {
    let limits = request.limits
    // curl ends by itself; should it not, it is ended.
    return child.withDeadline(limits.deadline) {
      var count = 0
      while case let part = answer.readSome(), !part.isEmpty {
        count += part.count
        guard count <= limits.bytes else {
          child.kill()
          return .failure(.failed(.tooLarge(limit: limits.bytes)))
        }
        take(part)
      }
      let status = Int(String(decoding: notes.read(atMost: 16), as: UTF8.self)) ?? 0
      switch child.wait() {
      // One that leads elsewhere, and was not to be followed.
      case .exited(0) where status >= 300: return .failure(.failed(.refused(status: status)))
      case .exited(0): return .success(())
      case .exited(let code):
        return .failure(.failed(RemoteFault(code: code, status: status, limit: limits.bytes)))
      case .signalled: return .failure(.failed(.tooLong))
      }
    }
  }
}
