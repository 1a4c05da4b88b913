/// Which addresses are offered to be opened.
enum WebAddress {
  /// The address as it is offered; nil for what is neither a place in the web nor a mail address. A script, a file or a
  /// place relative to nothing is none.
  static func allowed(_ address: String) -> String? {
    let hasAllowedScheme = ["http://", "https://", "mailto:"].contains { scheme in
      address.utf8.count > scheme.utf8.count
        && zip(address.utf8, scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0.isLetter }
    }
    guard hasAllowedScheme, address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    return address
  }
}
