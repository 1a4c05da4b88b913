import Platform

/// What comes in on stdin, read to its end.
enum StandardInput {
  /// - Parameter what: what is read, to begin a sentence with: “The text”.
  static func bytes(_ what: String, atMost limit: Int, _ limitInWords: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Failure(.failed, "\(what) could not be read: \(String(cString: strerror(errno))).") }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
      if bytes.count > limit {
        throw Failure(.failed, "\(what) is longer than \(limitInWords); nothing was sent.")
      }
    }
  }
}
