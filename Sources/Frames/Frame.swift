/// One message on a stream between two processes: a number that says what it is, and its bytes.
package struct Frame: Equatable, Sendable {
  package var kind: UInt32
  package var bytes: [UInt8]

  package init(_ kind: UInt32, _ bytes: [UInt8] = []) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// What goes before a frame's bytes: its kind and how many bytes follow, four bytes each, the lowest first.
package struct FrameHeader: Equatable, Sendable {
  package static let size = 8
  /// The most bytes that a frame can have.
  package static let most = Int(UInt32.max)

  package let kind: UInt32
  package let count: Int

  /// `count` is at most `most`.
  package init(_ kind: UInt32, count: Int) {
    self.kind = kind
    self.count = count
  }

  /// Any eight bytes are a header; whoever reads it looks whether the count is acceptable.
  package init(word: UInt64) {
    kind = UInt32(truncatingIfNeeded: word)
    count = Int(word >> 32)
  }

  package var word: UInt64 { UInt64(kind) | UInt64(count) << 32 }
}

/// Why a frame was not sent or received. After any of these the stream is of no more use, but for `cancelled`.
package enum FrameError: Error, Equatable, Sendable {
  /// The peer closed its end, and everything that it sent before was received.
  case ended
  /// The peer closed its end or died within a frame, or takes no more.
  case broken
  /// The frame has more bytes than are accepted, or so it claims.
  case tooLong(bytes: Int)
  /// The frame is none that may come here, or its bytes make no sense.
  case unexpected
  /// The system refused it: `errno`.
  case failed(code: Int32)
  /// The task that waited was cancelled; the stream is as it was.
  case cancelled
}
