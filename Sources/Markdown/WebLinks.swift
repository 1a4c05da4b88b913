/// Finds places in the web and mail addresses in a text without marks.
enum WebLinks {
  /// A link that touches an end at which the text goes on is left out: a part of an address leads elsewhere.
  static func spans(
    in text: UnsafeBufferPointer<UInt8>, mayBeginBefore: Bool, mayGoOn: Bool
  ) -> [Span] {
    var spans: [Span] = []
    var (index, free) = (0, 0)
    while index < text.count {
      var found: (range: Range<Int>, scheme: String)?
      switch text[index] | 0x20 {
      case UInt8(ascii: "h"):
        if let width = width(of: ["https://", "http://"], in: text, at: index) {
          found = place(in: text, from: index, scheme: width).map { ($0, "") }
        }
      case UInt8(ascii: "w"):
        if let width = width(of: ["www."], in: text, at: index) {
          found = place(in: text, from: index, scheme: width).map { ($0, "http://") }
        }
      case UInt8(ascii: "m"):
        if let width = width(of: ["mailto:"], in: text, at: index) {
          found = mail(in: text, from: index + width, free: index + width).map { (index..<$0.upperBound, "") }
        }
      case .at | 0x20: found = text[index] == .at ? mail(in: text, at: index, free: free).map { ($0, "mailto:") } : nil
      default: break
      }
      guard let found else {
        index += 1
        continue
      }
      (index, free) = (found.range.upperBound, found.range.upperBound)
      let isCut = mayBeginBefore && found.range.lowerBound == 0 || mayGoOn && found.range.upperBound == text.count
      let address = found.scheme + String(decoding: text[found.range], as: UTF8.self)
      if !isCut, let address = WebAddress.allowed(address) { spans.append(Span(found.range, .link(address))) }
    }
    return spans
  }

  /// The length of the beginning that stands there, if it begins a word.
  private static func width(of heads: [StaticString], in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard index == 0 || !text[index - 1].isLetterOrDigit else { return nil }
    return heads.first { head in
      index + head.utf8CodeUnitCount <= text.count
        && UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount).enumerated().allSatisfy {
          text[index + $0] == $1 || $1.isLetter && text[index + $0] | 0x20 == $1
        }
    }?.utf8CodeUnitCount
  }

  /// An address, up to a space or a sign that is in none, without the punctuation of the sentence.
  private static func place(in text: UnsafeBufferPointer<UInt8>, from start: Int, scheme: Int) -> Range<Int>? {
    var end = start + scheme
    var round = 0
    while end < text.count {
      let byte = text[end]
      if byte.isSpace || byte < 0x20 || "<>\"`".utf8.contains(byte) { break }
      if byte >= 0x80 {
        guard let width = letterWidth(in: text, at: end) else { break }
        end += width
        continue
      }
      if byte == .openRound { round += 1 } else if byte == .closeRound { round -= 1 }
      end += 1
    }
    while end > start + scheme {
      let last = text[end - 1]
      if last == .closeRound {
        guard round < 0 else { break }
        round += 1
      } else if !"?!.,:;*_~'|]".utf8.contains(last) {
        break
      }
      end -= 1
    }
    guard end > start + scheme,
      text[start + scheme].isLetterOrDigit || text[start + scheme] >= 0x80
        || text[start + scheme] == .openSquare
    else { return nil }
    return start..<end
  }

  /// The bytes of a scalar beyond ASCII that may stand in an address; nil for spaces, quotation marks and punctuation.
  private static func letterWidth(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let head = text[index]
    let width = head >= 0xF0 ? 4 : head >= 0xE0 ? 3 : 2
    guard index + width <= text.count,
      let scalar = String(decoding: text[index..<index + width], as: UTF8.self).unicodeScalars.first
    else { return nil }
    switch scalar.value {
    case 0x80...0xBF, 0x2000...0x206F, 0x3000...0x303F, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFFFD: return nil
    default: return width
    }
  }

  /// The mail address around an @.
  private static func mail(in text: UnsafeBufferPointer<UInt8>, at: Int, free: Int) -> Range<Int>? {
    var start = at
    while start > free, at - start < 64, text[start - 1].isLetterOrDigit || ".+-_".utf8.contains(text[start - 1]) {
      start -= 1
    }
    guard start < at else { return nil }
    return domainEnd(in: text, from: at + 1).map { start..<$0 }
  }

  /// The mail address that begins at `start`.
  private static func mail(in text: UnsafeBufferPointer<UInt8>, from start: Int, free: Int) -> Range<Int>? {
    let limit = min(text.count, start + 64)
    guard let at = text[start..<limit].firstIndex(of: .at) else { return nil }
    return mail(in: text, at: at, free: free).flatMap { $0.lowerBound == start ? $0 : nil }
  }

  private static func domainEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var end = start
    while end < text.count, end - start < 255, text[end].isLetterOrDigit || text[end] == .hyphen || text[end] == .dot {
      end += 1
    }
    while end > start, !text[end - 1].isLetterOrDigit { end -= 1 }
    guard let dot = text[start..<end].lastIndex(of: .dot), dot > start, text[end - 1].isLetter else { return nil }
    return end
  }
}

extension UInt8 {
  fileprivate static let at = UInt8(ascii: "@")
  fileprivate static let dot = UInt8(ascii: ".")
}
