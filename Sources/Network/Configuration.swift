import Platform
import Workers

/// What curl is told, in a pipe of its own, which it reads at its start: neither its arguments nor its input have any of it.
struct Configuration: ~Copyable {
  private let reading: Int32

  /// Where curl finds it.
  private static let descriptor: Int32 = 4

  init(_ request: Request) throws(CannotStart) {
    guard let ends = joinedPipe() else { throw CannotStart(code: errno) }
    let fault = Self.write(Array(request.configuration.utf8), to: ends.writing)
    close(ends.writing)
    if let fault {
      close(ends.reading)
      throw fault
    }
    reading = ends.reading
  }

  private static func write(_ bytes: [UInt8], to pipe: Int32) -> CannotStart? {
    // It fits in as a whole (`Request.isSound`), so no thread has to wait for curl. It can be read: this raises no signal.
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
    let count = bytes.withUnsafeBytes { Platform.write(pipe, $0.baseAddress, $0.count) }
    return count == bytes.count ? nil : CannotStart(code: count < 0 ? errno : EAGAIN)
  }

  deinit { close(reading) }

  /// Runs curl with it.
  func command(_ environment: [String]) -> Command {
    var command = Command([Transfer.program, "-q", "--config", "/dev/fd/\(Self.descriptor)"])
    command.environment = environment
    command.descriptors[Self.descriptor] = reading
    return command
  }
}
