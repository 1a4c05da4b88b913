import CMarkdown

/// Makes text and spans of what stands in a paragraph, a heading or a cell.
struct InlineReader: NodeReader {
  private var text: [UInt8] = []
  private var spans: [Span] = []
  /// The nodes that are being read and have a span, as places in `spans`; nil where it is not kept.
  private var open: [Int?] = []
  private var linkDepth = 0

  /// Styles in one another beyond these are not kept.
  static let mostStyles = 40

  /// What stands in a block; nothing stays of the one before but the room that it took.
  mutating func inline(of block: OpaquePointer) -> Inline {
    text.removeAll(keepingCapacity: true)
    spans = []
    readAll(below: block)
    return Inline(String(decoding: text, as: UTF8.self), spans: spans.filter { !$0.range.isEmpty })
  }

  /// Whether there may be something in it.
  mutating func enter(_ node: OpaquePointer) -> Bool {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      let start = text.count
      append(node)
      // A line feed that was written as an entity breaks no line.
      for index in start..<text.count where text[index].isLineEnd { text[index] = .space }
    case CMARK_NODE_SOFTBREAK:
      if !isBetweenIdeographs(node) { text.append(.space) }
    case CMARK_NODE_LINEBREAK: text += Self.lineBreak
    case CMARK_NODE_CODE: span(isFormula(node) ? .math : .code) { $0.appendLines(of: node) }
    case CMARK_NODE_HTML_INLINE: appendTag(node)
    case CMARK_NODE_FOOTNOTE_REFERENCE: span(.footnote) { $0.append(node) }
    case CMARK_NODE_EMPH: begin(.emphasis)
    case CMARK_NODE_STRONG: begin(.strong)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      linkDepth += 1
      let address = WebAddress.allowed(cmark_node_get_url(node).map { String(cString: $0) } ?? "")
      begin(linkDepth == 1 ? address.map(Span.Style.link) : nil)
      return true
    case sotto_strikethrough(): begin(.strikethrough)
    default: return true
    }
    return true
  }

  mutating func leave(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_EMPH, CMARK_NODE_STRONG, sotto_strikethrough(): end()
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      linkDepth -= 1
      // What has no words of its own is shown by its address.
      if let place = open.last ?? nil, spans[place].range.lowerBound == text.count,
        case .link(let address) = spans[place].style
      {
        text += address.utf8
      }
      end()
    default: break
    }
  }

  private mutating func begin(_ style: Span.Style?) {
    guard let style, open.count < Self.mostStyles else { return open.append(nil) }
    open.append(spans.count)
    spans.append(Span(text.count..<text.count, style))
  }

  private mutating func end() {
    guard let place = open.removeLast() else { return }
    spans[place].range = spans[place].range.lowerBound..<text.count
  }

  private mutating func span(_ style: Span.Style, _ content: (inout Self) -> Void) {
    begin(style)
    content(&self)
    end()
  }

  private mutating func append(_ node: OpaquePointer) {
    guard let literal = cmark_node_get_literal(node) else { return }
    text += UnsafeRawBufferPointer(start: literal, count: literal.length)
  }

  private static let lineBreak = Array("\u{2028}".utf8)

  /// The lines of a formula stay lines.
  private mutating func appendLines(of node: OpaquePointer) {
    guard let literal = cmark_node_get_literal(node) else { return }
    for byte in UnsafeRawBufferPointer(start: literal, count: literal.length) {
      if byte == .lineFeed { text += Self.lineBreak } else if byte != .carriageReturn { text.append(byte) }
    }
  }

  /// HTML is text, but for what breaks a line: it is how a cell gets several.
  private mutating func appendTag(_ node: OpaquePointer) {
    guard let literal = cmark_node_get_literal(node) else { return }
    let tag = UnsafeRawBufferPointer(start: literal, count: literal.length).filter { $0 != .space }.map { $0 | 0x20 }
    if tag.elementsEqual("<br>".utf8.map { $0 | 0x20 }) || tag.elementsEqual("<br/>".utf8.map { $0 | 0x20 }) {
      text += Self.lineBreak
    } else {
      append(node)
    }
  }

  private func isFormula(_ node: OpaquePointer) -> Bool {
    cmark_node_get_syntax_extension(node) == Formula.marks
  }

  /// Scripts that put no spaces between words need none where the line was broken.
  private func isBetweenIdeographs(_ node: OpaquePointer) -> Bool {
    guard text.last.map({ $0 >= 0x80 }) == true,
      let before = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last, Self.isIdeographic(before)
    else { return false }
    var next = cmark_node_next(node)
    while let one = next, let child = cmark_node_first_child(one) { next = child }
    guard let next, let literal = cmark_node_get_literal(next) else { return false }
    let head = UnsafeRawBufferPointer(start: literal, count: min(4, literal.length))
    return String(decoding: head, as: UTF8.self).unicodeScalars.first.map(Self.isIdeographic) ?? false
  }

  /// Chinese and Japanese letters and their punctuation.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension UnsafePointer<CChar> {
  /// The bytes in front of the zero at the end.
  var length: Int {
    var count = 0
    while self[count] != 0 { count += 1 }
    return count
  }
}
