import Glibc
import TestSupport
import Workers

/// What a story puts into its folder.
typealias WindowFixture = StoryFolder

/// Another process that holds the library's database locked until it is ended.
final class LockHolder {
  private let child: ChildProcess
  private let input: Int32

  init(_ home: String) throws {
    let script = """
      import sqlite3, sys, time
      c = sqlite3.connect(sys.argv[1] + "/sotto.db", isolation_level=None)
      c.execute("BEGIN IMMEDIATE")
      print("locked", flush=True)
      sys.stdin.read()
      """
    let (near, far) = try socketPair()
    defer { close(far) }
    input = near
    var command = Command(["python3", "-c", script, home])
    command.environment = Command.environment()
    var output = try Pipe()
    (command.input, command.output, command.error) = (.descriptor(far), .descriptor(output.writing), .inherited)
    child = try ChildProcess(command)
    output.closeWriting()
    guard output.readLine() == "locked" else { throw DriverError(description: "the database was not locked") }
  }

  func letGo() {
    child.kill()
    child.wait()
  }

  deinit { close(input) }
}
