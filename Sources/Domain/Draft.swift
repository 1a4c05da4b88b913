/// What the user has typed in a chat and not yet sent.
public struct Draft: Hashable, Sendable {
  public var text: String

  public init(text: String = "") {
    self.text = text
  }

  /// Blank drafts are neither kept nor sent.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}
