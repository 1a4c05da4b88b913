/// The complete lines of a text that is still coming, from where it is not final.
struct OpenLines {
  /// As a text of its own; its lines are counted from 0.
  private(set) var reading = Reading()
  private(set) var kind = LastLine.Kind.text
  /// Whether the last line is one that a table may begin with, and nothing below it has decided that.
  private(set) var endWithTableHead = false
  private var firstLine = 0

  init() {}

  init(of text: [UInt8], _ range: Range<Int>, line: Int) {
    firstLine = line
    reading = text[range].withBytes { Reading(of: $0, isContinued: range.lowerBound > 0) }
    switch reading.blocks.last?.content {
    case .code(let code): kind = code.isClosed ? .text : .code
    case .table: kind = .table
    case .paragraph:
      let last = text.line(endingAt: range.upperBound)
      endWithTableHead =
        reading.lastWords != nil && text.beginsWithPipe(last)
        && !text.beginsWithPipe(text.line(endingAt: last.lowerBound))
    default: break
    }
  }

  /// Whether a line of those has what a definition has, outside of code.
  func mayDefine(in range: Range<Int>, of text: [UInt8], from start: Int) -> Bool {
    var line = 0
    for index in start..<range.upperBound {
      if text.endsLine(at: index) { line += 1 }
      guard index >= range.lowerBound, text[index] == .closeSquare, index + 1 < range.upperBound,
        text[index + 1] == .colon
      else { continue }
      let isCode = reading.blocks.contains { block in
        if case .code = block.content { block.lines.contains(line) } else { false }
      }
      if !isCode { return true }
    }
    return false
  }

  /// The blocks before the last part, and the line of the whole text in which that begins. They are taken out.
  mutating func takeFinal() -> (blocks: [Block], line: Int) {
    let (count, line) = reading.finished
    let final = Array(reading.blocks[..<count]).moved(by: firstLine)
    reading.dropFinished()
    firstLine += line
    return (final, firstLine)
  }
}

extension [UInt8] {
  /// The end of the last complete line, at or behind `start`; a return is one only if something else than a line feed follows.
  func endOfLastLine(after start: Int) -> Int {
    var index = count - 1
    while index >= start, index >= 0 {
      if self[index] == .lineFeed || self[index] == .carriageReturn && index + 1 < count { return index + 1 }
      index -= 1
    }
    return 0
  }

  func endsLine(at index: Int) -> Bool {
    self[index] == .lineFeed || self[index] == .carriageReturn && (index + 1 == count || self[index + 1] != .lineFeed)
  }

  /// The line that ends at `end`, with what ends it.
  func line(endingAt end: Int) -> Range<Int> {
    var start = end - 1
    while start > 0, !endsLine(at: start - 1) { start -= 1 }
    return Swift.max(0, start)..<end
  }

  /// Where a line begins that is so many behind the one at `start`.
  func place(ofLine line: Int, from start: Int) -> Int {
    var (left, index) = (line, start)
    while left > 0, index < count {
      if endsLine(at: index) { left -= 1 }
      index += 1
    }
    return index
  }

  func beginsWithPipe(_ line: Range<Int>) -> Bool {
    self[line].first { !$0.isBlank && $0 != .greater } == .pipe
  }
}

extension ArraySlice<UInt8> {
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBufferPointer { body($0) }
  }
}

extension [Block] {
  /// The same, so many lines further down.
  func moved(by lines: Int) -> [Block] {
    guard lines != 0 else { return self }
    return map { block in
      var block = block
      block.lines = block.lines.lowerBound + lines..<block.lines.upperBound + lines
      return block
    }
  }
}

extension Block {
  /// Without the last bytes of its text, which nobody wrote.
  mutating func dropLast(_ count: Int) {
    guard count > 0 else { return }
    switch content {
    case .paragraph(let inline): content = .paragraph(inline.droppingLast(count))
    case .heading(let level, let inline): content = .heading(level: level, inline.droppingLast(count))
    case .table(var table):
      guard let row = table.rows.indices.last, let cell = table.rows[row].lastIndex(where: { !$0.text.isEmpty }) else {
        return
      }
      table.rows[row][cell] = table.rows[row][cell].droppingLast(count)
      content = .table(table)
    default: break
    }
  }
}

extension Inline {
  fileprivate func droppingLast(_ count: Int) -> Inline {
    let kept = Array(text.utf8.dropLast(count))
    return Inline(
      String(decoding: kept, as: UTF8.self),
      spans: spans.compactMap { span in
        let range = span.range.clamped(to: 0..<kept.count)
        return range.isEmpty ? nil : Span(range, span.style)
      })
  }
}
