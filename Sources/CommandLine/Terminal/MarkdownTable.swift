import Markdown

/// A table in columns as wide as their widest cell, or narrower where there is no room; then cells have several lines.
struct MarkdownTable {
  private(set) var lines: [[Letter]] = []

  private static let gap = " │ "
  /// A column becomes no narrower, unless it is.
  private static let leastColumn = 8

  /// - Parameter letters: those of a cell, in the head or not.
  init(_ table: Table, room: Int?, letters: (Inline, _ isHead: Bool) -> [Letter]) {
    let rows = ([table.head] + table.rows).enumerated().map { index, row in row.map { letters($0, index == 0) } }
    let widths = Self.widths(rows, room: room)
    for (index, row) in rows.enumerated() {
      lines += Self.lines(of: row, widths, table.alignments)
      guard index == 0 else { continue }
      lines.append(Letter.letters(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")))
    }
  }

  /// As wide as the widest cells; where that is too much, the widest give way first.
  private static func widths(_ rows: [[[Letter]]], room: Int?) -> [Int] {
    let columns = rows.first?.count ?? 0
    var widths = (0..<columns).map { column in
      max(1, rows.map { width(of: $0[column]) }.max() ?? 1)
    }
    guard let room else { return widths }
    var excess = widths.reduce(0, +) + gap.count * max(0, columns - 1) - room
    while excess > 0, let widest = widths.max(), widest > leastColumn {
      let next = max(leastColumn, widths.filter { $0 < widest }.max() ?? leastColumn)
      let places = widths.indices.filter { widths[$0] == widest }
      let step = max(1, min(widest - next, (excess + places.count - 1) / places.count))
      for place in places where excess > 0 {
        widths[place] -= step
        excess -= step
      }
    }
    return widths
  }

  private static func width(of letters: [Letter]) -> Int {
    letters.split(whereSeparator: \.character.isNewline).map { $0.reduce(0) { $0 + Cells.width(of: $1.character) } }
      .max() ?? 0
  }

  private static func lines(of row: [[Letter]], _ widths: [Int], _ alignments: [Table.Alignment]) -> [[Letter]] {
    let cells = zip(row, widths).map { broken($0, $1) }
    return (0..<(cells.map(\.count).max() ?? 0)).map { number in
      var line: [Letter] = []
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += Letter.letters(gap) }
        let letters = number < cell.count ? cell[number] : []
        let space = max(0, widths[column] - width(of: letters))
        let before =
          switch alignments[column] {
          case .natural, .start: 0
          case .centre: space / 2
          case .end: space
          }
        line += Letter.letters(String(repeating: " ", count: before)) + letters
        if column + 1 < cells.count { line += Letter.letters(String(repeating: " ", count: space - before)) }
      }
      return line
    }
  }

  /// The lines of a cell: broken at spaces, and within words that are wider than it.
  private static func broken(_ letters: [Letter], _ columns: Int) -> [[Letter]] {
    var lines: [[Letter]] = []
    var line: [Letter] = []
    var (width, space) = (0, -1)
    func end(at count: Int) {
      lines.append(Array(line[..<count]))
      line.removeFirst(count)
      if line.first?.character == " " { line.removeFirst() }
      width = Self.width(of: line)
      space = line.lastIndex { $0.character == " " } ?? -1
    }
    for letter in letters {
      if letter.character.isNewline {
        end(at: line.count)
        continue
      }
      if letter.character == " " { space = line.count }
      line.append(letter)
      width += Cells.width(of: letter.character)
      if width > columns, line.count > 1 { end(at: space > 0 ? space : line.count - 1) }
    }
    return lines + [line]
  }
}
