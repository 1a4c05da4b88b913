import Platform

/// One of the two streams that a person or a program reads. What is said after the reader has gone is dropped.
final class Output {
  private let descriptor: Int32
  private var held: [UInt8] = []
  /// The reader went away, as in `sotto show … | head`.
  private(set) var isClosed = false
  /// Why something could not be written, in the system's words; a reader that went away is no failure.
  private(set) var failure: String?

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  static let standard = Output(STDOUT_FILENO)
  static let errors = Output(STDERR_FILENO)

  /// Holds the text until there is enough of it or `flush` is called.
  func write(_ text: String) {
    held += text.utf8
    if held.count >= 32_768 { flush() }
  }

  func line(_ text: String = "") {
    write(text)
    write("\n")
  }

  /// Writes what is held.
  func flush() {
    defer { held.removeAll(keepingCapacity: true) }
    var done = 0
    while done < held.count, !isClosed, failure == nil {
      let count = held[done...].withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno == EPIPE {
        isClosed = true
      } else if errno != EINTR {
        failure = systemReason(errno)
      }
    }
  }

  /// What was to be written cannot be.
  func fail(_ reason: String) { failure = failure ?? reason }

  /// Ends a command whose reader has read enough or cannot read.
  func checkReader() throws {
    if isClosed || failure != nil { throw ReaderIsGone() }
  }

  nonisolated struct ReaderIsGone: Error {}
}
