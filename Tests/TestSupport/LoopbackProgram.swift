import Dispatch
import Workers

/// A server in Python on this machine's own network, which says its port in its first line; it ends with this.
public final class LoopbackProgram: Sendable {
  public let port: Int
  private let process: ChildProcess

  /// Returns once it listens. Waits on a thread of its own: those that tests share are few.
  ///
  /// - Parameter words: what the program finds from `sys.argv[1]` on.
  public init(_ program: String, _ words: String...) async throws {
    (process, port) = try await withCheckedThrowingContinuation { done in
      DispatchQueue(label: "app.sotto.tests.server").async {
        done.resume(with: Result { try Self.start(program, words) })
      }
    }
  }

  private static func start(_ program: String, _ words: [String]) throws -> (ChildProcess, Int) {
    var command = Command(["python3", "-S", "-c", program] + words)
    command.environment = Command.environment()
    command.error = .inherited
    var output = try Pipe()
    command.output = .descriptor(output.writing)
    let process = try ChildProcess(command)
    output.closeWriting()
    guard let port = Int(output.readLine()), port > 0 else { throw NotStarted() }
    return (process, port)
  }

  private struct NotStarted: Error {}
}
