import CAdw
import Localization
import Markdown

// What stands around the lines of code: its language, its buttons, line numbers, and what folds it.
extension CodeShape {
  var languageName: String {
    let name = CodeLanguage(code.language).name
    return name.isEmpty ? code.language : name
  }

  /// Where its language is named; nil where none is.
  var title: Rectangle? {
    guard head > 0 else { return nil }
    let room = Double(width) - 2 * (buttonSize + 4) - Double(padding.x)
    return Rectangle(
      x: isMirrored ? Double(width) - Double(padding.x) - room : Double(padding.x), y: 0, width: room,
      height: Double(head))
  }

  private var buttonSize: Double { Double(look.ems(1.7)) }

  /// Without a line of their own they would lie over the code: then they are shown while somebody is there. Code begins
  /// at the left in any case.
  var buttons: [PlacedButton] {
    let size = buttonSize
    let y = head > 0 ? (Double(head) - size) / 2 : min(4, (Double(height) - size) / 2)
    let isLeft = isMirrored && head > 0
    let placed = [BlockButton.Kind.copy, .more].enumerated().map { number, kind in
      let way = 4 + Double(1 - number) * size
      return PlacedButton(
        kind: kind, frame: Rectangle(x: isLeft ? way : Double(width) - way - size, y: y, width: size, height: size),
        isFloating: head == 0)
    }
    guard foot > 0 else { return placed }
    let frame = Rectangle(x: 0, y: Double(height - foot), width: Double(width), height: Double(foot))
    return placed + [PlacedButton(kind: .fold, frame: frame, isFloating: false)]
  }

  /// What the line that folds it says.
  var foldTitle: String { view.isFolded ? localized("Show All \(lineCount) Lines") : localized("Show Less") }

  func drawBehind(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {
    let frame = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    pen.fill(frame, CodeAppearance.current.background, radius: 8)
    for y in [head > 0 ? head - 1 : nil, foot > 0 ? height - foot : nil].compactMap({ $0 }) {
      let line = Rectangle(x: 0, y: Double(y), width: Double(width), height: 1)
      pen.fill(line, palette.hairline.opacity(0.6))
    }
    pen.outline(frame, palette.isHighContrast ? palette.hairline : palette.text.opacity(0.09), radius: 8)
  }

  /// Draws the number of each line where it begins, right-aligned beside what is scrolled.
  func drawNumbers(_ pen: Pen, _ palette: Palette, in range: Range<Double>, by setter: Typesetter) {
    guard view.isNumbered else { return }
    let right = Double(padding.x + gutter - look.ems(0.9))
    let style = TextStyle(isCode: true, line: look.codeLine)
    let scale = Double(PANGO_SCALE)
    for leaf in leaves(in: range) {
      let layout = layout(of: leaf, by: setter)
      let top = frame(of: leaf).y
      // What goes on in a line from the chunk above has its number there.
      let isContinued = leaf > 0 && chunks[leaf - 1].isCut
      for (index, baseline) in TextLines.baselinesOfParagraphs(in: layout).enumerated() {
        guard index > 0 || !isContinued else { continue }
        let figures = setter.layout(Inline("\(chunks[leaf].line + index + 1)"), style)
        defer { g_object_unref(UnsafeMutableRawPointer(figures)) }
        var width: gint = 0
        pango_layout_get_size(figures, &width, nil)
        let y = top + Double(baseline - Int(pango_layout_get_baseline(figures))) / scale
        pen.draw(
          figures, at: Point(x: right - Double(width) / scale, y: y),
          palette.text.opacity(palette.isHighContrast ? 0.8 : 0.45))
      }
    }
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

  func colours(of range: Range<Int>) -> [CodeSpan] {
    guard let ink else { return [] }
    return ink.colouring.spans(in: range).map { span in
      var span = span
      let part = span.range.clamped(to: range)
      span.range = (part.lowerBound - range.lowerBound)..<(part.upperBound - range.lowerBound)
      return span
    }
  }
}
