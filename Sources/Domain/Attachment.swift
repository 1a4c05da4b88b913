/// A picture that belongs to a message or to a draft.
public struct Attachment: Hashable, Sendable {
  /// Where the picture lies.
  public enum Content: Hashable, Sendable {
    /// One of the drawings that come with the app, by name.
    case drawing(String)
    /// A picture that the library keeps.
    case kept(KeptPicture)
    /// The http or https address of a picture that was never fetched; only a user's deliberate act fetches it.
    case remote(String)
  }

  /// Where it lies, and what it takes to show it.
  public var content: Content
  /// Size in pixels, for a placeholder of the right shape; 0 where it is not known.
  public var width: Int
  /// In pixels; 0 where it is not known.
  public var height: Int
  /// What the picture shows or how its file was called, for screen readers and the terminal.
  public var alternative: String

  public init(content: Content, width: Int, height: Int, alternative: String) {
    self.content = content
    self.width = width
    self.height = height
    self.alternative = alternative
  }

  /// The size in bytes of what the library keeps; nil for what is not in the library.
  public var bytes: Int64? {
    if case .kept(let kept) = content { kept.bytes } else { nil }
  }

  /// Where a picture that was never fetched lies; nil for all others.
  public var remoteHost: String? {
    if case .remote(let address) = content { RemoteAddress.shownHost(of: address) } else { nil }
  }
}
