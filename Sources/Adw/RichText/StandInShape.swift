import CAdw
import Markdown

/// Words that stand where a text has no letter that can be seen. They are drawn, and no part of the text: what is
/// copied is what was written.
final class StandInShape: BlockShape {
  private let words: LaidText
  private var width = 0

  init(_ words: String, _ look: TextLook) {
    self.words = LaidText(Inline(words), TextStyle(line: look.line))
  }

  func size(in room: Int, by setter: Typesetter) -> BlockSize { words.size(in: room, by: setter) }

  func place(in width: Int, by setter: Typesetter) { self.width = width }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {
    pen.draw(words.layout(in: width, by: setter), at: Point(x: 0, y: 0), palette.faint)
  }

  let leafCount = 0
  func text(of leaf: Int) -> Inline { Inline("") }
  func frame(of leaf: Int) -> Rectangle { Rectangle(x: 0, y: 0, width: 0, height: 0) }
  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer { words.layout(in: width, by: setter) }
  func leaves(in range: Range<Double>) -> Range<Int> { 0..<0 }
  func separator(after leaf: Int) -> String { "" }
  func drop(except leaves: Range<Int>) { words.drop() }
  func forget() { words.forget() }
}

extension Block {
  /// Whether there is anything to be seen of it.
  var isVisible: Bool {
    switch content {
    case .paragraph(let text), .heading(_, let text), .typed(let text, _):
      !containers.isEmpty || text.text.unicodeScalars.contains(where: \.isSeen)
    case .code, .table, .rule: true
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is drawn by itself: no space, no mark that needs a letter below it, nothing that only says how others
  /// are drawn.
  fileprivate var isSeen: Bool {
    if value < 0x7F { return value > 0x20 }
    guard value != 0x2800, !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
