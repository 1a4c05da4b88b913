/// An address that opens a chat on the machine where it lies: `sotto:chat/018f3a5e-7c21-7000-8000-0123456789ab`.
public struct ChatLink: Hashable, Sendable, CustomStringConvertible {
  /// What it opens.
  public let chat: ChatID

  /// What such addresses begin with.
  public static let scheme = "sotto:"

  /// The link to a chat.
  public init(to chat: ChatID) { self.chat = chat }

  /// Reads an address; nil for any other. Desktops may put slashes behind the scheme.
  public init?(_ address: some StringProtocol) {
    guard address.utf8.count <= 200, Self.isOwn(address) else { return nil }
    let path = address.dropFirst(Self.scheme.count).drop { $0 == "/" }
    guard path.lowercased().hasPrefix(Self.place), let chat = ChatID(path.dropFirst(Self.place.count)) else {
      return nil
    }
    self.chat = chat
  }

  /// Whether the address is meant for Sotto, be it a right one or not.
  public static func isOwn(_ address: some StringProtocol) -> Bool {
    address.prefix(scheme.count).lowercased() == scheme
  }

  /// The address.
  public var description: String { Self.scheme + Self.place + chat.description }

  private static let place = "chat/"
}
