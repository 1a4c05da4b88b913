import CAdw
import Markdown

extension RichText {
  /// Offers more for each block of code, in the menu at its head: what the caller can do with its text.
  @discardableResult
  package func offeringForCode(
    @MenuActions _ actions: @escaping @MainActor (_ text: String, CodeLanguage) -> [MenuAction]
  ) -> Self {
    body.codeActions = actions
    return self
  }
}

// What stands above code: its language. What folds it below, and how its lines are shown.
extension RichTextBody {
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

  func drawTitle(of code: CodeShape, _ pen: Pen, _ palette: Palette) {
    guard let title = code.title else { return }
    let style = TextStyle(
      scale: 0.85, line: Int(title.height), side: widget.isRightToLeft ? .right : .left)
    let layout = setter.layout(Inline(code.languageName), style)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_width(layout, gint(max(title.width, 1)) * PANGO_SCALE)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pen.draw(layout, at: Point(x: title.x, y: title.y), palette.text.opacity(palette.isHighContrast ? 1 : 0.6))
  }

  /// Unfolds code in its place, or folds it again: then what folds it stays where its reader sees it.
  func fold(_ index: Int) {
    guard let code = placed[index].shape as? CodeShape else { return }
    if code.view.isFolded {
      widget.holdPlace()
    } else {
      widget.holdPlace(inView: true) { [weak self, weak code] in
        guard let self, let code, index < placed.count else { return 0 }
        return placed[index].frame.y + Double(code.height - code.foot)
      }
    }
    change(index) { $0.isFolded.toggle() }
  }

  /// Shows code that is new here as it was shown when it was here before.
  func restoreView(of index: Int, from old: PlacedBlock?) {
    guard let codeViews, let code = placed[index].shape as? CodeShape, code !== old?.shape,
      let view = codeViews.kept.view(of: code.code, in: codeViews.id, index)
    else { return }
    code.view = view
  }

  /// Shows the lines of code otherwise.
  func change(_ index: Int, _ change: (inout CodeView) -> Void) {
    guard let code = placed[index].shape as? CodeShape else { return }
    change(&code.view)
    if let codeViews { codeViews.kept.keep(code.view, of: code.code, in: codeViews.id, index) }
    arranged = -1
    pointer.button = nil
    castShadows()
    gtk_widget_queue_resize(widget.widget)
    gtk_widget_queue_draw(widget.widget)
  }
}
