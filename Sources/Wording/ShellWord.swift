/// A text as one word of a command that people copy into a shell.
enum ShellWord {
  /// In quotes where a shell could read it in another way.
  static func of(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { plain.contains($0) }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? text : "'" + parts.joined(separator: #"'\''"#) + "'"
  }

  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+:,@%".utf8)
}
