/// Cuts Markdown's marks inside one line: emphasis, code and links. What only looks like a mark stays.
struct InlineMarks {
  static func cut(from line: Substring) -> String {
    var marks = InlineMarks(characters: Array(line))
    marks.read()
    marks.pair()
    return String(marks.kept.indices.filter { !marks.cut.contains($0) }.map { marks.kept[$0] })
  }

  /// A row of one of the characters `*_~`, and what is left of it in `kept`.
  private struct Run {
    var mark: Character
    var positions: Range<Int>
    var opens: Bool
    var closes: Bool
  }

  private let characters: [Character]
  /// The line without its code and link marks.
  private var kept: [Character] = []
  /// The places in `kept` of emphasis marks.
  private var cut: Set<Int> = []
  private var runs: [Run] = []

  private init(characters: [Character]) {
    self.characters = characters
  }

  private mutating func read() {
    // Where a link's text ends, and where what follows the link begins.
    var linkEnds: [Int: Int] = [:]
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if let end = linkEnds[index] {
        index = end
      } else if character == "\\", index + 1 < characters.count {
        kept += characters[index...index + 1]
        index += 2
      } else if character == "`" {
        index = readCode(at: index)
      } else if let link = link(at: index) {
        linkEnds[link.textEnd] = link.end
        index = link.textStart
      } else if "*_~".contains(character) {
        index = readRun(at: index)
      } else {
        kept.append(character)
        index += 1
      }
    }
  }

  /// Code between equal rows of backticks stays as it is, whatever is in it; a row without its like stays too.
  private mutating func readCode(at start: Int) -> Int {
    let width = rowLength(at: start)
    var index = start + width
    while index < characters.count {
      let row = rowLength(at: index)
      if characters[index] == "`", row == width {
        kept += characters[start + width..<index]
        return index + width
      }
      index += row
    }
    kept += characters[start..<start + width]
    return start + width
  }

  private mutating func readRun(at start: Int) -> Int {
    let end = start + rowLength(at: start)
    let before = start > 0 ? characters[start - 1] : " "
    let after = end < characters.count ? characters[end] : " "
    let isMark = characters[start] != "~" || end - start == 2
    runs.append(
      Run(
        mark: characters[start], positions: kept.count..<kept.count + end - start,
        opens: isMark && !after.isWhitespace && !Self.isWord(before),
        closes: isMark && !before.isWhitespace && !Self.isWord(after)))
    kept += characters[start..<end]
    return end
  }

  /// `[text](address)` or `![text](address)`, but not `list[0](x)`.
  private func link(at start: Int) -> (textStart: Int, textEnd: Int, end: Int)? {
    let open = characters[start] == "!" ? start + 1 : start
    guard open < characters.count, characters[open] == "[", start == 0 || !Self.isWord(characters[start - 1]),
      let textEnd = end(of: ("[", "]"), from: open), textEnd + 1 < characters.count, characters[textEnd + 1] == "(",
      let end = end(of: ("(", ")"), from: textEnd + 1)
    else { return nil }
    return (open + 1, textEnd, end + 1)
  }

  private func end(of pair: (open: Character, close: Character), from start: Int) -> Int? {
    var depth = 0
    for index in start..<characters.count {
      if characters[index] == pair.open { depth += 1 }
      if characters[index] == pair.close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Cuts what opens together with what closes it.
  private mutating func pair() {
    var open: [Run] = []
    for var run in runs {
      while run.closes, !run.positions.isEmpty, let at = open.lastIndex(where: { $0.mark == run.mark }) {
        open.removeSubrange((at + 1)...)
        let width = min(open[at].positions.count, run.positions.count)
        cut.formUnion(open[at].positions.suffix(width))
        cut.formUnion(run.positions.prefix(width))
        open[at].positions.removeLast(width)
        run.positions.removeFirst(width)
        if open[at].positions.isEmpty { open.removeLast() }
      }
      if run.opens, !run.positions.isEmpty { open.append(run) }
    }
  }

  private func rowLength(at start: Int) -> Int {
    characters[start...].prefix { $0 == characters[start] }.count
  }

  /// A letter of a script that puts spaces between words, or a digit: a mark between two of them is none.
  private static func isWord(_ character: Character) -> Bool {
    character.isCased || character.isNumber
  }
}

extension Range<Int> {
  fileprivate mutating func removeFirst(_ count: Int) { self = lowerBound + count..<upperBound }
  fileprivate mutating func removeLast(_ count: Int) { self = lowerBound..<upperBound - count }
}
