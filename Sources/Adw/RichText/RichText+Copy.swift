import CAdw
import Markdown

extension RichText {
  /// The selection in which this text takes part; every text begins with one of its own.
  package var selection: SelectionGroup { body.group }

  /// What is selected of it, as it is copied; nil for nothing.
  package var selectedText: String? { body.selectedText }

  /// Selects all of it.
  package func selectAll() { body.select(.start, .end) }
}

// What is copied: as the text would be written without marks, but with those of lists.
extension RichTextBody {
  var selectedText: String? {
    guard selected != nil else { return nil }
    var copied = ""
    var last: Block?
    for index in placed.indices {
      guard let text = selectedText(of: index) else { continue }
      let block = placed[index].block
      if let last { copied += Self.separator(last, block) }
      copied += text
      last = block
    }
    return last == nil ? nil : copied
  }

  /// The lines of the source of all blocks of which something is selected.
  var selectedLines: Range<Int>? {
    var lines: Range<Int>?
    for index in placed.indices where selectedText(of: index) != nil {
      let own = placed[index].block.lines
      lines = min(lines?.lowerBound ?? own.lowerBound, own.lowerBound)..<max(lines?.upperBound ?? 0, own.upperBound)
    }
    return lines
  }

  private func selectedText(of index: Int) -> String? {
    guard let selected else { return nil }
    let block = placed[index]
    let start = TextPosition(block: index, leaf: 0, byte: 0)
    let end = TextPosition(block: index, leaf: .max, byte: 0)
    guard selected.lowerBound < end, selected.upperBound > start else { return nil }
    if block.shape.leafCount == 0 { return selected.lowerBound <= start && selected.upperBound > end ? "---" : nil }
    var text = ""
    var hasText = false
    for leaf in 0..<block.shape.leafCount {
      let whole = block.shape.text(of: leaf).text
      guard let bytes = selectedBytes(block: index, leaf: leaf, count: whole.utf8.count) else {
        // An empty cell or line is taken along by what is around it.
        let here = TextPosition(block: index, leaf: leaf, byte: 0)
        if hasText, here < selected.upperBound { text += block.shape.separator(after: leaf - 1) }
        continue
      }
      if hasText { text += block.shape.separator(after: leaf - 1) }
      hasText = true
      let from = whole.utf8.index(whole.startIndex, offsetBy: bytes.lowerBound)
      text += whole[from..<whole.utf8.index(from, offsetBy: bytes.count)]
    }
    guard hasText else { return nil }
    text = String(text.map { $0 == "\u{2028}" ? "\n" : $0 })
    guard selected.lowerBound <= start else { return text }
    let prefix = Self.prefix(of: block.block)
    let indent = String(repeating: " ", count: prefix.count)
    return prefix + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indent)
  }

  /// The mark of an item, behind as many spaces as its lists are deep.
  private static func prefix(of block: Block) -> String {
    block.containers.map { container in
      let mark =
        switch container.kind {
        case .quotation: "> "
        case .item(.bullet): "- "
        case .item(.task(let isDone)): isDone ? "- [x] " : "- [ ] "
        case .item(.number(let number, let hasParenthesis)): "\(number)\(hasParenthesis ? ")" : ".") "
        case .footnote(let number): "[\(number)] "
        }
      return container.isFirst || container.kind == .quotation ? mark : String(repeating: " ", count: mark.count)
    }.joined()
  }

  private static func separator(_ one: Block, _ other: Block) -> String {
    if case .typed(_, let isContinued) = one.content, case .typed = other.content { return isContinued ? "" : "\n" }
    let isTight =
      one.containers.contains(where: \.isItem)
      && other.containers.last(where: \.isItem).map { $0.isTight && $0.isFirst } ?? false
    return isTight ? "\n" : "\n\n"
  }
}
