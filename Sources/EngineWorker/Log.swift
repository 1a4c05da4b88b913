import CLlama
import Platform
import Synchronization

/// What the library says of its troubles: on standard error for whoever looks there, and the first of them as words of a
/// refusal.
enum Log {
  private static let first = Mutex("")

  static func begin() {
    // Where nobody takes the words, or they would be written to a file, which is not allowed, they are lost.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    llama_log_set({ level, text, _ in if let text { Log.take(level, text) } }, nil)
  }

  private static func take(_ level: ggml_log_level, _ text: UnsafePointer<CChar>) {
    guard level == GGML_LOG_LEVEL_WARN || level == GGML_LOG_LEVEL_ERROR else { return }
    _ = write(STDERR_FILENO, text, strlen(text))
    guard level == GGML_LOG_LEVEL_ERROR else { return }
    first.withLock { if $0.isEmpty { $0 = words(of: String(cString: text)) } }
  }

  /// Without the name of the function that says it.
  private static func words(of line: String) -> String {
    let line = line.prefix { $0 != "\n" }
    guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else { return String(line) }
    return String(line[line.index(after: colon)...].drop { $0 == " " })
  }

  /// The first trouble since this was asked last; empty when there was none.
  static func takeFirst() -> String {
    first.withLock { words in
      defer { words = "" }
      return words
    }
  }
}
