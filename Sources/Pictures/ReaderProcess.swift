import Domain
internal import Frames
import Platform
import PictureWire
import Workers

/// Why a reader gave no answer.
enum ReaderFailure: Error {
  case cannotStart(PictureError.ReaderFault)
  /// It took too long or too much.
  case tooHard
  /// It died of the picture, or said what cannot be.
  case damaged
  case cancelled
}

/// A running `sotto-pictures`. To be used by one at a time, and blocks its thread.
final class ReaderProcess: Worker {
  struct Request: Sendable {
    let order: PictureOrder
    let bytes: [UInt8]
    /// What is taken of an answer at most.
    let bounds: PictureAnswer.Bounds
  }

  let child: ChildProcess
  private let stream: FrameStream
  private let time: Duration
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

  /// `program` is an absolute path; `time` is how long an answer may take.
  init(_ program: String, _ environment: [String], for range: Range, time: Duration) throws(ReaderFailure) {
    self.range = range
    self.time = time
    var command = Command([program, range.rawValue])
    command.environment = environment
    do throws(CannotStart) {
      let ends = try socketPair()
      stream = FrameStream(socket: ends.near)
      defer { close(ends.far) }
      command.input = .descriptor(ends.far)
      command.output = .descriptor(ends.far)
      child = try ChildProcess(command)
    } catch {
      throw .cannotStart(.system(error.reason))
    }
  }

  func canAnswer(_ request: Request) -> Bool { range.covers(.needed(for: request.order.task)) }

  func answer(_ request: Request) throws(ReaderFailure) -> PictureAnswer {
    do throws(FrameError) {
      return try child.withDeadline(time) { () throws(FrameError) in
        do throws(FrameError) {
          try greet()
          try request.order.send(request.bytes, on: stream)
          return try PictureAnswer.receive(on: stream, within: request.bounds)
        } catch {
          // It may have closed the stream and live on: the deadline holds for its end, too.
          if Self.isNonsense(error) { child.kill() }
          child.wait()
          throw error
        }
      }
    } catch {
      throw failure(error)
    }
  }

  private func greet() throws(FrameError) {
    guard !hasGreeted else { return }
    try PictureGreeting.receive(on: stream)
    hasGreeted = true
  }

  /// Whether it said what cannot be; else it is gone.
  private static func isNonsense(_ error: FrameError) -> Bool {
    switch error {
    case .unexpected, .tooLong: true
    case .ended, .broken, .failed, .cancelled: false
    }
  }

  private func failure(_ error: FrameError) -> ReaderFailure {
    if child.isOvertime { return .tooHard }
    switch (Self.isNonsense(error), child.wait()) {
    case (false, .exited(let code)) where !hasGreeted:
      // 127 is how the system says that a program's libraries are missing.
      return .cannotStart(code == 127 ? .missingLibraries : .endedAtOnce)
    // GLib gives up in these ways when it gets no memory; the others are limits.
    case (false, .signalled(SIGABRT)), (false, .signalled(SIGTRAP)), (false, .signalled(SIGKILL)),
      (false, .signalled(SIGXCPU)):
      return .tooHard
    default: return .damaged
    }
  }

  /// What gdk-pixbuf may need to find its loaders; nothing else of the user's.
  static func environment(from variables: [String: String]) -> [String] {
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
      + (passed + sanitizer).compactMap { name in variables[name].map { "\(name)=\($0)" } }
  }
}
