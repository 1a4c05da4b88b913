import Glibc

/// One end of the stream between the app and a reader of pictures: whole words and whole runs of bytes.
package struct WireEnd: ~Copyable, Sendable {
  package enum Failure: Error {
    /// The other side is gone.
    case closed
    /// The other side said what cannot be.
    case nonsense
  }

  private let input: Int32
  private let output: Int32
  private let isOwned: Bool

  /// Takes a socket over, and closes it in the end.
  package init(socket: Int32) {
    input = socket
    output = socket
    isOwned = true
  }

  /// Uses descriptors of the process, such as the standard ones.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    isOwned = false
  }

  deinit {
    if isOwned { close(input) }
  }

  package func send(_ words: [UInt64]) throws(Failure) {
    try words.map(\.littleEndian).withUnsafeBufferPointer { words throws(Failure) in
      try send(UnsafeRawBufferPointer(words))
    }
  }

  package func send(_ bytes: [UInt8]) throws(Failure) {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try send(UnsafeRawBufferPointer(bytes)) }
  }

  package func send(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      // A socket whose other side died must not end the app by a signal.
      let count = Glibc.send(output, start, rest.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  package func words(_ count: Int) throws(Failure) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count)
    try words.withUnsafeMutableBufferPointer { words throws(Failure) in
      try receive(UnsafeMutableRawBufferPointer(words))
    }
    return words.map { UInt64(littleEndian: $0) }
  }

  package func bytes(_ count: Int) throws(Failure) -> [UInt8] {
    var failure: Failure?
    // Left as it comes from the system, so that a length that was only claimed takes no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Failure) {
        try receive(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Fills the buffer.
  package func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(Failure) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = read(input, start, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
  }
}
