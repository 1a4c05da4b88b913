import Dispatch
import Glibc
import Workers

/// A server in Python on this machine's own network, which says its port in its first line; it ends with this.
public final class LoopbackProgram: Sendable {
  public let port: Int
  private let process: ChildProcess
  private let lifeline: Int32

  /// Returns once it listens. Waits on a thread of its own: those that tests share are few.
  ///
  /// - Parameter words: what the program finds from `sys.argv[1]` on.
  public init(_ program: String, _ words: String...) async throws {
    (process, port, lifeline) = try await withCheckedThrowingContinuation { done in
      DispatchQueue(label: "app.sotto.tests.server").async {
        done.resume(with: Result { try Self.start(program, words) })
      }
    }
  }

  deinit { close(lifeline) }

  /// Also where nobody could end it any more: this process was killed.
  private static let leash = """
    import os, sys, threading
    threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()

    """

  private static func start(_ program: String, _ words: [String]) throws -> (ChildProcess, Int, Int32) {
    var command = Command(["python3", "-S", "-c", leash + program] + words)
    let ends = try socketPair()
    defer { close(ends.far) }
    command.input = .descriptor(ends.far)
    command.environment = Command.environment()
    command.error = .inherited
    var output = try Pipe()
    command.output = .descriptor(output.writing)
    do {
      let process = try ChildProcess(command)
      output.closeWriting()
      guard let port = Int(output.readLine()), port > 0 else { throw NotStarted() }
      return (process, port, ends.near)
    } catch {
      close(ends.near)
      throw error
    }
  }

  private struct NotStarted: Error {}
}
