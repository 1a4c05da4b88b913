import CAdw
import Markdown

/// Cells in rows. Columns shrink as far as they can be read; what is still too wide scrolls sideways.
final class TableShape: BlockShape {
  private(set) var table: Table
  private var cells: [LaidText] = []
  private let isMirrored: Bool
  private var known: [Measure] = []
  /// How wide each column wishes to be, once that is known for sure.
  private var wished: [Int]?
  private var placed: Measure?
  private var width = 0
  private var offset = 0.0
  private var look: TextLook

  /// A table in so many pixels.
  private struct Measure {
    let room: Int
    let columns: [Int]
    /// Where rows begin, and where the last one ends.
    let rows: [Int]
    let isGuess: Bool

    var width: Int { columns.reduce(0, +) }
  }

  private var columnCount: Int { table.head.count }
  private var rowCount: Int { table.rows.count + 1 }
  private var padding: (x: Int, y: Int) { (look.ems(0.7), look.ems(0.4)) }

  init(_ table: Table, _ look: TextLook, isMirrored: Bool, replacing old: TableShape?) {
    self.table = table
    self.look = look
    self.isMirrored = isMirrored
    let old = old.flatMap { $0.columnCount == table.head.count && $0.isMirrored == isMirrored ? $0 : nil }
    offset = old?.offset ?? 0
    let all = [table.head] + table.rows
    cells.reserveCapacity(all.count * columnCount)
    for (row, texts) in all.enumerated() {
      for column in 0..<columnCount {
        let text = column < texts.count ? texts[column] : Inline("")
        let index = row * columnCount + column
        let style = TextStyle(isBold: row == 0, line: look.line, side: side(of: column))
        // A row that was there keeps what is known of it.
        if let old, index < old.cells.count, old.cells[index].text == text, old.cells[index].style == style {
          cells.append(old.cells[index])
        } else {
          cells.append(LaidText(text, style))
        }
      }
    }
  }

  private func side(of column: Int) -> TextStyle.Side {
    let alignment = column < table.alignments.count ? table.alignments[column] : .natural
    return switch alignment {
    case .natural, .start: isMirrored ? .right : .left
    case .centre: .centre
    case .end: isMirrored ? .left : .right
    }
  }

  /// The widest that a cell wishes to be, the least that it can be read in, and how wide it is where one scrolls anyway.
  private var bounds: (most: Int, least: Int, scrolled: Int) { (look.ems(22), look.ems(5), look.ems(11)) }

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    look = setter.look
    let measure = measure(in: room, by: setter)
    // Below, there is room for a scroll bar.
    let bar = measure.width > room ? look.ems(0.6) : 0
    return BlockSize(
      room: room, width: min(measure.width, room), height: (measure.rows.last ?? 0) + bar,
      isWhole: measure.width <= room,
      isGuess: measure.isGuess)
  }

  private func measure(in room: Int, by setter: Typesetter) -> Measure {
    if let known = known.first(where: { $0.room == room && !$0.isGuess }) { return known }
    var (wished, isGuess) = wishes(by: setter)
    let gaps = columnCount * 2 * padding.x
    let columns = shrunk(wished, to: room - gaps)
    var rows = [0]
    for row in 0..<rowCount {
      var height = look.line
      for column in 0..<columnCount {
        let size = cells[row * columnCount + column].size(in: columns[column], by: setter)
        isGuess = isGuess || size.isGuess
        height = max(height, size.height)
      }
      rows.append((rows.last ?? 0) + height + 2 * padding.y)
    }
    let new = Measure(room: room, columns: columns.map { $0 + 2 * padding.x }, rows: rows, isGuess: isGuess)
    known = [new] + known.filter { !$0.isGuess }.prefix(2)
    return new
  }

  /// How wide each column wishes to be, and whether some of that is a guess.
  private func wishes(by setter: Typesetter) -> (columns: [Int], isGuess: Bool) {
    if let wished { return (wished, false) }
    var columns = [Int](repeating: 0, count: columnCount)
    var isGuess = false
    for (index, cell) in cells.enumerated() {
      let size = cell.size(in: bounds.most, by: setter)
      isGuess = isGuess || size.isGuess
      columns[index % columnCount] = max(columns[index % columnCount], size.width)
    }
    if !isGuess { wished = columns }
    return (columns, isGuess)
  }

  func wishedWidth(by setter: Typesetter) -> Int {
    look = setter.look
    return wishes(by: setter).columns.reduce(0, +) + columnCount * 2 * padding.x
  }

  /// Takes from the widest columns first. Where that is by far not enough, one scrolls sideways anyway: then they stay as
  /// wide as is pleasant, for narrow columns make high rows.
  private func shrunk(_ wished: [Int], to room: Int) -> [Int] {
    guard wished.reduce(0, +) > room else { return wished }
    let words = longestWords
    func columns(of width: Int) -> [Int] { zip(wished, words).map { min($0, max($1, width)) } }
    var (low, high) = (bounds.least, wished.max() ?? bounds.least)
    if columns(of: low).reduce(0, +) * 5 > room * 6 { return columns(of: bounds.scrolled) }
    while low < high {
      let middle = (low + high + 1) / 2
      if columns(of: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    return columns(of: low)
  }

  /// About as many pixels as each column needs so that no usual word breaks.
  private var longestWords: [Int] {
    var longest = [Int](repeating: 0, count: columnCount)
    for (index, cell) in cells.enumerated() {
      let column = index % columnCount
      longest[column] = max(longest[column], cell.text.text.longestWord)
    }
    return longest.map { min(Int((Double($0) * look.letter * 1.15).rounded(.up)), bounds.scrolled) }
  }

  func place(in width: Int, by setter: Typesetter) {
    self.width = width
    placed = measure(in: width, by: setter)
  }

  var sideways: Sideways? {
    get {
      guard let placed, placed.width > width else { return nil }
      let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double((placed.rows.last ?? 0) + look.ems(0.6)))
      let overflow = Double(placed.width - width)
      return Sideways(frame: frame, overflow: overflow, offset: min(offset, overflow))
    }
    set { offset = newValue?.offset ?? 0 }
  }

  var leafCount: Int { cells.count }
  func text(of leaf: Int) -> Inline { cells[leaf].text }

  /// Where the table begins: its right edge where it is mirrored, and from there it is scrolled.
  private var origin: Double {
    let offset = sideways?.offset ?? 0
    guard isMirrored else { return -offset }
    return Double(width - (placed?.width ?? width)) + offset
  }

  /// The pixels from a column's left edge, in the table's own.
  private func left(of column: Int) -> Int {
    guard let placed else { return 0 }
    return (isMirrored ? placed.columns[(column + 1)...] : placed.columns[..<column]).reduce(0, +)
  }

  func frame(of leaf: Int) -> Rectangle {
    guard let placed else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
    let (row, column) = leaf.quotientAndRemainder(dividingBy: columnCount)
    return Rectangle(
      x: origin + Double(left(of: column) + padding.x), y: Double(placed.rows[row] + padding.y),
      width: Double(placed.columns[column] - 2 * padding.x),
      height: Double(placed.rows[row + 1] - placed.rows[row] - 2 * padding.y))
  }

  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer {
    let column = placed?.columns[leaf % columnCount] ?? bounds.most
    return cells[leaf].layout(in: column - 2 * padding.x, by: setter)
  }

  func leaves(in range: Range<Double>) -> Range<Int> {
    let rows = rows(in: range)
    return rows.lowerBound * columnCount..<rows.upperBound * columnCount
  }

  private func rows(in range: Range<Double>) -> Range<Int> {
    guard let placed else { return 0..<0 }
    let first = (0..<rowCount).first { Double(placed.rows[$0 + 1]) > range.lowerBound } ?? rowCount
    let last = (0..<rowCount).last { Double(placed.rows[$0]) < range.upperBound } ?? -1
    return first..<max(first, last + 1)
  }

  func separator(after leaf: Int) -> String { (leaf + 1).isMultiple(of: columnCount) ? "\n" : "\t" }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {
    guard let placed else { return }
    let length = Double(placed.width)
    for row in rows(in: range) where row > 0 {
      let line = Rectangle(x: origin, y: Double(placed.rows[row]) - (row == 1 ? 1 : 0.5), width: length, height: 1)
      pen.fill(line, row == 1 ? palette.headLine : palette.hairline)
    }
  }

  /// Beside its head where there is room, else over it.
  var buttons: [PlacedButton] {
    guard columnCount > 0 else { return [] }
    guard let placed, placed.rows.count > 1 else {
      let nowhere = Rectangle(x: 0, y: 0, width: 0, height: 0)
      return [PlacedButton(kind: .more, frame: nowhere, isFloating: true)]
    }
    let size = Double(look.ems(1.7))
    let length = Double(min(placed.width, width))
    let way = length + size + 4 <= Double(width) ? length + 4 : Double(width) - size
    let frame = Rectangle(
      x: isMirrored ? Double(width) - way - size : way, y: max(0, (Double(placed.rows[1]) - size) / 2), width: size,
      height: size)
    return [PlacedButton(kind: .more, frame: frame, isFloating: true)]
  }

  func drop(except leaves: Range<Int>) {
    for (index, cell) in cells.enumerated() where !leaves.contains(index) { cell.drop() }
  }

  func forget() {
    known = []
    wished = nil
    for cell in cells { cell.forget() }
  }
}

extension String {
  /// How many letters its longest word has; lines may break between any two of Chinese and its neighbours.
  fileprivate var longestWord: Int {
    var (longest, count) = (0, 0)
    for letter in unicodeScalars {
      if letter.value <= 0x20 || letter == "-" || letter.value >= 0x2E80 { count = 0 } else { count += 1 }
      longest = max(longest, count)
    }
    return longest
  }
}
