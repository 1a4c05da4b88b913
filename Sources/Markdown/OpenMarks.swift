/// Marks that were opened in the last words of a text that is still coming, and are not closed yet.
struct OpenMarks {
  /// A text with what will most probably close them.
  struct Completion {
    var text: [UInt8]
    /// How many bytes of what closes them would be shown, and nobody wrote them.
    var unwritten = 0
  }

  /// Nil where nothing is open. `words` are what was written in the last block, which ends `text`.
  static func completion(of words: [UInt8], isParagraph: Bool, in text: ArraySlice<UInt8>) -> Completion? {
    let body = words[..<(words.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0)]
    let end = text.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? text.startIndex
    // An empty line has ended a paragraph, and any end of a line a heading or a cell.
    let lineEnds = max(text[end...].count { $0 == .lineFeed }, text[end...].count { $0 == .carriageReturn })
    guard lineEnds == 0 || isParagraph && lineEnds == 1 else { return nil }
    var marks = OpenMarks(words: body, endsLine: lineEnds > 0)
    marks.read()
    let (hidden, closing) = marks.result
    guard hidden > 0 || !closing.isEmpty else { return nil }
    // Words that do not stand at the end of the text are closed, as in a cell.
    let compared = min(max(hidden, 8), body.count)
    guard text[..<end].suffix(compared).elementsEqual(body.suffix(compared)) else { return nil }
    return Completion(text: Array(text[..<(end - hidden)]) + closing + text[end...], unwritten: marks.unwritten)
  }

  fileprivate enum Mark {
    /// `*`, `_` or `~`, so many of them.
    case row(UInt8, Int)
    case bracket
  }

  private let words: ArraySlice<UInt8>
  /// Whether the last line is complete: what ends it follows the words.
  private let endsLine: Bool
  /// Innermost last, with the places where they begin and end.
  private var open: [(mark: Mark, range: Range<Int>)] = []
  /// Where what is shown ends, and what closes it, but for `open`.
  private var end: Int
  private var closing: [UInt8] = []
  private var unwritten = 0
  /// Lengths of rows of backticks that close nothing from here on.
  private var openCode: Set<Int> = []

  private init(words: ArraySlice<UInt8>, endsLine: Bool) {
    self.words = words
    self.endsLine = endsLine
    end = words.endIndex
  }

  /// Marks that were opened longer ago than this are none.
  private static let reach = 600

  private func byte(_ index: Int) -> UInt8 { words.indices.contains(index) ? words[index] : .space }

  private var result: (hidden: Int, closing: [UInt8]) {
    var (end, closing) = (end, closing)
    for (mark, range) in open.reversed() {
      // What opens at the very end is hidden until something follows.
      if range.upperBound == end, closing.isEmpty {
        end = range.lowerBound
        continue
      }
      guard words.endIndex - range.lowerBound <= Self.reach else { continue }
      switch mark {
      case .row(let byte, let count): closing += Array(repeating: byte, count: count)
      case .bracket: closing += Array("](<>)".utf8)
      }
    }
    // What was behind the last word goes with the marks there.
    while end > words.startIndex, !closing.isEmpty || end < self.end, words[end - 1].isSpace { end -= 1 }
    return (words.endIndex - end, closing)
  }

  private mutating func read() {
    let ends = FormulaEnds()
    words.withUnsafeBufferPointer { text in
      var index = 0
      while index < text.count, closing.isEmpty {
        let next = step(at: index, in: text, ends)
        index = next
      }
    }
  }

  /// Reads one mark or letter, and returns where the next one is.
  private mutating func step(at index: Int, in text: UnsafeBufferPointer<UInt8>, _ ends: FormulaEnds) -> Int {
    switch text[index] {
    case .backslash, .dollar: formula(at: index, in: text, ends)
    case .backtick: code(at: index, in: text)
    case .asterisk, .underscore, .tilde: row(at: index)
    case .openSquare: bracket(at: index)
    case UInt8(ascii: "!") where index + 1 == text.count && !endsLine && byte(index - 1).isSpace: hide(from: index)
    case .closeSquare: closeBracket(at: index)
    case .less: angle(at: index)
    case .ampersand: entity(at: index)
    default: index + 1
    }
  }

  /// Nothing behind `place` is shown.
  private mutating func hide(from place: Int) -> Int {
    end = place
    return words.endIndex
  }

  private mutating func formula(at index: Int, in text: UnsafeBufferPointer<UInt8>, _ ends: FormulaEnds) -> Int {
    if let end = ends.end(of: text, from: index) { return end }
    let isEscape = text[index] == .backslash
    if isEscape, index + 1 == text.count { return hide(from: index) }
    let otherwise = index + (isEscape ? 2 : 1)
    guard let opening = FormulaOpening(in: text, at: index) else { return otherwise }
    let inside = index + opening.width
    let body = text[min(inside, text.count)...]
    guard body.count <= Self.reach, !body.contains(.backtick), body.contains(where: \.isLetterOrDigit) else {
      return otherwise
    }
    // A price.
    if opening == .dollar, body.first!.isDigit || body.contains(.lineFeed) || byte(index - 1).isLetterOrDigit {
      return otherwise
    }
    let closing = UnsafeBufferPointer(start: opening.closing.utf8Start, count: opening.closing.utf8CodeUnitCount)
    // The first half of what closes it may be there.
    let isHalfClosed = opening.width == 2 && text[text.count - 1] == closing[0]
    self.closing = isHalfClosed ? [closing[1]] : Array(closing)
    unwritten = self.closing.count
    return text.count
  }

  private mutating func code(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let width = words[index...].prefix { $0 == .backtick }.count
    let inside = index + width
    guard width <= 80, !openCode.contains(width) else { return inside }
    var place = inside
    while place < text.count {
      guard text[place] == .backtick else {
        place += 1
        continue
      }
      let row = words[place...].prefix { $0 == .backtick }.count
      if row == width { return place + row }
      place += row
    }
    openCode.insert(width)
    if inside == text.count { return hide(from: index) }
    let body = text[inside...]
    guard body.count <= Self.reach, !body.contains(.lineFeed) else { return inside }
    // The beginning of what closes it may be there.
    let trailing = body.reversed().prefix { $0 == .backtick }.count
    end = text.count - trailing
    closing = Array(repeating: .backtick, count: width)
    return text.count
  }

  private mutating func row(at index: Int) -> Int {
    let mark = words[index]
    let next = index + words[index...].prefix { $0 == mark }.count
    var width = next - index
    guard mark != .tilde || width <= 2 else { return next }
    let (before, after) = (byte(index - 1), byte(next))
    let isLast = next == words.endIndex && !endsLine
    let leftFlanking = isLast || !after.isSpace && (!after.isPunctuation || before.isSpace || before.isPunctuation)
    let rightFlanking = !before.isSpace && (isLast || !before.isPunctuation || after.isSpace || after.isPunctuation)
    var (opens, closes) = (leftFlanking, rightFlanking)
    if mark == .underscore {
      opens = leftFlanking && (!rightFlanking || before.isPunctuation)
      closes = rightFlanking && (!leftFlanking || after.isPunctuation || isLast)
    }
    if closes, let place = open.lastIndex(where: { $0.mark.isRow(of: mark) }) {
      open.removeSubrange((place + 1)...)
      while width > 0, let last = open.last, case .row(mark, let count) = last.mark {
        let used = min(count, width)
        width -= used
        open.removeLast()
        if count > used { open.append((.row(mark, count - used), last.range)) }
      }
    }
    guard width > 0 else { return next }
    if isLast { return hide(from: words.endIndex - width) }
    // 5*3, and one tilde is about so much.
    let isProduct = mark == .asterisk && width == 1 && before.isLetterOrDigit && after.isLetterOrDigit
    guard opens, !isProduct, mark != .tilde || width == 2 else { return next }
    open.append((.row(mark, width), index..<next))
    return next
  }

  private mutating func bracket(at index: Int) -> Int {
    let isImage = byte(index - 1) == UInt8(ascii: "!")
    let start = isImage ? index - 1 : index
    // An index, or a footnote.
    guard byte(index + 1) != UInt8(ascii: "^"), !byte(start - 1).isLetterOrDigit || isImage else { return index + 1 }
    open.append((.bracket, start..<index + 1))
    return index + 1
  }

  private mutating func closeBracket(at index: Int) -> Int {
    guard let place = open.lastIndex(where: { if case .bracket = $0.mark { true } else { false } }) else {
      return index + 1
    }
    let bracket = open[place]
    if index + 1 == words.endIndex, index + 1 - bracket.range.lowerBound <= Self.reach {
      open.removeSubrange(place...)
      closing = Array("(<>)".utf8)
      return index + 1
    }
    guard byte(index + 1) == .openRound, index + 1 < words.endIndex else {
      open.remove(at: place)
      return index + 1
    }
    switch LinkTarget(in: words, from: index + 1) {
    case .closed(let after):
      open.removeSubrange(place...)
      return after
    case .open where words.endIndex - index <= 2_000:
      open.removeSubrange(place...)
      end = index + 1
      closing = Array("(<>)".utf8)
      return words.endIndex
    case .open, .none:
      open.remove(at: place)
      return index + 1
    }
  }

  /// An address or a tag that has just begun.
  private mutating func angle(at index: Int) -> Int {
    let rest = words[(index + 1)...]
    if !endsLine, rest.count <= 200, rest.allSatisfy({ !$0.isSpace && $0 != .greater && $0 != .less }),
      rest.first.map({ $0.isLetter || "/!?".utf8.contains($0) }) ?? true
    {
      return hide(from: index)
    }
    guard rest.first.map({ $0.isLetter || $0 == UInt8(ascii: "/") }) ?? false,
      let close = rest.firstIndex(where: { $0 == .greater || $0 == .less || $0 == .lineFeed }), words[close] == .greater
    else { return index + 1 }
    return close + 1
  }

  /// An entity that has just begun.
  private mutating func entity(at index: Int) -> Int {
    let rest = words[(index + 1)...]
    guard !endsLine, rest.count <= 32, rest.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "#") }) else {
      return index + 1
    }
    return hide(from: index)
  }
}

/// What stands in round brackets behind a link's words.
private enum LinkTarget {
  /// It is complete; the place behind it.
  case closed(Int)
  /// It may become an address, and perhaps a title.
  case open
  /// It is something else.
  case none

  init(in words: ArraySlice<UInt8>, from start: Int) {
    var depth = 0
    var quote: UInt8?
    var isAfterSpace = false
    for index in start..<words.endIndex {
      let byte = words[index]
      if byte == .lineFeed {
        self = .none
        return
      } else if quote != nil {
        if byte == quote { quote = nil }
      } else if byte == .space {
        isAfterSpace = true
      } else if isAfterSpace, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == .closeRound {
        depth -= 1
        if depth == 0 {
          self = .closed(index + 1)
          return
        }
      } else if isAfterSpace {
        self = .none
        return
      } else if byte == .openRound {
        depth += 1
      }
    }
    self = .open
  }
}

extension OpenMarks.Mark {
  fileprivate func isRow(of byte: UInt8) -> Bool {
    if case .row(byte, _) = self { true } else { false }
  }
}
