/// Which addresses are offered to be opened.
enum WebAddress {
  /// The address as it is offered; nil for what is neither a place in the web nor a mail address. A script, a file or a
  /// place relative to nothing is none.
  static func allowed(_ address: String) -> String? {
    let hasAllowedScheme = ["http://", "https://", "mailto:"].contains { begins(address, with: $0) }
    // Browsers take a backslash for a slash, so that the host would be another one than is shown.
    guard hasAllowedScheme,
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" })
    else { return nil }
    let isOfHost = address.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "h")
    return isOfHost && LinkHost(of: address).written.isEmpty ? nil : address
  }

  /// Whether the address goes on behind the scheme, in large letters or small ones.
  private static func begins(_ address: String, with scheme: String) -> Bool {
    guard address.utf8.count > scheme.utf8.count else { return false }
    for (byte, expected) in zip(address.utf8, scheme.utf8) where byte != expected {
      guard byte.isLetter, byte | 0x20 == expected else { return false }
    }
    return true
  }
}
