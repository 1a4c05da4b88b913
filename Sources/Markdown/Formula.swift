import CMarkdown

/// Formulas in a text: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. What stands in them is no Markdown.
enum Formula {
  /// The extension of cmark that finds them. It makes nodes of code that carry this extension.
  nonisolated(unsafe) static let marks: OpaquePointer = {
    let made = cmark_syntax_extension_new("formula")!
    // A backslash is looked at anyway.
    let dollar = UnsafeMutableRawPointer(bitPattern: UInt(UInt8.dollar))
    cmark_syntax_extension_set_special_inline_chars(
      made, cmark_llist_append(cmark_get_default_mem_allocator(), nil, dollar))
    cmark_syntax_extension_set_match_inline_func(made) { own, _, _, character, inline in
      // Asked for each run of characters.
      guard character == .dollar || character == .backslash, let own, let inline else { return nil }
      return Formula.node(in: inline, of: own)
    }
    return made
  }()

  private static func node(in inline: OpaquePointer, of own: OpaquePointer) -> OpaquePointer? {
    guard let ends = cmark_syntax_extension_get_private(own) else { return nil }
    var length: CInt = 0
    guard let start = sotto_inline_text(inline, &length) else { return nil }
    let text = UnsafeBufferPointer(start: start, count: Int(length))
    let offset = Int(cmark_inline_parser_get_offset(inline))
    let end = Unmanaged<FormulaEnds>.fromOpaque(ends).takeUnretainedValue().end(of: text, from: offset)
    guard let end, let node = cmark_node_new(CMARK_NODE_CODE) else { return nil }
    var literal = text[offset..<end].map { CChar(bitPattern: $0) }
    literal.append(0)
    cmark_node_set_literal(node, literal)
    cmark_node_set_syntax_extension(node, own)
    cmark_inline_parser_set_offset(inline, CInt(end))
    return node
  }
}

/// Where formulas in a text may end; each text is looked through once, however many begin in it.
final class FormulaEnds {
  private var text: UnsafePointer<UInt8>?
  private var dollars: [Int] = []
  private var doubles: [Int] = []
  private var rounds: [Int] = []
  private var squares: [Int] = []
  private var backticks: [Int] = []

  /// Behind the formula that begins at `start`, if one does.
  func end(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let opening = FormulaOpening(in: text, at: start) else { return nil }
    if self.text != text.baseAddress { read(text) }
    let inside = start + opening.width
    let ends =
      switch opening {
      case .dollar: dollars
      case .doubleDollar: doubles
      case .round: rounds
      case .square: squares
      }
    guard let close = Self.first(of: ends, from: inside), close > inside else { return nil }
    // A backtick begins code, and what looked like formulas were prices.
    if let backtick = Self.first(of: backticks, from: inside), backtick < close { return nil }
    guard text[inside..<close].contains(where: { $0.isLetterOrDigit || $0 >= 0x80 }) else { return nil }
    return close + opening.width
  }

  private func read(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text.baseAddress
    for list in [\FormulaEnds.dollars, \.doubles, \.rounds, \.squares, \.backticks] { self[keyPath: list].removeAll() }
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch text[index] {
      case .backslash:
        if next == .closeRound { rounds.append(index) }
        // A link's text in brackets that were to be none.
        if next == .closeSquare, !(index + 2 < text.count && "([:".utf8.contains(text[index + 2])) {
          squares.append(index)
        }
        index += 2
      case .dollar where next == .dollar:
        doubles.append(index)
        while index < text.count, text[index] == .dollar { index += 1 }
      case .dollar:
        if index > 0, !text[index - 1].isSpace, !next.isDigit { dollars.append(index) }
        index += 1
      case .backtick:
        backticks.append(index)
        index += 1
      default: index += 1
      }
    }
  }

  private static func first(of places: [Int], from start: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < places.count ? places[low] : nil
  }
}

/// What a formula begins with.
enum FormulaOpening {
  case dollar, doubleDollar, round, square

  /// Nil where none begins.
  init?(in text: UnsafeBufferPointer<UInt8>, at start: Int) {
    func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
    switch (byte(start), byte(start + 1)) {
    case (.backslash, .openRound): self = .round
    case (.backslash, .openSquare): self = .square
    case (.dollar, _) where start > 0 && text[start - 1] == .dollar: return nil
    case (.dollar, .dollar):
      guard byte(start + 2) != .dollar else { return nil }
      self = .doubleDollar
    case (.dollar, let next):
      guard next != 0, !next.isSpace else { return nil }
      self = .dollar
    default: return nil
    }
  }

  var width: Int { self == .dollar ? 1 : 2 }

  var closing: StaticString {
    switch self {
    case .dollar: "$"
    case .doubleDollar: "$$"
    case .round: "\\)"
    case .square: "\\]"
    }
  }
}
