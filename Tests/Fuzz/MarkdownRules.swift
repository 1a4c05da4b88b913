import Markdown

/// What has to hold of every text in Markdown, whole and while it comes. The first byte says in which pieces.
enum MarkdownRules {
  static func text(_ input: UnsafeRawBufferPointer) {
    guard let size = input.first.map({ Int($0 % 16) + 1 }) else { return }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    let whole = Document.blocks(of: text)
    for block in whole { look(at: block) }
    for block in Document.typed(text) { look(at: block) }
    demand(!Block.plainText(of: whole).utf8.contains(0), "a text that is copied has no zero")
    _ = Summary.line(of: text, limit: 40)

    var stream = MarkdownStream()
    var blocks: [Block] = []
    var written = String.UnicodeScalarView()
    var piece = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      piece.append(scalar)
      guard piece.count >= size else { continue }
      written += piece
      take(stream.append(String(piece)), &blocks)
      piece = String.UnicodeScalarView()
      demand(blocks == stream.blocks, "changes lead to what is shown")
      let finished = blocks.prefix(stream.finished)
      let now = String(written)
      // A definition that is half written holds only in a parse of what is there.
      let lines = now.utf8.lastIndex { $0 == 10 || $0 == 13 }.map { String(now[...$0]) } ?? ""
      demand(
        Document.blocks(of: now).starts(with: finished) || Document.blocks(of: lines).starts(with: finished),
        "what is finished is so in the whole")
    }
    take(stream.append(String(piece)), &blocks)
    take(stream.end(), &blocks)
    demand(blocks == whole, "what has come to its end is what it is whole")
  }

  private static func take(_ change: MarkdownStream.Change, _ blocks: inout [Block]) {
    demand(change.keep <= blocks.count, "what is kept was there")
    blocks = blocks[..<change.keep] + change.blocks
  }

  private static func look(at block: Block) {
    demand(block.containers.count <= 30, "nothing stands in more than thirty lists and quotations")
    switch block.content {
    case .paragraph(let inline), .heading(_, let inline), .typed(let inline, _): look(at: inline)
    case .table(let table):
      for row in [table.head] + table.rows {
        demand(row.count == table.head.count && row.count == table.alignments.count, "rows are as long as the head")
        for cell in row { look(at: cell) }
      }
    case .code, .rule: break
    }
  }

  private static func look(at inline: Inline) {
    let bytes = Array(inline.text.utf8)
    var ends: [Int] = []
    var begin = 0
    for span in inline.spans {
      demand(!span.range.isEmpty && span.range.upperBound <= bytes.count, "a span lies in its text")
      for place in [span.range.lowerBound, span.range.upperBound] where place < bytes.count {
        demand(bytes[place] & 0xC0 != 0x80, "a span cuts no letter")
      }
      demand(span.range.lowerBound >= begin, "spans are in order")
      begin = span.range.lowerBound
      while let end = ends.last, end <= begin { ends.removeLast() }
      demand(ends.last.map { span.range.upperBound <= $0 } ?? true, "spans lie in one another")
      ends.append(span.range.upperBound)
    }
  }
}
