import CAdw
import Markdown

extension RichText {
  /// The selection in which this text takes part; every text begins with one of its own.
  package var selection: SelectionGroup { body.group }

  /// What is selected of it, as it is copied; nil for nothing.
  package var selectedText: String? { body.selectedText }

  /// Selects all of it.
  package func selectAll() { body.selectAll() }
}

// What is copied: what was selected of each block, as the whole would be written.
extension RichTextBody {
  var selectedText: String? { selected.flatMap { text(in: $0) } }

  /// What is copied of a text, whether or not a widget shows it.
  static func text(of blocks: [Block], in range: Range<TextPosition>, goesOn: Bool = false) -> String? {
    if range == .start..<TextPosition.end {
      let text = Block.plainText(of: blocks)
      return text.isEmpty ? nil : text
    }
    let text = Strong(RichText())
    // Its places are those of what is on screen, folded or not: what a fold shows are the first of all leaves.
    text.object.foldsCode(false)
    text.object.body.castsShadows = false
    text.object.show(blocks)
    return text.object.body.text(in: range, goesOn: goesOn)
  }

  /// `goesOn` says that something is selected before or behind the text, too.
  func text(in selected: Range<TextPosition>, goesOn: Bool = false) -> String? {
    let parts = placed.indices.compactMap { part(of: $0, in: selected) }
    guard let first = parts.first else { return nil }
    // Within one item its mark is not meant.
    if !goesOn, parts.count == 1, !first.text.isEmpty { return first.text }
    guard !first.isFromStart else { return Block.plainText(of: parts.map(\.block)) }
    // What was taken up within has no mark before it.
    let rest = Block.plainText(of: parts.dropFirst().map(\.block))
    guard parts.count > 1 else { return first.text }
    return first.text + first.block.separator(before: parts[1].block) + rest
  }

  /// What is selected of a block, as a block.
  private func part(
    of index: Int, in selected: Range<TextPosition>
  ) -> (block: Block, text: String, isFromStart: Bool)? {
    let (block, shape) = (placed[index].block, placed[index].shape)
    let start = TextPosition(block: index, leaf: 0, byte: 0)
    let end = TextPosition(block: index, leaf: .max, byte: 0)
    guard selected.lowerBound < end, selected.upperBound > start else { return nil }
    let isFromStart = selected.lowerBound <= start
    guard shape.leafCount > 0 else { return isFromStart && selected.upperBound > end ? (block, "", true) : nil }
    if isFromStart, selected.upperBound > end { return (block, "", true) }
    var text = ""
    var hasText = false
    for leaf in 0..<shape.leafCount {
      let whole = shape.text(of: leaf)
      guard let bytes = Self.bytes(of: selected, block: index, leaf: leaf, count: whole.text.utf8.count) else {
        // An empty cell or line is taken along by what is around it.
        let here = TextPosition(block: index, leaf: leaf, byte: 0)
        if hasText, here < selected.upperBound { text += shape.separator(after: leaf - 1) }
        continue
      }
      if hasText { text += shape.separator(after: leaf - 1) }
      hasText = true
      text += whole.copied(bytes)
    }
    guard hasText else { return nil }
    // What goes on behind folded code takes along what is folded away.
    if selected.upperBound > end, let folded = (shape as? CodeShape)?.foldedText { text += folded }
    var part = block
    if case .typed(_, let isContinued) = block.content {
      part.content = .typed(Inline(text), isContinued: isContinued)
    } else {
      // Lines as they are, whatever they were a part of.
      text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{2028}" ? "\n" : $0 }))
      part.content = .code(CodeBlock(text))
    }
    return (part, text, isFromStart)
  }
}

extension Block {
  fileprivate func separator(before next: Block) -> String {
    if case .typed(_, let isContinued) = content, case .typed = next.content { return isContinued ? "" : "\n" }
    return isClose(to: next) ? "\n" : "\n\n"
  }
}
