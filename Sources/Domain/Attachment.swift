/// A picture that belongs to a message.
public struct Attachment: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// One of the drawings that come with the app, by name.
    case drawing(String)
  }

  public var content: Content
  /// Size in pixels, for a placeholder of the right shape.
  public var width: Int
  public var height: Int
  /// What the picture shows, for screen readers and the terminal.
  public var alternative: String

  public init(content: Content, width: Int, height: Int, alternative: String) {
    self.content = content
    self.width = width
    self.height = height
    self.alternative = alternative
  }
}
