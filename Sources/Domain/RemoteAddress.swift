/// The addresses of remote pictures: http and https, nothing else.
public enum RemoteAddress {
  /// The host as a user should read it before anything is fetched, with a port that is not the usual one; nil when the
  /// address is none that Sotto would fetch.
  public static func host(of address: String) -> String? {
    guard !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F || $0 == "\\" }),
      let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://")
    else { return nil }
    let scheme = address[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let authority = address[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // What stands before an @ is a user name made to look like a host.
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let usualPort = scheme == "http" ? ":80" : ":443"
    let shown = host.hasSuffix(usualPort) ? host.dropLast(usualPort.count) : host
    return shown.isEmpty || shown.hasPrefix(":") ? nil : shown.lowercased()
  }
}
