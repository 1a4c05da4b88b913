/// A text whose bombs are taken out: a table that would be many times as large as what was written, and a line that would nest
/// deeper than people do. A backslash in front of the mark makes text of it, and is not shown. So it is with a footnote that
/// nothing refers to, which cmark would leave out; where only code speaks of it, that is known once the text was parsed.
struct Defused {
  /// Nil where nothing had to be done.
  private(set) var text: [UInt8]?
  /// For each changed line, counted from 0, what stands in it behind its backslash, in bytes.
  private(set) var changedLines: [Int: Int] = [:]
  /// The lines, counted from 0, in which a footnote's text may begin that something refers to.
  private(set) var footnoteLines: [Int] = []

  /// More cells than these make no table.
  static let mostCells = 20_000
  static let mostPipes = 200
  /// What stands in more lists and quotations is text.
  static let mostContainers = 100

  /// `lost` are lines in which a footnote's text begins that was left out.
  init(_ source: UnsafeBufferPointer<UInt8>, lost: Set<Int> = []) {
    var marks: [(line: Int, place: Int, lineEnd: Int)] = []
    var run = TableRun()
    var footnotes = Footnotes()
    var (start, line) = (0, 0)
    while start < source.count {
      var end = start
      var pipes = 0
      while end < source.count, !source[end].isLineEnd {
        if source[end] == .pipe { pipes += 1 }
        end += 1
      }
      let bytes = UnsafeBufferPointer(rebasing: source[start..<end])
      if let deep = Self.tooDeep(bytes) { marks.append((line, start + deep, end)) }
      let body = bytes.firstIndex { !$0.isBlank && $0 != .greater }
      if let body {
        footnotes.add(bytes[body...], line: line, place: start + body, lineEnd: end)
        run.add(
          line: line, place: start + body, lineEnd: end, pipes: pipes,
          isDelimiter: pipes > 0 && Self.isDelimiter(bytes[body...]))
      } else {
        marks += run.end()
      }
      start = end + 1
      if end < source.count, source[end] == .carriageReturn, start < source.count, source[start] == .lineFeed {
        start += 1
      }
      line += 1
    }
    let (unused, used) = footnotes.parted(in: source, lost: lost)
    footnoteLines = used
    marks += run.end() + unused
    guard !marks.isEmpty else { return }
    marks.sort { $0.place < $1.place }
    var made: [UInt8] = []
    made.reserveCapacity(source.count + marks.count)
    var copied = 0
    for mark in marks where changedLines[mark.line] == nil {
      made += source[copied..<mark.place]
      made.append(.backslash)
      copied = mark.place
      changedLines[mark.line] = mark.lineEnd - mark.place
    }
    made += source[copied...]
    text = made
  }

  /// The text that can be parsed.
  func withText<Made: ~Copyable>(
    or source: UnsafeBufferPointer<UInt8>, _ parse: (UnsafeBufferPointer<UInt8>) -> Made
  ) -> Made {
    guard let text else { return parse(source) }
    return text.span.withUnsafeBufferPointer(parse)
  }

  /// A line of code as it was written.
  func restored(_ literal: Substring, line: Int) -> Substring {
    guard let behind = changedLines[line], literal.utf8.count > behind else { return literal }
    let mark = literal.utf8.index(literal.utf8.endIndex, offsetBy: -behind - 1)
    guard literal.utf8[mark] == .backslash else { return literal }
    return literal[..<mark] + literal[literal.utf8.index(after: mark)...]
  }

  /// The row between a table's head and its rows; the beginning of the line was read.
  private static func isDelimiter(_ body: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var hasHyphen = false
    for byte in body {
      if byte == .hyphen { hasHyphen = true } else if byte != .pipe, byte != .colon, !byte.isBlank { return false }
    }
    return hasHyphen
  }

  /// Where a line goes into one list or quotation too many.
  private static func tooDeep(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard line.count > mostContainers else { return nil }
    var (index, depth) = (0, 0)
    while index < line.count {
      let start = index
      let byte = line[index]
      index += 1
      if byte.isBlank { continue }
      if byte == .greater {
        depth += 1
      } else if byte == .hyphen || byte == .asterisk || byte == UInt8(ascii: "+") {
        guard index < line.count, line[index].isBlank else { return nil }
        depth += 1
      } else if byte.isDigit {
        while index < line.count, line[index].isDigit { index += 1 }
        guard index + 1 < line.count, line[index] == UInt8(ascii: ".") || line[index] == .closeRound,
          line[index + 1].isBlank
        else { return nil }
        index += 1
        depth += 1
      } else {
        return nil
      }
      if depth > mostContainers { return isRule(line) ? nil : start }
    }
    return nil
  }

  private static func isRule(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mark = line.first(where: { !$0.isBlank }), mark != .greater else { return false }
    return line.allSatisfy { $0 == mark || $0.isBlank }
  }
}

/// Lines without an empty one between them, in which tables may stand.
private struct TableRun {
  private var lines = 0
  private var pipes = 0
  private var delimiters: [(line: Int, place: Int, lineEnd: Int, columns: Int, linesBefore: Int, pipesBefore: Int)] = []

  mutating func add(line: Int, place: Int, lineEnd: Int, pipes: Int, isDelimiter: Bool) {
    if isDelimiter { delimiters.append((line, place, lineEnd, pipes + 1, lines, self.pipes)) }
    lines += 1
    self.pipes += pipes
  }

  /// The delimiters of tables that would be too large.
  mutating func end() -> [(line: Int, place: Int, lineEnd: Int)] {
    defer { (lines, pipes, delimiters) = (0, 0, []) }
    return delimiters.filter { one in
      let rows = lines - one.linesBefore
      let cells = one.columns * rows
      // Cells that were not written are filled in; a table may have some of them.
      return one.columns > Defused.mostPipes || cells > Defused.mostCells
        || cells > 200 + 4 * (pipes - one.pipesBefore + rows)
    }.map { ($0.line, $0.place, $0.lineEnd) }
  }
}

/// The texts of footnotes, as they are written.
private struct Footnotes {
  private var definitions: [(label: [UInt8], line: Int, place: Int, lineEnd: Int)] = []

  /// Longer labels are none.
  private static let longest = 1_000

  mutating func add(_ body: Slice<UnsafeBufferPointer<UInt8>>, line: Int, place: Int, lineEnd: Int) {
    guard let label = Self.label(at: body.startIndex, of: body.base) else { return }
    let colon = body.startIndex + label.count + 3
    guard colon < body.endIndex, body[colon] == .colon else { return }
    definitions.append((label, line, place, lineEnd))
  }

  /// Those that nothing refers to, and the lines of the others.
  func parted(
    in source: UnsafeBufferPointer<UInt8>, lost: Set<Int>
  ) -> (unused: [(line: Int, place: Int, lineEnd: Int)], used: [Int]) {
    guard !definitions.isEmpty else { return ([], []) }
    let places = Set(definitions.map(\.place))
    var used: Set<[UInt8]> = []
    for place in source.indices where source[place] == .openSquare && !places.contains(place) {
      if let label = Self.label(at: place, of: source) { used.insert(label) }
    }
    func isUsed(_ label: [UInt8], _ line: Int) -> Bool { used.contains(label) && !lost.contains(line) }
    return (
      definitions.filter { !isUsed($0.label, $0.line) }.map { ($0.line, $0.place, $0.lineEnd) },
      definitions.filter { isUsed($0.label, $0.line) }.map(\.line)
    )
  }

  /// What stands in "[^…]", in small letters.
  private static func label(at place: Int, of source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard place + 3 < source.count, source[place] == .openSquare, source[place + 1] == UInt8(ascii: "^") else {
      return nil
    }
    var label: [UInt8] = []
    for byte in source[(place + 2)...].prefix(longest) {
      if byte == .closeSquare { return label.isEmpty ? nil : label }
      if byte == .openSquare || byte.isLineEnd { return nil }
      label.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte)
    }
    return nil
  }
}
