import Frames
import Glibc
import Testing
import Workers

/// A running `WorkersChild` and the stream to it.
final class Talk: Sendable {
  static let frameLimit = 1 << 20
  let child: ChildProcess
  let channel: FrameChannel

  init(_ words: String..., buffer: Int = 1 << 18, _ change: (inout Command) -> Void = { _ in }) throws {
    let ends = try socketPair()
    channel = FrameChannel(FrameStream(socket: ends.near), frameLimit: Self.frameLimit, buffer: buffer)
    defer { close(ends.far) }
    var command = Command([HelperProgram.path(of: "WorkersChild")] + words)
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    command.error = .inherited
    // What a sanitizer is told.
    command.environment = Command.environment()
    change(&command)
    child = try ChildProcess(command)
  }

  /// The next frame's text.
  func text() async throws -> String {
    String(decoding: try #require(try await channel.next()).bytes, as: UTF8.self)
  }

  func number() async throws -> Int32 {
    let number = Int32(try await text())
    return try #require(number)
  }
}

/// The number in a frame of one word.
func word(_ frame: Frame) -> UInt64 {
  frame.bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// Whether a process lives: one that has ended may wait for ever for whoever adopted it.
func isAlive(_ process: Int32) -> Bool {
  let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return false }
  defer { close(file) }
  var buffer = [UInt8](repeating: 0, count: 512)
  let count = read(file, &buffer, buffer.count)
  guard count > 0 else { return false }
  let text = String(decoding: buffer.prefix(count), as: UTF8.self)
  return text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst(2).first != "Z"
}

/// Waits until there is no such process; a test's time limit ends a wait in vain.
func gone(_ process: Int32) async throws {
  while isAlive(process) { try await Task.sleep(for: .milliseconds(2)) }
}
