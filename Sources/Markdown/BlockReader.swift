import CMarkdown

/// Makes blocks of a tree.
struct BlockReader: NodeReader {
  /// A list's item, a quotation or a footnote that is being read.
  private struct Frame {
    var kind: Container.Kind
    var isTight: Bool
    var hasBlock = false
  }

  private let source: UnsafeBufferPointer<UInt8>
  private let defused: Defused
  /// cmark's number of the text's first line.
  private let firstLine: Int
  private var lineStarts: [Int]?

  private(set) var blocks: [Block] = []
  /// How many blocks stand before the last part of the text, and the line in which that begins: what comes before is final
  /// once the lines are complete.
  private(set) var finished = (count: 0, line: 0)
  private var frames: [Frame] = []
  /// The next number in each open list, innermost last.
  private var numbers: [Int] = []
  private var footnotes = 0
  private var inlines = InlineReader()
  private var document: OpaquePointer?

  /// What is in more lists and quotations than these is shown as if it were in the last of them.
  static let mostContainers = 30

  init(_ source: UnsafeBufferPointer<UInt8>, defused: Defused, firstLine: Int) {
    self.source = source
    self.defused = defused
    self.firstLine = firstLine
  }

  mutating func read(_ document: OpaquePointer) {
    self.document = document
    readAll(below: document)
  }

  /// A part of the text that is in nothing else begins.
  private mutating func begin(_ node: OpaquePointer) {
    let line = Int(cmark_node_get_start_line(node))
    // The paragraph above a table was taken off it, and has no place of its own.
    guard line > 0, cmark_node_previous(node).map({ cmark_node_get_start_line($0) != 0 }) ?? true else { return }
    finished = (blocks.count, line - firstLine)
  }

  /// Whether there are blocks in it.
  mutating func enter(_ node: OpaquePointer) -> Bool {
    if cmark_node_parent(node) == document { begin(node) }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: frames.append(Frame(kind: .quotation, isTight: false))
    case CMARK_NODE_LIST: numbers.append(Int(cmark_node_get_list_start(node)))
    case CMARK_NODE_ITEM: frames.append(item(node))
    case CMARK_NODE_FOOTNOTE_DEFINITION:
      footnotes += 1
      frames.append(Frame(kind: .footnote(footnotes), isTight: false))
    case CMARK_NODE_PARAGRAPH:
      emit(.paragraph(inlines.inline(of: node)), of: node)
      return false
    case CMARK_NODE_HEADING:
      emit(.heading(level: Int(cmark_node_get_heading_level(node)), inlines.inline(of: node)), of: node)
      return false
    case CMARK_NODE_CODE_BLOCK: emit(.code(code(node)), of: node)
    case CMARK_NODE_HTML_BLOCK:
      let text = literal(node, from: lines(of: node).lowerBound).joined(separator: "\n")
      let lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map(String.init)
      emit(.paragraph(Inline(lines.map { $0 ?? "" }.joined(separator: "\u{2028}"))), of: node)
    case CMARK_NODE_THEMATIC_BREAK: emit(.rule, of: node)
    case sotto_table():
      emit(.table(table(node)), of: node)
      return false
    default: return false
    }
    return true
  }

  mutating func leave(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_LIST: numbers.removeLast()
    case CMARK_NODE_ITEM:
      // Its mark is shown even so.
      if !frames.last!.hasBlock, frames.count <= Self.mostContainers { emit(.paragraph(Inline("")), of: node) }
      frames.removeLast()
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_FOOTNOTE_DEFINITION: frames.removeLast()
    default: break
    }
  }

  private mutating func item(_ node: OpaquePointer) -> Frame {
    let list = cmark_node_parent(node)
    defer { numbers[numbers.count - 1] += 1 }
    let marker: Marker =
      if cmark_node_get_syntax_extension(node) != nil {
        .task(isDone: cmark_gfm_extensions_get_tasklist_item_checked(node))
      } else if cmark_node_get_list_type(list) == CMARK_ORDERED_LIST {
        .number(numbers[numbers.count - 1], hasParenthesis: cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM)
      } else {
        .bullet
      }
    return Frame(kind: .item(marker), isTight: cmark_node_get_list_tight(list) != 0)
  }

  private mutating func emit(_ content: Block.Content, of node: OpaquePointer) {
    var containers: [Container] = []
    for index in frames.indices.prefix(Self.mostContainers) {
      let frame = frames[index]
      containers.append(Container(frame.kind, isFirst: !frame.hasBlock, isTight: frame.isTight))
      frames[index].hasBlock = true
    }
    blocks.append(Block(content, in: containers, lines: lines(of: node)))
  }

  private func lines(of node: OpaquePointer) -> Range<Int> {
    var start = Int(cmark_node_get_start_line(node)) - firstLine
    var end = Int(cmark_node_get_end_line(node)) - firstLine + 1
    // The paragraph above a table: both have the place of both.
    if start < 0, let table = cmark_node_next(node) {
      start = Int(cmark_node_get_start_line(table)) - firstLine
      end = start + Self.lineCount(of: node)
    } else if let above = cmark_node_previous(node), cmark_node_get_start_line(above) == 0 {
      start += Self.lineCount(of: above)
    }
    return start..<max(start + 1, end)
  }

  private static func lineCount(of paragraph: OpaquePointer) -> Int {
    guard let content = cmark_node_get_string_content(paragraph) else { return 1 }
    return 1 + UnsafeBufferPointer(start: content, count: content.length).count { $0 == CChar(UInt8.lineFeed) }
  }

  private mutating func code(_ node: OpaquePointer) -> CodeBlock {
    var (length, offset, mark): (CInt, CInt, CChar) = (0, 0, 0)
    let isFenced = cmark_node_get_fenced(node, &length, &offset, &mark) != 0
    let lines = lines(of: node)
    let text = literal(node, from: lines.lowerBound + (isFenced ? 1 : 0))
    let info = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
    let language = info.split(whereSeparator: \.isWhitespace).first.map { String($0) } ?? ""
    let isClosed = !isFenced || isFence(line: lines.upperBound - 1, of: UInt8(bitPattern: mark), Int(length), lines)
    return CodeBlock(text.joined(separator: "\n"), language: language, isClosed: isClosed)
  }

  /// Whether a block of code ends with the fence that it began with.
  private mutating func isFence(line: Int, of mark: UInt8, _ length: Int, _ lines: Range<Int>) -> Bool {
    let starts = lineStarts ?? source.lineStarts
    lineStarts = starts
    guard line > lines.lowerBound, line < starts.count else { return false }
    let end = line + 1 < starts.count ? starts[line + 1] : source.count
    let body = source[starts[line]..<end].drop { $0.isBlank || $0 == .greater }
    let rest = body.drop { $0 == mark }
    return body.count - rest.count >= length && rest.allSatisfy(\.isSpace)
  }

  /// The lines of code or HTML, as they were written.
  private func literal(_ node: OpaquePointer, from line: Int) -> [Substring] {
    guard let literal = cmark_node_get_literal(node) else { return [] }
    var text = String(cString: literal)[...]
    if text.utf8.last == .lineFeed { text.unicodeScalars.removeLast() }
    guard !defused.changedLines.isEmpty else { return [text] }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      defused.restored(Substring($1), line: line + $0)
    }
  }

  private mutating func table(_ node: OpaquePointer) -> Table {
    let columns = Int(cmark_gfm_extensions_get_table_columns(node))
    let letters = cmark_gfm_extensions_get_table_alignments(node)
    let alignments = (0..<columns).map { column -> Table.Alignment in
      switch letters?[column] {
      case UInt8(ascii: "l"): .start
      case UInt8(ascii: "c"): .centre
      case UInt8(ascii: "r"): .end
      default: .natural
      }
    }
    var rows: [[Inline]] = []
    var row = cmark_node_first_child(node)
    while let one = row {
      var cells: [Inline] = []
      cells.reserveCapacity(columns)
      var cell = cmark_node_first_child(one)
      while let one = cell, cells.count < columns {
        cells.append(inlines.inline(of: one))
        cell = cmark_node_next(one)
      }
      cells += Array(repeating: Inline(""), count: columns - cells.count)
      rows.append(cells)
      row = cmark_node_next(one)
    }
    return Table(alignments: alignments, head: rows.first ?? [], rows: Array(rows.dropFirst()))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where each line begins.
  var lineStarts: [Int] {
    var starts = [0]
    for (index, byte) in enumerated() where byte.isLineEnd {
      if byte == .carriageReturn, index + 1 < count, self[index + 1] == .lineFeed { continue }
      starts.append(index + 1)
    }
    return starts
  }
}
