import CAdw
import Synchronization

/// What GLib and GTK call critical while a test runs: somebody used a widget that is gone, or in a way that is not allowed.
/// The program would go on by luck, or crash later.
package enum Criticals {
  private static let told = Mutex<[String]>([])

  /// From now on they are kept, and printed as before.
  package static func watch() {
    g_log_set_default_handler(
      { domain, level, message, _ in
        if level.rawValue & G_LOG_LEVEL_CRITICAL.rawValue != 0, let message {
          Criticals.told.withLock { $0.append(String(cString: message)) }
        }
        g_log_default_handler(domain, level, message, nil)
      }, nil)
  }

  /// Those since the last time.
  package static func take() -> [String] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}
