extension Block {
  /// The text of blocks as it is copied: an empty line between two of them, none between items of a tight list; each item with its
  /// mark and indent, cells with tabs between them.
  public static func plainText(of blocks: [Block]) -> String {
    var text = ""
    for (index, block) in blocks.enumerated() {
      if index > 0 { text += blocks[index - 1].separator(before: block) }
      let lines = block.plainLines
      for (number, line) in lines.enumerated() {
        if number > 0 { text += "\n" }
        let mark = number == 0 ? block.firstMark : block.indent
        // A line without words ends where it began.
        text += line.isEmpty ? String(mark.reversed().drop { $0 == " " }.reversed()) : mark + line
      }
    }
    return text
  }

  private func separator(before next: Block) -> String {
    if case .typed(_, let isContinued) = content { return isContinued ? "" : "\n" }
    return isClose(to: next) ? "\n" : "\n\n"
  }

  /// Whether no empty line stands between it and the next one: within a tight list, and from an item to the list in it.
  public func isClose(to next: Block) -> Bool {
    guard containers.contains(where: \.isItem), let item = next.containers.last(where: \.isItem) else { return false }
    return item.isTight && item.isFirst
  }

  private var plainLines: [String] {
    switch content {
    case .paragraph(let inline), .heading(_, let inline):
      inline.copied().unicodeScalars.split(separator: "\u{2028}", omittingEmptySubsequences: false).map { String($0) }
    case .code(let code):
      code.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    case .table(let table):
      ([table.head] + table.rows).map { $0.map(\.oneLine).joined(separator: "\t") }
    case .rule: ["---"]
    case .typed(let inline, _): [inline.text]
    }
  }

  private var firstMark: String { containers.map { $0.isFirst ? $0.mark : $0.indent }.joined() }

  private var indent: String { containers.map(\.indent).joined() }
}

extension Container {
  fileprivate var isItem: Bool { if case .item = kind { true } else { false } }

  fileprivate var mark: String {
    switch kind {
    case .quotation: "> "
    case .item(let marker): marker.text + " "
    case .footnote(let number): "[\(number)] "
    }
  }

  fileprivate var indent: String {
    kind == .quotation ? "> " : String(repeating: " ", count: mark.unicodeScalars.count)
  }
}

extension Marker {
  /// As it is copied and read in a terminal.
  public var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number, let hasParenthesis): "\(number)\(hasParenthesis ? ")" : ".")"
    case .task(let isDone): isDone ? "[x]" : "[ ]"
    }
  }
}

extension Inline {
  /// The text with its line breaks as spaces.
  public var oneLine: String {
    String(String.UnicodeScalarView(copied().unicodeScalars.map { $0 == "\u{2028}" ? " " : $0 }))
  }

  /// A part of the text, in bytes, as it is copied: numbers of footnotes stand in brackets, for nothing raises them any more.
  public func copied(_ part: Range<Int>? = nil) -> String {
    let part = part ?? 0..<text.utf8.count
    let bytes = text.utf8
    func words(_ range: Range<Int>) -> Substring {
      text[
        bytes.index(
          bytes.startIndex, offsetBy: range.lowerBound)..<bytes.index(bytes.startIndex, offsetBy: range.upperBound)]
    }
    var (copied, place) = ("", part.lowerBound)
    for span in spans where span.style == .footnote && span.range.clamped(to: part) == span.range {
      copied += words(place..<span.range.lowerBound) + "[" + words(span.range) + "]"
      place = span.range.upperBound
    }
    return place == 0 && part.count == bytes.count ? text : copied + words(place..<part.upperBound)
  }
}
