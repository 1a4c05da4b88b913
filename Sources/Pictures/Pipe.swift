import Glibc

/// Where another program writes and this one reads.
struct Pipe: ~Copyable {
  private let reading: Int32
  private(set) var writing: Int32

  /// Nil when the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    // A pipe that no third program inherits; the call that makes a real one so is not to be had in Swift.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  /// Leaves the writing to the other program, so that its end is the end.
  mutating func closeWriting() {
    close(writing)
    writing = -1
  }

  /// Reads to the end, or one run of bytes past so many.
  func read(atMost most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < most {
      let count = Glibc.read(reading, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }
}
