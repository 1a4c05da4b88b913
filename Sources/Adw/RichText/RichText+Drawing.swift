import CAdw
import Markdown

// What is painted: the part in view and half a page more on each side.
extension RichTextBody {
  func allocate() {
    arrange()
    placeShadows()
    if menuBlock != nil { AnyWidget(widget).presentPopovers() }
    if drawn != nil { gtk_widget_queue_draw(widget.widget) }
  }

  func draw(on snapshot: OpaquePointer) {
    arrange()
    let palette = Palette(of: widget, isOnColor: setter.isOnColor)
    updateFonts(palette)
    let part = partToDraw
    drawn = part
    guard !part.isEmpty else { return dropLayouts(outside: nil) }
    listenToUser()
    let pen = Pen(snapshot: snapshot, foreground: palette.text)
    if let fading = fading(in: part, palette) {
      drawFading(pen, palette, from: part.lowerBound, over: fading)
    } else {
      for index in blocks(in: part) { draw(index, pen, palette, in: part) }
    }
    drawCaret(pen, palette)
    dropLayouts(outside: part)
  }

  private var partToDraw: Range<Double> {
    let height = Double(widget.height)
    guard let view else { return 0..<min(height, 2_000) }
    let half = (view.upperBound - view.lowerBound) / 2
    return ((view.lowerBound - half)..<(view.upperBound + half)).clamped(to: 0..<max(height, 0))
  }

  func draw(_ index: Int, _ pen: Pen, _ palette: Palette, in part: Range<Double>) {
    let block = placed[index]
    drawEdges(of: block, pen, palette)
    pen.moved(to: Point(x: block.frame.x, y: block.frame.y)) {
      let local = (part.lowerBound - block.frame.y)..<(part.upperBound - block.frame.y)
      let sideways = block.shape.sideways
      let isCode = block.shape is CodeShape
      let palette = isCode ? palette.onCode : palette
      if let code = block.shape as? CodeShape {
        code.colour(by: setter)
        code.drawBehind(pen, palette, in: local, by: setter)
      }
      let content = {
        if !isCode { block.shape.drawBehind(pen, palette, in: local, by: self.setter) }
        for leaf in block.shape.leaves(in: local) { self.draw(leaf, of: index, pen, palette) }
      }
      if let sideways {
        pen.clipped(to: sideways.frame, radius: isCode ? 8 : 0, content)
        drawScrollbar(sideways, isMirrored: block.isMirrored && !isCode, pen, palette)
      } else {
        content()
      }
      if let code = block.shape as? CodeShape {
        code.drawNumbers(pen, palette, in: local, by: setter)
        drawTitle(of: code, pen, palette)
      }
      drawButtons(of: index, pen, palette)
    }
  }

  private func draw(_ leaf: Int, of index: Int, _ pen: Pen, _ palette: Palette) {
    let shape = placed[index].shape
    let layout = shape.layout(of: leaf, by: setter)
    let frame = shape.frame(of: leaf)
    guard TextLines.isDrawn(layout, within: frame.width, slack: setter.look.em / 2) else {
      // Marks without end are piled up above a line, and joined letters go on beside it.
      let room = Rectangle(x: frame.x - 4, y: frame.y - 4, width: frame.width + 8, height: frame.height + 8)
      return pen.clipped(to: room) { draw(layout, leaf, of: index, in: frame, pen, palette) }
    }
    draw(layout, leaf, of: index, in: frame, pen, palette)
  }

  private func draw(
    _ layout: OpaquePointer, _ leaf: Int, of index: Int, in frame: Rectangle, _ pen: Pen, _ palette: Palette
  ) {
    let shape = placed[index].shape
    let corner = Point(x: frame.x, y: frame.y)
    let text = shape is CodeShape ? nil : shape.text(of: leaf)
    for span in text?.spans ?? [] where span.style == .code {
      for area in TextLines.areas(of: span.range, in: layout, height: setter.look.em * 1.3) {
        let ground = Rectangle(
          x: frame.x + area.x - 2.5, y: frame.y + area.y, width: area.width + 5, height: area.height)
        pen.fill(ground, palette.softInline, radius: 4)
      }
    }
    let count = Int(TextLines.byteCount(of: layout))
    if let range = selectedBytes(block: index, leaf: leaf, count: count) {
      for area in TextLines.selected(range, in: layout) {
        pen.fill(
          Rectangle(x: frame.x + area.x, y: frame.y + area.y, width: area.width, height: area.height), palette.selection
        )
      }
    }
    pen.draw(layout, at: corner, palette.text)
    for (number, span) in (text?.spans ?? []).enumerated() {
      guard case .link = span.style else { continue }
      draw(LinkPlace(block: index, leaf: leaf, span: number), span.range, layout, at: corner, pen, palette)
    }
  }

  private func draw(
    _ link: LinkPlace, _ range: Range<Int>, _ layout: OpaquePointer, at corner: Point, _ pen: Pen, _ palette: Palette
  ) {
    let isFocused = link == focusedLink && widget.hasFocus && widget.window?.showsFocus == true
    let isLined = link == pointer.link || isFocused || palette.isOnColor || palette.isHighContrast
    guard isLined else { return }
    for area in TextLines.areas(of: range, in: layout, height: setter.look.em * 1.35) {
      let line = Rectangle(
        x: corner.x + area.x, y: (corner.y + area.baseline + 2).rounded(), width: area.width, height: 1)
      pen.fill(line, palette.link)
      guard isFocused else { continue }
      let ring = Rectangle(
        x: corner.x + area.x - 3, y: corner.y + area.y - 1, width: area.width + 6, height: area.height + 2)
      pen.outline(ring, palette.accent.opacity(palette.isHighContrast ? 1 : 0.6), radius: 5, thickness: 2)
    }
  }

  private func drawCaret(_ pen: Pen, _ palette: Palette) {
    guard group.showsCaret, let head = group.head(in: self), let caret = caret(at: head) else { return }
    pen.fill(caret, palette.text)
  }

  private func drawScrollbar(_ sideways: Sideways, isMirrored: Bool, _ pen: Pen, _ palette: Palette) {
    let frame = sideways.frame
    let room = frame.width - 16
    let part = frame.width / (frame.width + sideways.overflow)
    let length = max(24, room * part)
    let way = (room - length) * sideways.offset / sideways.overflow
    let x = isMirrored ? frame.right - 8 - way - length : frame.x + 8 + way
    pen.fill(
      Rectangle(x: x, y: frame.bottom - 5, width: length, height: 3), palette.text.opacity(0.25), radius: 1.5)
  }
}

// What stands beside a block: bars of quotations and marks of items.
extension RichTextBody {
  private func drawEdges(of block: PlacedBlock, _ pen: Pen, _ palette: Palette) {
    var start = 0.0
    let total = block.edges.map(\.width).reduce(0, +)
    // Where there is hardly any room, the edges share what there is.
    let factor = total > 0 ? Double(block.inset(in: arranged)) / Double(total) : 1
    let right = Double(arranged)
    for (edge, goesOn) in zip(block.edges, block.goesOn) {
      let width = Double(edge.width) * factor
      let x = block.isMirrored ? right - start - width : start
      start += width
      if edge.kind == .quotation {
        let top = block.frame.y - (goesOn ? Double(block.gap) : 0)
        let bar = Rectangle(
          x: block.isMirrored ? x + width - 3 : x, y: top, width: 3, height: block.frame.bottom - top)
        pen.fill(bar, palette.bar)
      } else if edge.isFirst {
        drawMark(edge, of: block, in: Rectangle(x: x, y: block.frame.y, width: width, height: 0), pen, palette)
      }
    }
  }

  private func drawMark(
    _ edge: PlacedBlock.Edge, of block: PlacedBlock, in room: Rectangle, _ pen: Pen, _ palette: Palette
  ) {
    let look = setter.look
    let style = PlacedBlock.style(of: block.block.content, look)
    let line = Double(style.line)
    // Beside code the mark stands at the first line of it.
    let top = room.y + (block.shape is CodeShape ? look.em * 0.7 : block.shape is TableShape ? look.em * 0.4 : 0)
    switch edge.kind {
    case .item(.bullet):
      let size = (look.em * (edge.depth == 0 ? 0.36 : 0.34)).rounded()
      let gap = look.em * 0.62
      let x = block.isMirrored ? room.x + gap : room.right - gap - size
      let dot = Rectangle(x: x.rounded(), y: (top + line * 0.52 - size / 2).rounded(), width: size, height: size)
      switch edge.depth % 3 {
      case 0: pen.fill(dot, palette.marker, radius: size / 2)
      case 1: pen.outline(dot, palette.marker, radius: size / 2, thickness: 1.2)
      default: pen.fill(dot, palette.marker, radius: 0.5)
      }
    case .item(.task(let isDone)):
      let size = (look.em * 0.98).rounded()
      let gap = look.em * 0.5
      let x = (block.isMirrored ? room.x + gap : room.right - gap - size).rounded()
      drawBox(
        Rectangle(x: x, y: (top + (line - size) / 2).rounded(), width: size, height: size), isDone: isDone, pen, palette
      )
    case .item(.number(let number, let hasParenthesis)):
      // In text that runs from right to left the full stop is to the left of the number, whatever the window's direction.
      let mark = "\(block.isMirrored ? "\u{200F}" : "\u{200E}")\(number)\(hasParenthesis ? ")" : ".")"
      drawMark(mark, style, block, room, top, pen, palette.marker)
    case .footnote(let number):
      drawMark("\(number)", TextStyle(scale: 0.8, line: style.line), block, room, top, pen, palette.marker)
    case .quotation: break
    }
  }

  private func drawMark(
    _ text: String, _ style: TextStyle, _ block: PlacedBlock, _ room: Rectangle, _ top: Double, _ pen: Pen,
    _ color: Color
  ) {
    let layout = setter.layout(Inline(text), style)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var width: gint = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    let gap = setter.look.em * 0.45
    let x = block.isMirrored ? room.x + gap : room.right - gap - Double(width)
    pen.draw(layout, at: Point(x: x, y: top), color)
  }

  private func drawBox(_ box: Rectangle, isDone: Bool, _ pen: Pen, _ palette: Palette) {
    guard isDone else { return pen.outline(box, palette.marker, radius: 4, thickness: 1.5) }
    pen.fill(box, palette.accent.opacity(palette.isOnColor ? 0.35 : 1), radius: 4)
    let check = [(0.26, 0.53), (0.43, 0.7), (0.75, 0.33)].map {
      Point(x: box.x + box.width * $0.0, y: box.y + box.height * $0.1)
    }
    let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
    pen.line(check, in: box, white, thickness: max(1.5, box.width * 0.13))
  }
}
