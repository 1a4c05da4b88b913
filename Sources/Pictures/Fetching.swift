internal import Domain
import Network

/// Loads remote pictures.
struct Fetching: Sendable {
  let network: NetworkClient
  /// How long a picture may take to come, in seconds.
  let timeLimit: Int

  /// What the address names, without its ending; else the host.
  static func name(of address: String) -> String {
    let path = address.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 2, let last = parts.last else { return host(of: address) }
    return PictureDisplayName.harmless(decoded(Substring(last)))
  }

  /// The host as it is shown; the address itself where it has none.
  private static func host(of address: String) -> String {
    PictureDisplayName.harmless(RemoteAddress.shownHost(of: address))
  }

  /// Gets the bytes; a cancelled task ends it at once.
  func fetch(_ address: String) async throws(PictureError) -> [UInt8] {
    let host = Self.host(of: address)
    guard let remote = RemoteAddress(address) else { throw .notLoaded(host: host, .notOnTheWeb) }
    guard !remote.hasUserName else { throw .notLoaded(host: host, .hasUserName) }
    do throws(NetworkError) {
      return try await network.get(
        remote.request, within: NetworkLimits(bytes: PictureLimits.bytes, seconds: timeLimit, redirects: 5))
    } catch {
      guard let fault = error.fault else { throw .cancelled }
      throw .notLoaded(host: host, fault)
    }
  }

  /// Percent signs with two digits as the letters they stand for, where these are letters.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}
