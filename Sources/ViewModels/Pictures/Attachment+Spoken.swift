public import Domain
private import Localization

extension Attachment {
  /// The picture in words, for screen readers.
  public var spoken: String {
    remoteHost.map { localized("Picture at \($0), not loaded") } ?? localized("Picture: \(alternative)")
  }
}
