import CAdw
import Markdown

/// A text that is laid out by itself: a paragraph, some lines of code, a cell. Its layout is made when somebody needs it
/// and may be dropped at any time; its sizes stay known.
final class LaidText {
  let text: Inline
  let style: TextStyle
  private let colours: [CodeSpan]
  private(set) var layout: OpaquePointer?
  /// For how many pixels the layout was made; nil for one line of any length.
  private var width: Int?
  private var known = KnownSizes()

  /// How many layouts there are.
  private(set) static var alive = 0
  /// How many texts were measured so far.
  private(set) static var measured = 0

  /// A text, and the colours of its parts if it is code.
  init(_ text: Inline, _ style: TextStyle, colours: [CodeSpan] = []) {
    self.text = text
    self.colours = colours
    self.style = style
  }

  isolated deinit { drop() }

  /// Lets the layout go.
  func drop() {
    guard let layout else { return }
    g_object_unref(UnsafeMutableRawPointer(layout))
    self.layout = nil
    Self.alive -= 1
  }

  /// Forgets what depends on fonts.
  func forget() {
    drop()
    known = KnownSizes()
  }

  /// The layout for so many pixels, or for one line of any length.
  func layout(in room: Int?, by setter: Typesetter) -> OpaquePointer {
    if let layout, width == room { return layout }
    // One that was broken in another width may break otherwise than a new one, and costs as much.
    drop()
    let new = setter.layout(text, style, colours)
    layout = new
    Self.alive += 1
    width = room
    pango_layout_set_width(new, room.map { gint(clamping: max($0, 1) * Int(PANGO_SCALE)) } ?? -1)
    return new
  }

  /// How much room it takes in so many pixels. It is laid out only where that is not known yet.
  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    if let size = known.size(in: room) { return size }
    if let left = setter.budget {
      guard left > 0 else { return guess(in: room, by: setter) }
      setter.budget = left - text.text.utf8.count
    }
    Self.measured += 1
    // A few stay for the first paint; of a long list nobody sees most.
    let isToStay = layout != nil || Self.alive < 150
    let layout = layout(in: room, by: setter)
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_size(layout, &width, &height)
    let isWhole = !Bool(pango_layout_is_wrapped(layout))
    let size = BlockSize(
      room: room, width: isWhole ? Self.pixels(width) : room, height: Self.pixels(height), isWhole: isWhole)
    known.add(size)
    if !isToStay { drop() }
    return size
  }

  /// What it will take, about: as if all letters were as wide.
  private func guess(in room: Int, by setter: Typesetter) -> BlockSize {
    let letters = max(1, Int(Double(room) / max(setter.look.letter * style.scale, 1)))
    var lines = 0
    var length = 0
    for byte in text.text.utf8 where byte & 0xC0 != 0x80 {
      if byte == 0x0A {
        lines += 1 + length / letters
        length = 0
      } else {
        length += 1
      }
    }
    lines += 1 + length / letters
    return BlockSize(room: room, width: room, height: lines * style.line, isWhole: false, isGuess: true)
  }

  static func pixels(_ units: gint) -> Int { (Int(units) + Int(PANGO_SCALE) - 1) / Int(PANGO_SCALE) }
}

/// How much room something takes in so many pixels.
struct BlockSize: Equatable {
  let room: Int
  let width: Int
  let height: Int
  /// Whether it had all the width it wanted, and would be the same in more.
  let isWhole: Bool
  /// Whether it was not laid out yet.
  var isGuess = false

  func holds(in other: Int) -> Bool { other == room || isWhole && other >= width && room >= width }
}

/// The sizes for the three widths that were asked for last: GTK asks for two in each frame, and with a scroll bar for one
/// more.
struct KnownSizes {
  private var first: BlockSize?
  private var second: BlockSize?
  private var third: BlockSize?

  func size(in room: Int) -> BlockSize? {
    if let first, first.holds(in: room) { return first }
    if let second, second.holds(in: room) { return second }
    if let third, third.holds(in: room) { return third }
    return nil
  }

  mutating func add(_ size: BlockSize) {
    third = second
    second = first
    first = size
  }
}
