import CAdw

/// What a list does for something in it that changes its height because the reader wants it: the list does not follow
/// its end then, and what the reader looks at stays where it is.
final class ReadersPlace {
  static let key = "adw-readers-place"
  let hold: @MainActor (_ place: @escaping @MainActor (AnyWidget) -> Double?, _ inView: Bool) -> Void

  init(_ hold: @escaping @MainActor (_ place: @escaping @MainActor (AnyWidget) -> Double?, _ inView: Bool) -> Void) {
    self.hold = hold
  }
}

extension Widget {
  /// Keeps a line of this, so many of its own pixels from its upper edge, where its reader sees it, while what is about to
  /// change changes heights; `inView` brings it into view.
  package func holdPlace(inView: Bool = false, of line: @escaping @MainActor () -> Double = { 0 }) {
    guard let scroller = AnyWidget(existing: gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())),
      let place = scroller.attached(ReadersPlace.self, as: ReadersPlace.key)
    else { return }
    let weak = Weak(self)
    place.hold({ content in weak.value.map { $0.point(Point(x: 0, y: line()), in: content).y } }, inView)
  }
}

extension PagedList {
  func hold(_ place: @escaping @MainActor (AnyWidget) -> Double?, inView: Bool) {
    guard let content = AnyWidget(existing: gtk_widget_get_parent(list.widget)), let y = place(content) else { return }
    let page = gtk_adjustment_get_page_size(^adjustment)
    let seen = y - value
    // Far enough from the lower edge to be read.
    held = ({ place(content) }, inView ? min(max(seen, 0), max(page - 60, 0)) : seen, false)
    glide = nil
    pendingScroll = nil
    isPinned = false
    requestLayoutPhase()
    // Behind the effects: where a key comes in the middle of a frame, that is laid out before they run.
    let weak = Weak(AnyWidget(self))
    MainLoop.idle(priority: Int(G_PRIORITY_HIGH_IDLE) + 6) { [weak self] in
      guard weak.value != nil, let self else { return }
      held?.isLast = true
      requestLayoutPhase()
    }
    tellSoon()
  }

  /// Keeps the line of text at the upper edge of the view there while letters become larger or smaller.
  func holdLine() {
    guard !isPinned, held == nil, let (body, y) = NearViews.around(AnyWidget(self))?.atUpperEdge else { return }
    let line = body.position(at: Point(x: 0, y: y)).position
    let weak = Weak(body.widget)
    hold(
      { [weak body] content in
        guard let widget = weak.value, let caret = body?.caret(at: line) else { return nil }
        return widget.point(Point(x: 0, y: caret.y), in: content).y
      }, inView: false)
  }
}
