/// An address taken apart as far as it takes to know whom it reaches.
struct WebAddress: Hashable {
  let scheme: String
  /// In lower case, with a port where it names one.
  let place: String
  /// What stands behind, beginning with "/".
  let path: String

  /// Nil for what is no http or https address, or names a user.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isPlain = authority.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "@") && byte != UInt8(ascii: "\\")
    }
    guard scheme == "http" || scheme == "https", !authority.isEmpty, isPlain else { return nil }
    let usual = scheme == "http" ? ":80" : ":443"
    let lower = authority.lowercased()
    place = lower.hasSuffix(usual) ? String(lower.dropLast(usual.count)) : lower
    let behind = rest.dropFirst(authority.count).prefix { $0 != "#" }
    path = behind.hasPrefix("/") ? String(behind) : "/" + behind
  }

  var text: String { "\(scheme)://\(place)\(path)" }

  /// Whether what is said there stays on this machine.
  var isOnThisMachine: Bool {
    let host = place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
    return ["127.0.0.1", "localhost", "[::1]"].contains(host)
  }

  /// Whether both reach the same program on the same machine, in the same way.
  func isSameOrigin(as other: WebAddress) -> Bool { scheme == other.scheme && place == other.place }

  /// Where a redirect of this address leads; nil for what is no address.
  func following(_ location: String) -> WebAddress? {
    if location.hasPrefix("//") { return WebAddress("\(scheme):\(location)") }
    if location.hasPrefix("/") { return WebAddress("\(scheme)://\(place)\(location)") }
    if location.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") { return WebAddress(location) }
    let before = path.prefix { $0 != "?" }
    return WebAddress("\(scheme)://\(place)\(before[...(before.lastIndex(of: "/") ?? before.startIndex)])\(location)")
  }
}
