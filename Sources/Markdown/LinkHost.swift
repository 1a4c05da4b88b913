/// Where a link leads, for people who look before they follow it.
package struct LinkHost: Equatable, Sendable {
  /// As it is written, with its port, and without who logs in; a whole mail address.
  package let written: String
  /// How it is asked for where that is written otherwise: what looks like other letters shows there.
  package let asked: String?

  /// No name that can be found is longer.
  private static let most = 253

  package init(of address: String) {
    let scheme = address.firstIndex(of: ":").map { address.index(after: $0) } ?? address.startIndex
    let rest = address[scheme...]
    guard rest.hasPrefix("//") else {
      let mail = rest.prefix { $0 != "?" }
      let domain = mail.lastIndex(of: "@").map { mail[mail.index(after: $0)...] } ?? ""
      asked = Self.inASCII(domain).map { "\(mail[..<domain.startIndex])\($0)" }
      written = String(mail)
      return
    }
    let place = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    // Who logs in is no part of the host, and may look like one.
    let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? place
    (written, asked) = (String(host), Self.inASCII(host))
  }

  /// Both, without what is not seen and could turn the one around.
  package var shown: String {
    guard let asked else { return written }
    return String(written.filter { !$0.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint } })
      + " (\(asked))"
  }

  /// The host in the letters that are asked for; nil where it is made of these, or cannot be found.
  private static func inASCII(_ place: Substring) -> String? {
    guard place.utf8.contains(where: { $0 >= 0x80 }), place.unicodeScalars.count <= most else { return nil }
    let port = place.lastIndex(of: ":") ?? place.endIndex
    // The other signs are read as dots, too.
    let labels = place[..<port].unicodeScalars.split(omittingEmptySubsequences: false) {
      [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0)
    }
    return labels.map { label(String($0)) }.joined(separator: ".") + place[port...]
  }

  private static func label(_ written: String) -> String {
    let letters = Array(written.lowercased().unicodeScalars)
    if letters.allSatisfy(\.isASCII) { return String(String.UnicodeScalarView(letters)) }
    guard letters.allSatisfy(isItsOwnForm) else { return inPercent(written) }
    return "xn--" + Punycode.of(letters)
  }

  /// Whether a letter is asked for as itself. What becomes another one, or one with the letter before it, is not said here,
  /// as that takes the tables of Unicode.
  private static func isItsOwnForm(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case "ß", "ς": return true
    case "\u{300}"..."\u{36F}": return false
    default: break
    }
    let properties = letter.properties
    return !properties.changesWhenNFKCCaseFolded && !properties.isDefaultIgnorableCodePoint
  }

  private static func inPercent(_ label: String) -> String {
    label.utf8.map { byte in
      guard byte >= 0x80 else { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + digits
    }.joined()
  }
}

/// Letters in ASCII, as RFC 3492 writes them for names of hosts.
private enum Punycode {
  private static let (base, least, most, skew, damp) = (36, 1, 26, 38, 700)

  static func of(_ letters: [Unicode.Scalar]) -> String {
    let values = letters.map { Int($0.value) }
    let plain = letters.filter(\.isASCII)
    var text = String(String.UnicodeScalarView(plain))
    if !plain.isEmpty { text += "-" }
    var (next, delta, bias, done) = (0x80, 0, 72, plain.count)
    while done < values.count {
      let value = values.filter { $0 >= next }.min() ?? next
      delta += (value - next) * (done + 1)
      next = value
      for other in values {
        if other < next { delta += 1 }
        guard other == next else { continue }
        text += digits(delta, bias)
        bias = adapted(delta, to: done + 1, isFirst: done == plain.count)
        delta = 0
        done += 1
      }
      delta += 1
      next += 1
    }
    return text
  }

  private static func digits(_ number: Int, _ bias: Int) -> String {
    var (rest, text, step) = (number, "", base)
    while true {
      let threshold = min(max(step - bias, least), most)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (base - threshold))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
  }

  private static func digit(_ number: Int) -> String { String(number < 26 ? number + 10 : number - 26, radix: base) }

  private static func adapted(_ delta: Int, to count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - least) * most / 2 {
      delta /= base - least
      steps += base
    }
    return steps + (base - least + 1) * delta / (delta + skew)
  }
}
