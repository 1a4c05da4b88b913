import Platform

/// What a request sends, of any size: it is never held in memory as a whole unless the caller does so.
package struct RequestBody: Sendable {
  enum Source: Sendable {
    case bytes([UInt8])
    case file(Int32)
    case stream(AsyncThrowingStream<[UInt8], any Error>)
  }

  let source: Source
  /// In bytes; nil where it is not known, and the body is sent in chunks (`Transfer-Encoding: chunked`).
  let length: Int?

  /// These bytes.
  package static func bytes(_ bytes: [UInt8]) -> RequestBody { RequestBody(source: .bytes(bytes), length: bytes.count) }

  /// This text, in UTF-8.
  package static func text(_ text: String) -> RequestBody { bytes(Array(text.utf8)) }

  /// A file from the place on to which its descriptor was read; the descriptor stays the caller's. Nil for anything but
  /// an ordinary file, as reading that could wait for ever.
  package static func file(_ descriptor: Int32) -> RequestBody? {
    var facts = stat()
    let place = lseek(descriptor, 0, SEEK_CUR)
    guard place >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return RequestBody(source: .file(descriptor), length: max(0, Int(facts.st_size) - Int(place)))
  }

  /// What the stream gives until it ends. When it fails, or gives another length than was named, the request ends without
  /// having been sent as a whole: the last part of the length is sent once the stream has ended. A length of 0 is whole
  /// before that.
  ///
  /// While the stream gives nothing, curl waits for it alone: it sees no refusal and no silence of the host. A stream that
  /// may rest for long needs `NetworkLimits.seconds`, or a task that is cancelled.
  package static func stream(_ stream: AsyncThrowingStream<[UInt8], any Error>, length: Int? = nil) -> RequestBody {
    RequestBody(source: .stream(stream), length: length)
  }
}
