import Glibc
import Workers

/// Starts a program that is looked for on the path; it ends at the latest when nobody holds it.
func spawn(_ words: [String], output: Command.Stream = .inherited, environment: [String: String] = [:]) throws
  -> ChildProcess
{
  var command = Command(words)
  command.environment = Command.environment(with: environment)
  (command.input, command.output, command.error) = (.inherited, output, .inherited)
  do { return try ChildProcess(command) } catch { throw DriverError(description: "\(words[0]) did not start") }
}

/// Runs a program to its end.
func run(_ words: [String]) throws {
  guard try spawn(words).wait().isSuccess else { throw DriverError(description: "\(words) failed") }
}

/// Runs a program to its end and returns what it printed.
func output(_ words: [String]) throws -> String {
  var output = try Pipe()
  let child = try spawn(words, output: .descriptor(output.writing))
  output.closeWriting()
  let bytes = output.read()
  guard child.wait().isSuccess else { throw DriverError(description: "\(words) failed") }
  return String(decoding: bytes, as: UTF8.self)
}
