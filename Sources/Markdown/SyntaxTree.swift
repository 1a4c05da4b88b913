import CMarkdown
import Synchronization

/// What cmark made of a text.
struct SyntaxTree: ~Copyable {
  let root: OpaquePointer

  /// `isContinued` says that something stood before the text: so a mark of byte order at its beginning is none, and line 1 is
  /// an empty one.
  init(of text: UnsafeBufferPointer<UInt8>, isContinued: Bool) {
    // cmark notes the characters of its extensions in a table for all parsers, and forgets them at the end of each.
    root = OpaquePointer(
      bitPattern: Self.alone.withLock { _ in UInt(bitPattern: Self.parse(text, isContinued: isContinued)) })!
  }

  deinit { cmark_node_free(root) }

  private static let alone = Mutex(())

  /// Those that come with cmark, found once.
  private nonisolated(unsafe) static let extensions: [OpaquePointer] = {
    cmark_gfm_core_extensions_ensure_registered()
    let names: [StaticString] = ["table", "strikethrough", "autolink", "tasklist"]
    return names.compactMap { name in
      name.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { cmark_find_syntax_extension($0) }
    }
  }()

  private static func parse(_ text: UnsafeBufferPointer<UInt8>, isContinued: Bool) -> OpaquePointer {
    let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES)!
    defer { cmark_parser_free(parser) }
    for one in extensions { cmark_parser_attach_syntax_extension(parser, one) }
    let formulas = FormulaEnds()
    cmark_parser_attach_syntax_extension(parser, Formula.marks)
    cmark_syntax_extension_set_private(Formula.marks, Unmanaged.passUnretained(formulas).toOpaque(), nil)
    if isContinued { cmark_parser_feed(parser, "\n", 1) }
    text.withMemoryRebound(to: CChar.self) { text in
      if let start = text.baseAddress { cmark_parser_feed(parser, start, text.count) }
    }
    return withExtendedLifetime(formulas) { cmark_parser_finish(parser)! }
  }
}

extension SyntaxTree {
  /// The lines in which the texts of footnotes begin, counted from 0; they stand at the end.
  func footnoteLines(from firstLine: Int) -> [Int] {
    var lines: [Int] = []
    var node = cmark_node_last_child(root)
    while let one = node, cmark_node_get_type(one) == CMARK_NODE_FOOTNOTE_DEFINITION {
      lines.append(Int(cmark_node_get_start_line(one)) - firstLine)
      node = cmark_node_previous(one)
    }
    return lines
  }

  /// What was written in the last paragraph, heading or cell of the document.
  var lastWords: [UInt8]? {
    var node = root
    while let last = cmark_node_last_child(node) {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, sotto_table_cell(): return Self.words(of: node)
      case let row where row != sotto_table() && cmark_node_first_child(last) == nil && isCell(last):
        // Cells that were not written follow those that were.
        node = lastWritten(of: node) ?? last
      default: node = last
      }
    }
    return nil
  }

  private func isCell(_ node: OpaquePointer) -> Bool { cmark_node_get_type(node) == sotto_table_cell() }

  private func lastWritten(of row: OpaquePointer) -> OpaquePointer? {
    var cell = cmark_node_last_child(row)
    while let one = cell, cmark_node_first_child(one) == nil { cell = cmark_node_previous(one) }
    return cell
  }

  private static func words(of node: OpaquePointer) -> [UInt8]? {
    cmark_node_get_string_content(node).map { Array(UnsafeRawBufferPointer(start: $0, count: $0.length)) }
  }
}

/// Reads what lies below a node of a tree: each node as it begins, and as it ends.
protocol NodeReader {
  /// Whether what is in it is to be read.
  mutating func enter(_ node: OpaquePointer) -> Bool
  mutating func leave(_ node: OpaquePointer)
}

extension NodeReader {
  /// Without recursion: what a stranger wrote may be nested as deep as it is long.
  mutating func readAll(below root: OpaquePointer) {
    guard var node = cmark_node_first_child(root) else { return }
    while true {
      if enter(node), let child = cmark_node_first_child(node) {
        node = child
        continue
      }
      leave(node)
      while true {
        if let next = cmark_node_next(node) {
          node = next
          break
        }
        guard let parent = cmark_node_parent(node), parent != root else { return }
        node = parent
        leave(node)
      }
    }
  }
}
