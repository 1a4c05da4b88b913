import Glibc
import PictureWire

/// Why a reader gave no answer.
enum ReaderFailure: Error {
  case cannotStart(reason: String)
  /// It took too long or too much.
  case tooHard
  /// It died of the picture, or said what cannot be.
  case damaged
  case cancelled
}

/// A running `sotto-pictures`. To be used by one at a time, and blocks its thread.
final class ReaderProcess {
  let child: ChildProcess
  private let stream: WireEnd
  private var hasGreeted = false

  /// What a reader is ready for: it loads the libraries for that before it lets itself be locked in.
  enum Range: String {
    /// What a library keeps.
    case kept
    /// That, and the app's own drawings.
    case drawn
    /// Files of all kinds.
    case all

    static func needed(for task: PictureOrder.Task) -> Range {
      switch task {
      case .prepare, .cage: .all
      case .decode, .frames: .kept
      case .drawing, .drawingFile: .drawn
      }
    }

    /// Whether a reader of this range can do what needs the other.
    func covers(_ other: Range) -> Bool { self == other || other == .kept }
  }
  let range: Range

  /// `program` is an absolute path.
  init(_ program: String, for range: Range) throws(ReaderFailure) {
    self.range = range
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .cannotStart(reason: systemReason(errno))
    }
    stream = WireEnd(socket: ends[0])
    defer { close(ends[1]) }
    do throws(ChildProcess.CannotStart) {
      child = try ChildProcess(
        [program, range.rawValue], environment: Self.environment, input: ends[1], output: ends[1], error: -1)
    } catch {
      throw .cannotStart(reason: error.reason)
    }
  }

  /// Asks and waits for the answer. After any failure this reader is of no more use.
  func answer(
    _ order: PictureOrder, _ bytes: [UInt8], within bounds: PictureAnswer.Bounds, time: Duration
  ) throws(ReaderFailure) -> PictureAnswer {
    do throws(WireEnd.Failure) {
      return try child.withDeadline(time) { () throws(WireEnd.Failure) in
        do throws(WireEnd.Failure) {
          try greet()
          try stream.send(order.header(count: bytes.count))
          try stream.send(bytes)
          return try PictureAnswer.receive(on: stream, within: bounds)
        } catch {
          // It may have closed the stream and live on: the leash holds for its end, too.
          if error == .nonsense { child.end() }
          child.wait()
          throw error
        }
      }
    } catch {
      throw failure(error)
    }
  }

  private func greet() throws(WireEnd.Failure) {
    guard !hasGreeted else { return }
    guard try stream.words(1) == [PictureOrder.greeting] else { throw .nonsense }
    hasGreeted = true
  }

  private func failure(_ failure: WireEnd.Failure) -> ReaderFailure {
    if child.isOvertime { return .tooHard }
    switch (failure, child.wait()) {
    case (.closed, .exited(let code)) where !hasGreeted:
      // 127 is how the system says that a program's libraries are missing.
      return .cannotStart(reason: code == 127 ? "its libraries are missing" : "it ended at once")
    // GLib gives up in these ways when it gets no memory; the others are limits.
    case (.closed, .signalled(SIGABRT)), (.closed, .signalled(SIGTRAP)), (.closed, .signalled(SIGKILL)),
      (.closed, .signalled(SIGXCPU)):
      return .tooHard
    default: return .damaged
    }
  }

  /// What gdk-pixbuf may need to find its loaders; nothing else of the user's.
  private static let environment: [String] = {
    #if SANITIZED
      let sanitizer = ["ASAN_OPTIONS"]
    #else
      let sanitizer: [String] = []
    #endif
    let passed = [
      "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "LD_LIBRARY_PATH", "XDG_DATA_DIRS",
    ]
    // One heap: each further one would take 64 MB of the addresses that the reader may have. No service for files.
    return ["MALLOC_ARENA_MAX=1", "GIO_USE_VFS=local", "LC_ALL=C"]
      + (passed + sanitizer).compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }()
}
