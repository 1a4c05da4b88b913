import Platform

/// Where another program writes and this one reads.
package struct Pipe: ~Copyable {
  private let reading: Int32
  package private(set) var writing: Int32

  package enum Kind {
    /// Sockets, which no third program inherits.
    case `private`
    /// What the other program opens by a name, such as `/dev/fd/3`: sockets cannot be opened so.
    case named
  }

  package init(_ kind: Kind = .private) throws(CannotStart) {
    switch kind {
    case .private: (reading, writing) = try socketPair()
    case .named:
      guard let ends = joinedPipe() else { throw CannotStart(code: errno) }
      (reading, writing) = ends
    }
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

  /// Waits until something comes of one of them; true where it is the first, or of both.
  package static func wait(for first: borrowing Pipe, or second: borrowing Pipe) -> Bool {
    let events = Int16(POLLIN)
    var wanted = [
      pollfd(fd: first.reading, events: events, revents: 0), pollfd(fd: second.reading, events: events, revents: 0),
    ]
    while poll(&wanted, 2, -1) < 0, errno == EINTR {}
    // The first may have got something between the two looks, and before the second did.
    return wanted[0].revents != 0 || first.hasInput(within: 0)
  }
}
