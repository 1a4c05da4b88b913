import CAdw
import Markdown

/// A place between two letters.
struct TextPosition: Comparable, Hashable {
  var block: Int
  var leaf: Int
  var byte: Int

  static let start = TextPosition(block: 0, leaf: 0, byte: 0)
  /// Behind everything, also what is still to come.
  static let end = TextPosition(block: .max, leaf: 0, byte: 0)

  static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.block, one.leaf, one.byte) < (other.block, other.leaf, other.byte)
  }
}

/// What a move of the keyboard goes by.
enum TextUnit { case letter, word, line, all }

extension RichTextBody {
  /// The letters that are selected of a leaf; nil for none.
  func selectedBytes(block: Int, leaf: Int, count: Int) -> Range<Int>? {
    selected.flatMap { Self.bytes(of: $0, block: block, leaf: leaf, count: count) }
  }

  /// The same of any range.
  static func bytes(of range: Range<TextPosition>, block: Int, leaf: Int, count: Int) -> Range<Int>? {
    let start = TextPosition(block: block, leaf: leaf, byte: 0)
    let end = TextPosition(block: block, leaf: leaf, byte: count)
    guard range.lowerBound < end, range.upperBound > start else { return nil }
    let from = max(range.lowerBound, start).byte
    let to = min(range.upperBound, end).byte
    return from < to ? from..<to : nil
  }

  /// A place that is there, as near as can be.
  func clamped(_ position: TextPosition) -> TextPosition {
    guard let last = placed.indices.last else { return .start }
    guard position.block <= last else {
      let leaf = max(0, placed[last].shape.leafCount - 1)
      return TextPosition(block: last, leaf: leaf, byte: byteCount(block: last, leaf: leaf))
    }
    let count = placed[position.block].shape.leafCount
    guard position.leaf < count else {
      let leaf = max(0, count - 1)
      return TextPosition(block: position.block, leaf: leaf, byte: byteCount(block: position.block, leaf: leaf))
    }
    var position = position
    position.byte = min(position.byte, byteCount(block: position.block, leaf: position.leaf))
    return position
  }

  func byteCount(block: Int, leaf: Int) -> Int {
    guard leaf < placed[block].shape.leafCount else { return 0 }
    return placed[block].shape.text(of: leaf).text.utf8.count
  }

  var startPosition: TextPosition { .start }
  var endPosition: TextPosition { clamped(.end) }

  /// Where a leaf lies in the widget.
  func frame(block: Int, leaf: Int) -> Rectangle {
    let outer = placed[block].frame
    var frame = placed[block].shape.frame(of: leaf)
    frame.x += outer.x
    frame.y += outer.y
    return frame
  }

  /// The leaf that is nearest to a point.
  private func leaf(near point: Point) -> (block: Int, leaf: Int)? {
    arrange()
    guard !placed.isEmpty else { return nil }
    let here = blocks(in: point.y..<point.y)
    // Between two blocks it is the nearer one.
    var block = min(here.lowerBound, placed.count - 1)
    if block > 0, placed[block].frame.y > point.y,
      point.y - placed[block - 1].frame.bottom < placed[block].frame.y - point.y
    {
      block -= 1
    }
    let shape = placed[block].shape
    guard shape.leafCount > 0 else { return (block, 0) }
    let y = point.y - placed[block].frame.y
    let leaves = shape.leaves(in: y..<(y + 1))
    guard !leaves.isEmpty else { return (block, y <= 0 ? 0 : shape.leafCount - 1) }
    let x = point.x - placed[block].frame.x
    func distance(_ leaf: Int) -> Double {
      let frame = shape.frame(of: leaf)
      return max(frame.x - x, x - frame.right, 0)
    }
    return (block, leaves.min { distance($0) < distance($1) } ?? leaves.lowerBound)
  }

  /// The place between two letters that is nearest to a point; `isOnText` says whether the point is on a letter.
  func position(at point: Point) -> (position: TextPosition, isOnText: Bool) {
    pointer.letter = nil
    guard let (block, leaf) = leaf(near: point) else { return (.start, false) }
    guard leaf < placed[block].shape.leafCount else {
      return (TextPosition(block: block, leaf: 0, byte: 0), false)
    }
    let frame = frame(block: block, leaf: leaf)
    let layout = placed[block].shape.layout(of: leaf, by: setter)
    let scale = Double(PANGO_SCALE)
    var index: gint = 0
    var trailing: gint = 0
    let isOnText = Bool(
      pango_layout_xy_to_index(
        layout, gint(clamping: Int((point.x - frame.x) * scale)), gint(clamping: Int((point.y - frame.y) * scale)),
        &index, &trailing))
    let byte = Self.byte(Int(index), trailing: Int(trailing), in: layout)
    // The letter under the point, not the place beside it, says what is there.
    if isOnText { pointer.letter = TextPosition(block: block, leaf: leaf, byte: Int(index)) }
    return (TextPosition(block: block, leaf: leaf, byte: byte), isOnText && frame.contains(point))
  }

  static func byte(_ index: Int, trailing: Int, in layout: OpaquePointer) -> Int {
    guard trailing > 0, let text = pango_layout_get_text(layout) else { return index }
    let end = g_utf8_offset_to_pointer(text + index, glong(trailing))
    return end.map { UnsafePointer($0) - text } ?? index
  }

  /// Where the cursor stands at a place, in the widget.
  func caret(at position: TextPosition) -> Rectangle? {
    arrange()
    let position = clamped(position)
    guard arranged > 0, position.block < placed.count, position.leaf < placed[position.block].shape.leafCount else {
      return nil
    }
    let frame = frame(block: position.block, leaf: position.leaf)
    let layout = placed[position.block].shape.layout(of: position.leaf, by: setter)
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(layout, gint(position.byte), &strong, nil)
    let scale = Double(PANGO_SCALE)
    return Rectangle(
      x: frame.x + Double(strong.x) / scale, y: frame.y + Double(strong.y) / scale, width: 1,
      height: Double(strong.height) / scale)
  }
}

extension Rectangle {
  func contains(_ point: Point) -> Bool { point.x >= x && point.x < right && point.y >= y && point.y < bottom }
}
