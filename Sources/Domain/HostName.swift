/// Reads the host and the port of an address, as strictly as it takes for them to mean what they look like.
enum HostName {
  /// No name that can be found is longer.
  private static let most = 253

  /// In lower case, with the port where it is not the scheme's usual one; nil for what is no host, or one that could be
  /// read as another.
  static func shown(_ place: Substring, scheme: String) -> String? {
    var name = place.unicodeScalars[...]
    var port = ""
    let isBracketed = name.first == "["
    if let colon = name.lastIndex(of: ":"), !isBracketed || name[..<colon].last == "]" {
      guard let number = number(name[colon...].dropFirst()) else { return nil }
      if number != (scheme == "http" ? 80 : 443) { port = ":\(number)" }
      name = name[..<colon]
    }
    guard let host = isBracketed ? bracketed(name) : named(name) else { return nil }
    return host + port
  }

  private static func number(_ digits: Substring.UnicodeScalarView) -> UInt16? {
    guard (1...5).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return UInt16(String(digits)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// An address of version 6, without the name of a network card.
  private static func bracketed(_ name: Substring.UnicodeScalarView) -> String? {
    let inner = name.dropFirst().dropLast()
    let isPlain = inner.allSatisfy { scalar in
      switch scalar {
      case "0"..."9", "a"..."f", "A"..."F", ":", ".": true
      default: false
      }
    }
    guard name.last == "]", isPlain, (2...45).contains(inner.count), inner.contains(":") else { return nil }
    return "[" + String(inner).lowercased() + "]"
  }

  private static func named(_ name: Substring.UnicodeScalarView) -> String? {
    guard name.count <= most else { return nil }
    var host = String.UnicodeScalarView()
    for scalar in name {
      guard let letter = letter(scalar) else { return nil }
      host.append(letter)
    }
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let hasDotAtEnd = labels.last?.isEmpty == true
    if hasDotAtEnd { labels.removeLast() }
    guard let last = labels.last, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
    // What ends with a number is an address of version 4, which could also be written in ways that nobody can read.
    if last.allSatisfy({ ("0"..."9").contains($0) }) || last.starts(with: "0x".unicodeScalars) {
      guard labels.count == 4, !hasDotAtEnd, labels.allSatisfy(isByte) else { return nil }
    }
    return String(host)
  }

  /// Without zeros at its beginning, which would make it a number to the base 8.
  private static func isByte(_ label: Substring.UnicodeScalarView) -> Bool {
    UInt8(String(label)).map { String($0).unicodeScalars.elementsEqual(label) } ?? false
  }

  /// In lower case; nil for what no host is made of, and for letters that are another one's form.
  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_", ".": return scalar
    case "A"..."Z": return Unicode.Scalar(scalar.value + 0x20)
    // Letters of their own in a host, although they are folded elsewhere.
    case "ß", "ς": return scalar
    default: break
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    guard lower.count == 1, let letter = lower.first, letter.value >= 0x80 else { return nil }
    switch letter.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter: break
    default: return nil
    }
    let properties = letter.properties
    return properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint ? nil : letter
  }
}
