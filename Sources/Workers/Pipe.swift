import Platform

/// Where another program writes and this one reads.
package struct Pipe: ~Copyable {
  private let reading: Int32
  package private(set) var writing: Int32

  package init() throws(CannotStart) {
    // Pipes that no third program inherits cannot be had in Swift (`pipe2`); sockets can.
    (reading, writing) = try socketPair()
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  /// Leaves the writing to the other program, so that its end is the end.
  package mutating func closeWriting() {
    close(writing)
    writing = -1
  }

  /// Reads to the end, or one run of bytes past so many. Blocks the thread.
  package func read(atMost most: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < most, case let run = readSome(), !run.isEmpty { bytes += run }
    return bytes
  }

  /// Reads what is there, or waits for something; empty at the end. Blocks the thread.
  package func readSome(atMost most: Int = 1 << 16) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: most) { room, count in
      var got: Int
      repeat { got = Platform.read(reading, room.baseAddress, most) } while got < 0 && errno == EINTR
      count = max(0, got)
    }
  }

  /// Reads a line without its end; what is left when the other program ends without one. Blocks the thread.
  package func readLine() -> String {
    var line: [UInt8] = []
    while let byte = readSome(atMost: 1).first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether something comes within this time, be it the end.
  package func hasInput(within milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, milliseconds) > 0
  }
}
