import Synchronization

/// What the last look of a wait has seen, for the sentence that says why it failed.
enum Seen {
  private static let notes = Mutex<[String]>([])

  /// A look begins.
  static func begin() { notes.withLock { $0.removeAll() } }

  static func note(_ text: String) {
    notes.withLock { if $0.count < 20 { $0.append(text) } }
  }

  static var text: String {
    let notes = notes.withLock { $0 }
    return notes.isEmpty ? "nothing of a window was looked at" : "seen last: " + notes.joined(separator: ", ")
  }
}
