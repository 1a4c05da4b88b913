/// Paragraphs and tables, in lines that are no wider than the page.
struct TextPage {
  /// Longer lines are hard to read, however wide the terminal is.
  private static let mostColumns = 78
  /// With less room beside them, a table's texts stand below what they explain.
  private static let leastBeside = 24

  private let columns: Int?
  private(set) var text = ""

  /// - Parameter columns: those of the terminal; nil where every line stays whole, as for programs.
  init(columns: Int?) {
    self.columns = columns.map { min($0, Self.mostColumns) }
  }

  mutating func line(_ line: String = "") { text += line + "\n" }

  /// One paragraph; a no-break space keeps words on one line and is written as a space.
  /// - Parameter hanging: by how many columns the lines after the first are indented.
  mutating func paragraph(_ paragraph: String, hanging: Int = 0) {
    let lines = lines(paragraph, beside: hanging)
    for (index, one) in lines.enumerated() { line((index == 0 ? "" : Self.spaces(hanging)) + one) }
  }

  /// Rows of a name and what is said of it, in columns as wide as the names.
  /// - Parameter style: what makes a name stand out; it takes no columns.
  mutating func table(
    _ rows: [(name: String, text: String)], indent: Int = 2, style: (String) -> String = { $0 }
  ) {
    let names = rows.map { Cells.width(of: $0.name) }.max() ?? 0
    let beside = indent + names + 2
    let isBeside = columns.map { $0 - beside >= Self.leastBeside } ?? true
    let start = isBeside ? beside : indent + 2
    for row in rows {
      let lines = lines(row.text, beside: start)
      let first = Self.spaces(indent) + style(row.name)
      let gap = Self.spaces(beside - indent - Cells.width(of: row.name))
      line(isBeside ? first + gap + (lines.first ?? "") : first)
      for rest in isBeside ? lines.dropFirst() : lines[...] { line(Self.spaces(start) + rest) }
    }
  }

  private func lines(_ text: String, beside taken: Int) -> [String] {
    var wrap = WordWrap(columns: columns.map { $0 - taken })
    let wrapped = wrap.take(text) + wrap.end()
    return wrapped.replacing("\u{A0}", with: " ").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
