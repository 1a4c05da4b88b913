/// The address of a remote picture: http or https, with a host that can be read in one way only.
///
/// It is taken apart by its bytes, as by the program that asks: for Swift a slash with a combining mark is no slash. Both
/// what is shown and what is asked come from here.
public struct RemoteAddress: Hashable, Sendable {
  /// The host as a user should read it before anything is fetched, with a port that is not the usual one.
  public let host: String
  /// Whether a user name stands before the host. Such an address is not fetched: names there are made to look like hosts.
  public let hasUserName: Bool
  /// What to ask for: the address with its host as it is shown, without a user name.
  public let request: String

  /// Nil when the address is none that Sotto would fetch.
  public init?(_ address: String) {
    guard !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else { return nil }
    let utf8 = address.utf8
    let mark = "://".utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: mark) else { return nil }
    let scheme = address[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let body = utf8[colon...].dropFirst(mark.count)
    let authority = body.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let place = parts.last, let shown = HostName.shown(Substring(place), scheme: scheme) else {
      return nil
    }
    host = shown
    hasUserName = parts.count == 2
    request = "\(scheme)://\(shown)" + String(address[authority.endIndex...])
  }

  /// The host as a user should read it; where there is none that Sotto would ask, the address on one line of its own.
  public static func shownHost(of address: String) -> String {
    if let remote = Self(address) { return remote.host }
    let line = ShownLine.of(address)
    let most = 200
    guard let end = line.index(line.startIndex, offsetBy: most, limitedBy: line.endIndex), end < line.endIndex else {
      return line
    }
    return line[..<end] + "…"
  }
}
