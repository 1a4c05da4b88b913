import CAdw
import Markdown

/// How a block without its containers is laid out. Its text is in leaves, numbered as they are read.
protocol BlockShape: AnyObject {
  /// How much room it takes in so many pixels.
  func size(in room: Int, by setter: Typesetter) -> BlockSize
  /// How wide it would be with all the room there is, where that may be more than lines of letters have; else 0.
  func wishedWidth(by setter: Typesetter) -> Int
  /// Puts its leaves into a width whose size was asked for.
  func place(in width: Int, by setter: Typesetter)
  var leafCount: Int { get }
  func text(of leaf: Int) -> Inline
  /// Where a leaf lies, as last placed.
  func frame(of leaf: Int) -> Rectangle
  /// A leaf's text as it is drawn in its frame.
  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer
  /// The leaves that lie, at least in part, at some height.
  func leaves(in range: Range<Double>) -> Range<Int>
  /// What stands between a leaf and the next one when both are copied.
  func separator(after leaf: Int) -> String
  /// Lets all layouts go, as colours are others; they are needed again at once.
  func recolour()
  /// Lets layouts go but for some leaves' ones.
  func drop(except leaves: Range<Int>)
  /// Forgets what depends on fonts.
  func forget()
  /// Draws what is no text that can be selected, behind it.
  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter)
  /// What may be scrolled sideways; nil for nothing.
  var sideways: Sideways? { get set }
  /// What of it can be pressed.
  var buttons: [PlacedButton] { get }
}

extension BlockShape {
  func wishedWidth(by setter: Typesetter) -> Int { 0 }
  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {}
  func recolour() { drop(except: 0..<0) }
  var sideways: Sideways? {
    get { nil }
    set {}
  }
  var buttons: [PlacedButton] { [] }
}

/// A part that is wider than its room.
struct Sideways: Equatable {
  /// What is shown of it, in the shape's own pixels.
  let frame: Rectangle
  /// How far it goes on.
  let overflow: Double
  /// How far it is scrolled.
  var offset: Double
}

/// A paragraph, a heading, or a text as it was typed. One of many thousand letters is laid out in pieces: what Pango
/// takes grows faster than a text, and its numbers are too small for more than some 200,000 letters.
final class TextShape: BlockShape {
  private let pieces: [LaidText]
  private var tops: [Int]
  private var width = 0

  /// The most that is laid out as one.
  private static let limit = 8_000

  init(_ text: Inline, _ style: TextStyle) {
    pieces = Self.cut(text).map { piece in
      var style = style
      style.breaksAnywhere = Self.hasLongWord(piece.text)
      return LaidText(piece, style)
    }
    tops = [Int](repeating: 0, count: pieces.count + 1)
  }

  private static func cut(_ text: Inline) -> [Inline] {
    let bytes = text.text.utf8
    guard bytes.count > limit * 3 / 2 else { return [text] }
    var pieces: [Inline] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = bytes.index(start, offsetBy: limit, limitedBy: bytes.endIndex) ?? bytes.endIndex
      if end < bytes.endIndex {
        let middle = bytes.index(start, offsetBy: limit / 2)
        // Behind a space, else between two letters.
        end = bytes[middle..<end].lastIndex(of: 0x20).map { bytes.index(after: $0) } ?? text.text.cut(before: end)
      }
      let from = bytes.distance(from: bytes.startIndex, to: start)
      let length = bytes.distance(from: start, to: end)
      let spans = text.spans.compactMap { span -> Span? in
        let range = span.range.clamped(to: from..<(from + length))
        return range.isEmpty ? nil : Span(range.lowerBound - from..<range.upperBound - from, span.style)
      }
      pieces.append(Inline(String(text.text[start..<end]), spans: spans))
      start = end
    }
    return pieces
  }

  /// Whether a word is so long that Pango would take a time that grows with the square of its length.
  private static func hasLongWord(_ text: String) -> Bool {
    guard text.utf8.count > 1_000 else { return false }
    var length = 0
    for byte in text.utf8 {
      length = byte == 0x20 || byte == 0x0A ? 0 : length + 1
      if length > 1_000 { return true }
    }
    return false
  }

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    if pieces.count == 1 { return pieces[0].size(in: room, by: setter) }
    let sizes = pieces.map { $0.size(in: room, by: setter) }
    return BlockSize(
      room: room, width: room, height: sizes.map(\.height).reduce(0, +), isWhole: false,
      isGuess: sizes.contains(where: \.isGuess))
  }

  func place(in width: Int, by setter: Typesetter) {
    self.width = width
    tops = [0]
    for piece in pieces { tops.append((tops.last ?? 0) + piece.size(in: width, by: setter).height) }
  }

  var leafCount: Int { pieces.count }
  func text(of leaf: Int) -> Inline { pieces[leaf].text }

  func frame(of leaf: Int) -> Rectangle {
    Rectangle(x: 0, y: Double(tops[leaf]), width: Double(width), height: Double(tops[leaf + 1] - tops[leaf]))
  }

  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer { pieces[leaf].layout(in: width, by: setter) }

  func leaves(in range: Range<Double>) -> Range<Int> {
    if pieces.count == 1 { return 0..<1 }
    let first = pieces.indices.first { Double(tops[$0 + 1]) > range.lowerBound } ?? pieces.count
    let last = pieces.indices.last { Double(tops[$0]) < range.upperBound } ?? -1
    return first..<max(first, last + 1)
  }

  func separator(after leaf: Int) -> String { "" }

  func drop(except leaves: Range<Int>) {
    for (index, piece) in pieces.enumerated() where !leaves.contains(index) { piece.drop() }
  }

  func forget() { for piece in pieces { piece.forget() } }
}

extension String {
  /// A place just before an index that cuts no letter. Letters have no greatest length: some are cut all the same.
  fileprivate func cut(before index: Index) -> Index {
    let scalars = unicodeScalars
    var place = scalars.index(before: scalars.index(after: index))
    for _ in 0..<32 {
      let before = scalars[scalars.index(before: place)]
      let joins = before.value == 0x200D || scalars[place].properties.isGraphemeExtend
      guard joins || scalars[place].properties.isEmojiModifier || scalars[place].value == 0x200D else { break }
      place = scalars.index(before: place)
    }
    return place
  }
}

/// A line between two parts.
final class RuleShape: BlockShape {
  private var width = 0

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    BlockSize(room: room, width: min(room, 120), height: 1, isWhole: false)
  }

  func place(in width: Int, by setter: Typesetter) { self.width = width }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {
    pen.fill(Rectangle(x: 0, y: 0, width: Double(width), height: 1), palette.headLine)
  }

  let leafCount = 0
  func text(of leaf: Int) -> Inline { Inline("") }
  func frame(of leaf: Int) -> Rectangle { Rectangle(x: 0, y: 0, width: 0, height: 0) }
  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer {
    setter.layout(Inline(""), TextStyle(line: 1))
  }
  func leaves(in range: Range<Double>) -> Range<Int> { 0..<0 }
  func separator(after leaf: Int) -> String { "" }
  func drop(except leaves: Range<Int>) {}
  func forget() {}
}
