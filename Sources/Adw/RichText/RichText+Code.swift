import CAdw
package import Markdown

extension RichText {
  /// The code at a point; nil for none.
  package func code(at point: Point) -> CodeBlock? { body.code(at: point)?.code }
}

// What stands above code: its language, and a button that copies it.
extension RichTextBody {
  func code(at point: Point) -> CodeShape? {
    arrange()
    return blocks(in: point.y..<point.y).first { placed[$0].frame.contains(point) }.flatMap {
      placed[$0].shape as? CodeShape
    }
  }

  /// The block whose button to copy is at a point.
  func copyButton(at point: Point) -> Int? {
    arrange()
    return blocks(in: point.y..<point.y).first { index in
      guard let code = placed[index].shape as? CodeShape else { return false }
      let frame = placed[index].frame
      return code.button.contains(Point(x: point.x - frame.x, y: point.y - frame.y))
    }
  }

  func copyCode(_ index: Int) {
    guard let code = placed[index].shape as? CodeShape else { return }
    Clipboard.copy(code.code.text)
    pointer.copied = index
    gtk_widget_queue_draw(widget.widget)
    let weak = Weak(widget)
    MainLoop.after(milliseconds: 1_500) { [weak self] in
      guard weak.value != nil, let self else { return }
      pointer.copied = nil
      gtk_widget_queue_draw(widget.widget)
    }
  }

  func drawHead(of code: CodeShape, _ index: Int, _ pen: Pen, _ palette: Palette) {
    if let title = code.title {
      let style = TextStyle(scale: 0.85, line: Int(title.height))
      let layout = setter.layout(Inline(code.languageName), style)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      pango_layout_set_width(layout, gint(max(title.width, 1)) * PANGO_SCALE)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_alignment(layout, widget.isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
      pen.draw(layout, at: Point(x: title.x, y: title.y), palette.text.opacity(palette.isHighContrast ? 1 : 0.6))
    } else if pointer.button != index, pointer.copied != index {
      // Without a line of its own it would lie over the code.
      return
    }
    if pointer.button == index { pen.fill(code.button, palette.softInline, radius: 6) }
    let size = 16.0
    let icon = Rectangle(
      x: (code.button.x + (code.button.width - size) / 2).rounded(),
      y: (code.button.y + (code.button.height - size) / 2).rounded(), width: size, height: size)
    let name = pointer.copied == index ? "object-select-symbolic" : "edit-copy-symbolic"
    pen.icon(name, in: icon, palette.text.opacity(pointer.button == index ? 1 : 0.6), of: widget)
  }
}

extension Pen {
  /// Draws an icon of the theme in one colour.
  fileprivate func icon(_ name: String, in area: Rectangle, _ color: Color, of widget: AnyWidget) {
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.widget))
    guard
      let icon = gtk_icon_theme_lookup_icon(
        theme, name, nil, gint(area.width), gtk_widget_get_scale_factor(widget.widget), GTK_TEXT_DIR_NONE,
        GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
    else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
    moved(to: Point(x: area.x, y: area.y)) {
      var colors = [GdkRGBA](repeating: color.c, count: 4)
      gtk_symbolic_paintable_snapshot_symbolic(
        icon, snapshot, area.width, area.height, &colors, gsize(colors.count))
    }
  }
}
