import Platform

/// Why the system refused something about a file: its number for the reason, and the path that was meant.
package struct FileError: Error, Equatable, Sendable {
  package let code: Int32
  package let path: String

  package init(code: Int32, path: String) {
    self.code = code
    self.path = path
  }

  /// The system's words for it, such as "No such file or directory".
  package var reason: String { systemReason(code) }
}

/// Writes all of the bytes. `path` is only for the error.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(FileError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if part < 0, errno == EINTR { continue }
    guard part > 0 else { throw FileError(code: part < 0 ? errno : ENOSPC, path: path) }
    rest = rest.dropFirst(part)
  }
}

/// Returns when what a descriptor holds is on the disk. `path` is only for the error.
package func syncAll(_ descriptor: Int32, path: String) throws(FileError) {
  while fsync(descriptor) != 0 {
    guard errno == EINTR else { throw FileError(code: errno, path: path) }
  }
}
