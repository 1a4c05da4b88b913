import CAdw
import Glibc
import Synchronization

/// What GLib and GTK call critical while a test runs: somebody used a widget that is gone, or in a way that is not allowed.
/// The program would go on by luck, or crash later.
package enum Criticals {
  private static let told = Mutex<[String]>([])

  /// From now on they are kept, and printed as before, with the calls that led there (`addr2line -e PROGRAM ADDRESS`).
  package static func watch() {
    g_log_set_default_handler(
      { domain, level, message, _ in
        if level.rawValue & G_LOG_LEVEL_CRITICAL.rawValue != 0, let message {
          Criticals.told.withLock { $0.append(String(cString: message)) }
        }
        g_log_default_handler(domain, level, message, nil)
        if level.rawValue & G_LOG_LEVEL_CRITICAL.rawValue != 0 { Criticals.printCalls() }
      }, nil)
  }

  /// Glibc's own; Swift's overlay of it leaves the header out.
  private static func printCalls() {
    typealias Calls = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt
    typealias Print = @convention(c) (UnsafePointer<UnsafeMutableRawPointer?>, CInt, CInt) -> Void
    guard let calls = dlsym(nil, "backtrace"), let write = dlsym(nil, "backtrace_symbols_fd") else { return }
    var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 60)
    let count = unsafeBitCast(calls, to: Calls.self)(&frames, CInt(frames.count))
    unsafeBitCast(write, to: Print.self)(frames, count, STDERR_FILENO)
  }

  /// Those since the last time.
  package static func take() -> [String] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}
