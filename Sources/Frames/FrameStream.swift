import Platform

/// One end of a stream of frames between two processes, over a socket. Each call blocks its thread. One may read while
/// another one writes.
package struct FrameStream: ~Copyable, Sendable {
  private let input: Int32
  private let output: Int32
  private let isOwned: Bool

  /// Takes a socket over, and closes it in the end.
  package init(socket: Int32) {
    input = socket
    output = socket
    isOwned = true
  }

  /// Uses sockets of the process, such as its standard input and output.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    isOwned = false
  }

  deinit {
    if isOwned { close(input) }
  }

  /// Ends the stream in both directions: whoever waits on it, here or there, waits no longer.
  package func end() {
    _ = shutdown(input, Int32(SHUT_RDWR))
  }

  /// Whether something is there to be received, be it only that the peer is gone. Does not wait.
  package var hasInput: Bool { Self.isReady(input, POLLIN) }

  /// Whether a small frame can be sent without waiting. Does not wait.
  package var hasRoom: Bool { Self.isReady(output, POLLOUT) }

  private static func isReady(_ socket: Int32, _ event: Int32) -> Bool {
    var wanted = pollfd(fd: socket, events: Int16(event), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }
}

// MARK: Sending

extension FrameStream {
  package func send(_ frame: Frame) throws(FrameError) { try send(frame.kind, frame.bytes) }

  package func send(_ kind: UInt32, _ bytes: [UInt8] = []) throws(FrameError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FrameError) in try send(kind, UnsafeRawBufferPointer(bytes)) }
  }

  /// Sends numbers, the lowest byte of each first.
  package func send(_ kind: UInt32, words: [UInt64]) throws(FrameError) {
    try words.map(\.littleEndian).withUnsafeBufferPointer { words throws(FrameError) in
      try send(kind, UnsafeRawBufferPointer(words))
    }
  }

  package func send(_ kind: UInt32, _ bytes: UnsafeRawBufferPointer) throws(FrameError) {
    guard bytes.count <= FrameHeader.most else { throw .tooLong(bytes: bytes.count) }
    // A small frame is one call of the system, and wakes the peer once.
    let together = bytes.count <= 4_096 ? bytes : UnsafeRawBufferPointer(start: nil, count: 0)
    let size = FrameHeader.size
    try withUnsafeTemporaryAllocation(byteCount: size + together.count, alignment: size) { room throws(FrameError) in
      let header = FrameHeader(kind, count: bytes.count).word.littleEndian
      room.storeBytes(of: header, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: room[size...]).copyMemory(from: together)
      try write(UnsafeRawBufferPointer(room))
    }
    if together.count < bytes.count { try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(FrameError) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      // A socket whose peer died must not end this process by a signal.
      let count = sendQuietly(output, start, rest.count)
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EPIPE, ECONNRESET: throw .broken
        default: throw .failed(code: errno)
        }
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

// MARK: Receiving

extension FrameStream {
  /// Receives a frame of at most so many bytes.
  package func frame(atMost most: Int) throws(FrameError) -> Frame {
    let header = try header(atMost: most)
    return Frame(header.kind, try bytes(header.count))
  }

  /// Receives the bytes of a frame that has to be of this kind.
  package func bytes(_ kind: UInt32, atMost most: Int) throws(FrameError) -> [UInt8] {
    let header = try header(atMost: most)
    guard header.kind == kind else { throw .unexpected }
    return try bytes(header.count)
  }

  /// Receives the numbers of a frame that has to be of this kind and to have so many.
  package func words(_ kind: UInt32, _ count: Int) throws(FrameError) -> [UInt64] {
    let size = MemoryLayout<UInt64>.size
    let header = try header(atMost: count * size)
    guard header == FrameHeader(kind, count: count * size) else { throw .unexpected }
    var words = [UInt64](repeating: 0, count: count)
    try words.withUnsafeMutableBufferPointer { words throws(FrameError) in
      try receive(into: UnsafeMutableRawBufferPointer(words))
    }
    return words.map { UInt64(littleEndian: $0) }
  }

  /// Receives what goes before a frame's bytes, which `receive` has to take next. A peer that is gone has ended here.
  package func header(atMost most: Int) throws(FrameError) -> FrameHeader {
    var word: UInt64 = 0
    try withUnsafeMutableBytes(of: &word) { room throws(FrameError) in try fill(room, gone: .ended) }
    let header = FrameHeader(word: UInt64(littleEndian: word))
    guard header.count <= most else { throw .tooLong(bytes: header.count) }
    return header
  }

  /// Receives bytes of the frame whose header came.
  package func receive(into room: UnsafeMutableRawBufferPointer) throws(FrameError) {
    try fill(room, gone: .broken)
  }

  private func bytes(_ count: Int) throws(FrameError) -> [UInt8] {
    var failure: FrameError?
    // Left as it comes from the system, so that a length that was only claimed takes no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(FrameError) {
        try receive(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// `gone` is what it means when the peer is, before the first byte.
  private func fill(_ room: UnsafeMutableRawBufferPointer, gone: FrameError) throws(FrameError) {
    var rest = room
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = read(input, start, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 || errno == ECONNRESET else { throw .failed(code: errno) }
      guard count > 0 else { throw rest.count == room.count ? gone : .broken }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
  }
}
