import CAdw
import Markdown
import Platform

/// Lines of code on a ground of their own. How high they are is known without laying them out; a line that is too wide
/// is not broken, the block scrolls sideways.
final class CodeShape: BlockShape {
  private(set) var code: CodeBlock
  private var chunks: [Chunk] = []
  /// How many letters the longest line has.
  private var columns = 0
  /// Those that are laid out, by their numbers.
  private var laid: [Int: LaidText] = [:]
  private var look: TextLook
  private var width = 0
  private var offset = 0.0
  /// The widest line that was laid out: letters of other scripts may be wider than those of the font.
  private var seenWidth = 0.0

  /// Some lines, which are laid out as one: the time for all in one would grow with the square of their number.
  nonisolated private struct Chunk {
    let range: Range<Int>
    /// The number of its first line.
    let line: Int
    let count: Int
    /// Whether the next chunk goes on in its last line.
    let isCut: Bool
  }

  /// The most lines and bytes of a chunk.
  nonisolated private static let limit = (lines: 40, bytes: 6_000)

  init(_ code: CodeBlock, _ look: TextLook, replacing old: CodeShape?) {
    self.code = code
    self.look = look
    var last: Chunk?
    if let old, code.language == old.code.language, code.text.goesOn(from: old.code.text) {
      // What grows keeps what was there, but for its last lines.
      chunks = old.chunks.dropLast()
      columns = old.columns
      laid = old.laid.filter { $0.key < chunks.count }
      (offset, seenWidth, width) = (old.offset, old.seenWidth, old.width)
      last = old.chunks.last
    }
    let more = Self.cut(code.text, from: last?.range.lowerBound ?? 0, line: last?.line ?? 0)
    chunks += more.chunks
    columns = max(columns, more.columns)
  }

  nonisolated private static func cut(_ text: String, from start: Int, line: Int) -> (chunks: [Chunk], columns: Int) {
    var text = text
    return text.withUTF8 { bytes in
      var chunks: [Chunk] = []
      var columns = 0
      var (from, first, line, column) = (start, line, line, 0)
      var index = start
      func end(_ isCut: Bool) {
        chunks.append(Chunk(range: from..<index, line: first, count: line - first + 1, isCut: isCut))
      }
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x0A {
          columns = max(columns, column)
          column = 0
          if line - first + 1 == limit.lines || index - from > limit.bytes {
            end(false)
            (from, first) = (index + 1, line + 1)
          }
          line += 1
        } else if byte & 0xC0 != 0x80 {
          if index - from > limit.bytes + 2_000 {
            // A line without an end: it goes on below.
            columns = max(columns, column)
            column = 0
            end(true)
            line += 1
            (from, first) = (index, line)
          }
          // Letters of four bytes, and of three from the East, are about twice as wide.
          column += byte == 0x09 ? 4 - column % 4 : byte >= 0xE3 ? 2 : 1
        }
        index += 1
      }
      columns = max(columns, column)
      end(false)
      return (chunks, columns)
    }
  }

  private var padding: (x: Int, y: Int) { (look.ems(0.9), look.ems(0.7)) }
  /// How high the line above the code is that names its language; 0 without one.
  private var head: Int { code.language.isEmpty ? 0 : look.ems(2) }
  private var top: Int { head > 0 ? head + look.ems(0.15) : padding.y }
  private var lineCount: Int { chunks.last.map { $0.line + $0.count } ?? 0 }
  private var textWidth: Double { max(Double(columns) * look.codeLetter + 1, seenWidth) }

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    look = setter.look
    let wished = Int(textWidth.rounded(.up)) + 2 * padding.x
    return BlockSize(
      room: room, width: min(wished, room), height: top + lineCount * look.codeLine + padding.y, isWhole: wished <= room)
  }

  func place(in width: Int, by setter: Typesetter) { self.width = width }

  private var height: Int { top + lineCount * look.codeLine + padding.y }

  var sideways: Sideways? {
    get {
      let overflow = textWidth + Double(2 * padding.x - width)
      guard overflow >= 1 else { return nil }
      let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
      return Sideways(frame: frame, overflow: overflow, offset: min(offset, overflow))
    }
    set { offset = newValue?.offset ?? 0 }
  }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>) {
    let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    pen.fill(frame, palette.soft, radius: 8)
    if head > 0 {
      let line = Rectangle(x: 0, y: Double(head) - 1, width: Double(width), height: 1)
      pen.fill(line, palette.hairline.opacity(0.6))
    }
    if palette.isHighContrast { pen.outline(frame, palette.hairline, radius: 8) }
  }

  /// Where its button to copy lies.
  var button: Rectangle {
    let size = Double(look.ems(1.7))
    let y = head > 0 ? (Double(head) - size) / 2 : min(4, (Double(height) - size) / 2)
    return Rectangle(x: Double(width) - size - 4, y: y, width: size, height: size)
  }

  /// Where its language is named; nil where none is.
  var title: Rectangle? {
    head > 0 ? Rectangle(x: Double(padding.x), y: 0, width: button.x, height: Double(head)) : nil
  }

  var leafCount: Int { chunks.count }

  func text(of leaf: Int) -> Inline {
    let bytes = code.text.utf8
    let range = chunks[leaf].range
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return Inline(String(code.text[start..<bytes.index(start, offsetBy: range.count)]))
  }

  func frame(of leaf: Int) -> Rectangle {
    let chunk = chunks[leaf]
    return Rectangle(
      x: Double(padding.x) - (sideways?.offset ?? 0), y: Double(top + chunk.line * look.codeLine),
      width: max(textWidth, Double(width - 2 * padding.x)), height: Double(chunk.count * look.codeLine))
  }

  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer {
    let text = laid[leaf] ?? LaidText(text(of: leaf), TextStyle(isCode: true, line: look.codeLine))
    laid[leaf] = text
    let isNew = text.layout == nil
    let layout = text.layout(in: nil, by: setter)
    if isNew {
      var width: gint = 0
      pango_layout_get_size(layout, &width, nil)
      seenWidth = max(seenWidth, Double(LaidText.pixels(width)))
    }
    return layout
  }

  func leaves(in range: Range<Double>) -> Range<Int> {
    let lines = (range.lowerBound - Double(top))..<(range.upperBound - Double(top))
    let line = Double(look.codeLine)
    let first = chunks.firstIndex { Double($0.line + $0.count) * line > lines.lowerBound } ?? chunks.count
    let last = chunks.lastIndex { Double($0.line) * line < lines.upperBound } ?? -1
    return first..<max(first, last + 1)
  }

  func separator(after leaf: Int) -> String { chunks[leaf].isCut ? "" : "\n" }

  func drop(except leaves: Range<Int>) { laid = laid.filter { leaves.contains($0.key) } }

  func forget() {
    laid = [:]
    seenWidth = 0
  }
}

extension String {
  /// Whether it begins with another one, byte by byte.
  func goesOn(from other: String) -> Bool {
    var (whole, start) = (self, other)
    return whole.withUTF8 { whole in
      start.withUTF8 { start in
        start.count <= whole.count
          && (start.isEmpty || memcmp(whole.baseAddress!, start.baseAddress!, start.count) == 0)
      }
    }
  }
}
