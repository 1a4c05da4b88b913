/// A text in Markdown that is still coming, read as it comes.
///
/// In a text of complete lines all but the last part is final, so each piece costs what the last part costs. Definitions of links and
/// footnotes reach both ways: from the first on, the text is read whole each time.
public struct MarkdownStream {
  /// What became of the blocks: the first `keep` are as they were, `blocks` come behind them in place of the others.
  public struct Change: Hashable, Sendable {
    /// How many blocks are as they were, from the first on.
    public var keep: Int
    /// What comes behind those.
    public var blocks: [Block]

    public init(keep: Int, blocks: [Block]) {
      self.keep = keep
      self.blocks = blocks
    }
  }

  /// What is shown of the text now.
  public private(set) var blocks: [Block] = []
  /// How many of the blocks will not change any more, unless a definition comes or the text becomes too long to be rendered.
  public private(set) var finished = 0

  private var text: [UInt8] = []
  private var letters = 0
  /// Where what is not final begins.
  private var open = (place: 0, line: 0)
  /// The end of the last complete line, and what is between `open` and that.
  private var complete = 0
  private var lines = OpenLines()
  private var mode = Mode.parts

  private enum Mode {
    /// All but the last part is final.
    case parts
    /// There are definitions: the text is read whole each time.
    case whole
    /// The text is too long, and shown as it came.
    case typed
  }

  public init() {}

  /// Takes what came; a piece ends where a letter ends.
  public mutating func append(_ piece: String) -> Change {
    let before = text.count
    text += piece.utf8
    letters += piece.unicodeScalars.count
    guard letters <= Document.mostLetters else { return appendTyped() }
    var start = finished
    var new: [Block] = []
    let end = text.endOfLastLine(after: max(complete, before - 1))
    if end > complete {
      new = readLines(to: end)
      if mode == .whole { start = 0 }
      finished = start + new.count
    }
    new += shown()
    return replace(from: start, with: new)
  }

  /// The text has ended: the blocks are those of the whole.
  public mutating func end() -> Change {
    let whole = text.withUnsafeBufferPointer {
      letters > Document.mostLetters ? TypedText.pieces(of: $0).map(\.block) : Reading(of: $0).blocks
    }
    finished = whole.count
    return replace(from: 0, with: whole)
  }

  /// Reads the lines that are complete, and returns what has become final by them.
  private mutating func readLines(to end: Int) -> [Block] {
    let new = complete..<end
    complete = end
    lines = OpenLines(of: text, open.place..<end, line: open.line)
    if mode == .parts, lines.mayDefine(in: new, of: text, from: open.place) {
      mode = .whole
      open = (0, 0)
      lines = OpenLines(of: text, 0..<end, line: 0)
    }
    guard mode == .parts else { return [] }
    let (final, line) = lines.takeFinal()
    open.place = text.place(ofLine: line - open.line, from: open.place)
    open.line = line
    return final
  }

  /// What is shown of what is not final.
  private func shown() -> [Block] {
    let rest = text[complete...]
    guard rest.isEmpty || LastLine.isUndecided(rest, after: lines.kind) else { return read(to: text.count) }
    // A line that a table may begin with waits for the one below.
    guard lines.endWithTableHead, rest.allSatisfy({ $0 == .greater || LastLine.isDelimiterSign($0) }) else {
      return read(to: complete)
    }
    return read(to: text.line(endingAt: complete).lowerBound)
  }

  /// What stands between `open` and a place, with marks that are still open taken as they will most probably be.
  private func read(to end: Int) -> [Block] {
    let part = open.place..<end
    guard !part.isEmpty else { return [] }
    let isContinued = open.place > 0
    var reading = lines.reading
    if end != complete { reading = text[part].withBytes { Reading(of: $0, isContinued: isContinued) } }
    let probable = reading.lastWords.flatMap {
      OpenMarks.completion(of: $0, isParagraph: reading.endsWithParagraph, in: text[part])
    }
    guard let probable else {
      return reading.blocks.moved(by: open.line)
    }
    var blocks = probable.text[...].withBytes { Reading(of: $0, isContinued: isContinued) }.blocks.moved(by: open.line)
    if let last = blocks.indices.last { blocks[last].dropLast(probable.unwritten) }
    return blocks
  }

  /// Puts `new` in the place of the blocks from `start` on.
  private mutating func replace(from start: Int, with new: [Block]) -> Change {
    var same = 0
    while same < new.count, start + same < blocks.count, blocks[start + same] == new[same] { same += 1 }
    let change = Change(keep: start + same, blocks: Array(new[same...]))
    blocks.replaceSubrange(change.keep..., with: change.blocks)
    return change
  }

  /// A text that is too long comes in pieces; all but the last of them are final.
  private mutating func appendTyped() -> Change {
    if mode != .typed { (mode, finished, open) = (.typed, 0, (0, 0)) }
    let pieces = text[...].withBytes { TypedText.pieces(of: $0, from: open.place, line: open.line) }
    let start = finished
    if let last = pieces.last { open = (last.start, last.block.lines.lowerBound) }
    finished += max(0, pieces.count - 1)
    return replace(from: start, with: pieces.map(\.block))
  }
}
