/// A text on one line, for places where no more is shown.
public enum Summary {
  /// The beginning of what a text in Markdown shows, without marks; `limit` is in letters. A text that shows nothing is given as it
  /// was written. Reads only as much as it needs.
  public static func line(of text: String, limit: Int) -> String {
    var words: [Substring] = []
    var length = 0
    let head = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit * 16)))
    for block in Document.blocks(of: head) {
      for line in block.summary {
        let found = line.split(whereSeparator: \.isWhitespace)
        words += found
        length += found.reduce(0) { $0 + $1.count + 1 }
      }
      if length > limit { break }
    }
    if words.isEmpty { words = head.split(whereSeparator: \.isWhitespace) }
    let joined = words.joined(separator: " ")
    let line = joined.prefix(limit)
    return line.endIndex < joined.endIndex ? line + "…" : String(line)
  }
}

extension Block {
  fileprivate var summary: [String] {
    let shown =
      switch content {
      case .paragraph(let inline), .heading(_, let inline), .typed(let inline, _): [inline.oneLine]
      case .code(let code): [code.text]
      case .table(let table): ([table.head] + table.rows).map { $0.map(\.oneLine).joined(separator: " ") }
      case .rule: [] as [String]
      }
    // A number says how many there are; other marks say nothing on one line.
    guard let item = containers.last, item.isFirst, case .item(let marker) = item.kind, case .number = marker else {
      return shown
    }
    return [marker.text] + shown
  }
}
