import CAdw
import Markdown

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
    /// Whether all its letters are of the plainest kind, so that each line is as high as said.
    let isPlain: Bool
  }

  /// The most lines and bytes of a chunk.
  nonisolated private static let limit = (lines: 40, bytes: 6_000)

  init(_ code: CodeBlock, _ look: TextLook, replacing old: CodeShape?) {
    self.code = code
    self.look = look
    var last: Chunk?
    if let old, code.language == old.code.language, code.text.goesOn(from: old.code.text) {
      // What grows keeps what was there, but for its last lines.
      ink = old.ink
      chunks = old.chunks.dropLast()
      columns = old.columns
      laid = old.laid.filter { $0.key < chunks.count }
      (offset, seenWidth, width) = (old.offset, old.seenWidth, old.width)
      last = old.chunks.last
    }
    let more = Self.cut(code.text, from: last?.range.lowerBound ?? 0, line: last?.line ?? 0)
    chunks += more.chunks
    columns = max(columns, more.columns)
    heights =
      old.map { old in
        chunks.count > more.chunks.count ? old.heights.filter { $0.key < chunks.count - more.chunks.count } : [:]
      } ?? [:]
    tops = [Int](repeating: 0, count: chunks.count + 1)
    ink?.shape = self
    ink?.colouring.show(code.text)
  }

  nonisolated private static func cut(_ text: String, from start: Int, line: Int) -> (chunks: [Chunk], columns: Int) {
    var text = text
    return text.withUTF8 { bytes in
      var chunks: [Chunk] = []
      var columns = 0
      var (from, first, line, column) = (start, line, line, 0)
      var index = start
      var isPlain = true
      func end(_ isCut: Bool) {
        let range = from..<index
        chunks.append(Chunk(range: range, line: first, count: line - first + 1, isCut: isCut, isPlain: isPlain))
        isPlain = true
      }
      while index < bytes.count {
        let byte = bytes[index]
        isPlain = isPlain && byte < 0x80
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
  private var top: Int { head > 0 ? head + look.ems(0.45) : padding.y }
  /// Of chunks with letters of other fonts, which may be higher.
  private var heights: [Int: Int] = [:]
  /// Where chunks begin, and where the last one ends.
  private var tops: [Int] = [0]
  private var ink: CodeInk?

  var languageName: String {
    let name = CodeLanguage(code.language).name
    return name.isEmpty ? code.language : name
  }

  /// Finds out where the chunks lie; true if some of it is a guess.
  private func measure(by setter: Typesetter) -> Bool {
    var isGuess = false
    var y = top
    for (index, chunk) in chunks.enumerated() {
      tops[index] = y
      if chunk.isPlain {
        y += chunk.count * look.codeLine
      } else if let height = heights[index] {
        y += height
      } else if let budget = setter.budget, budget <= 0 {
        isGuess = true
        y += chunk.count * look.codeLine
      } else {
        setter.budget = setter.budget.map { $0 - chunk.range.count }
        var height: gint = 0
        pango_layout_get_size(layout(of: index, by: setter), nil, &height)
        laid[index] = nil
        heights[index] = max(LaidText.pixels(height), chunk.count * look.codeLine)
        y += heights[index] ?? 0
      }
    }
    tops[chunks.count] = y
    return isGuess
  }

  private var textWidth: Double { max(Double(columns) * look.codeLetter + 1, seenWidth) }

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    look = setter.look
    let wished = Int(textWidth.rounded(.up)) + 2 * padding.x
    let isGuess = measure(by: setter)
    return BlockSize(
      room: room, width: min(wished, room), height: height, isWhole: wished <= room, isGuess: isGuess)
  }

  func place(in width: Int, by setter: Typesetter) { self.width = width }

  private var height: Int { (tops.last ?? top) + padding.y }

  var sideways: Sideways? {
    get {
      let overflow = textWidth + Double(2 * padding.x - width)
      // A little may stand in the edge: letters are rounded.
      guard overflow > Double(padding.x) * 0.7 else { return nil }
      let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
      return Sideways(frame: frame, overflow: overflow, offset: min(offset, overflow))
    }
    set { offset = newValue?.offset ?? 0 }
  }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>) {
    let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    pen.fill(frame, CodeAppearance.current.background, radius: 8)
    if head > 0 {
      let line = Rectangle(x: 0, y: Double(head) - 1, width: Double(width), height: 1)
      pen.fill(line, palette.hairline.opacity(0.6))
    }
    pen.outline(frame, palette.isHighContrast ? palette.hairline : palette.text.opacity(0.09), radius: 8)
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
    Rectangle(
      x: Double(padding.x) - (sideways?.offset ?? 0), y: Double(tops[leaf]),
      width: max(textWidth, Double(width - 2 * padding.x)), height: Double(tops[leaf + 1] - tops[leaf]))
  }

  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer {
    let text =
      laid[leaf]
      ?? LaidText(
        text(of: leaf), TextStyle(isCode: true, line: look.codeLine), colours: colours(of: chunks[leaf].range))
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
    let first = chunks.indices.first { Double(tops[$0 + 1]) > range.lowerBound } ?? chunks.count
    let last = chunks.indices.last { Double(tops[$0]) < range.upperBound } ?? -1
    return first..<max(first, last + 1)
  }

  func separator(after leaf: Int) -> String { chunks[leaf].isCut ? "" : "\n" }

  func drop(except leaves: Range<Int>) {
    if laid.contains(where: { !leaves.contains($0.key) }) { laid = laid.filter { leaves.contains($0.key) } }
    if leaves.isEmpty { ink = nil }
  }

  func recolour() { laid = [:] }

  func forget() {
    laid = [:]
    heights = [:]
    seenWidth = 0
  }
}

// Colours: they come later, and only while it is near the view.
extension CodeShape {
  /// Begins to colour what is in view.
  func colour(by setter: Typesetter) {
    guard ink == nil, !code.language.isEmpty else { return }
    let new = CodeInk(code.language, setter)
    new.shape = self
    ink = new
    new.colouring.show(code.text)
  }

  private func colours(of range: Range<Int>) -> [CodeSpan] {
    guard let ink else { return [] }
    return ink.colouring.spans(in: range).map { span in
      var span = span
      let part = span.range.clamped(to: range)
      span.range = (part.lowerBound - range.lowerBound)..<(part.upperBound - range.lowerBound)
      return span
    }
  }

  /// Lets the layouts go whose colours are others now.
  func recolour(_ range: Range<Int>) {
    laid = laid.filter { !chunks[$0.key].range.overlaps(range) }
  }
}
