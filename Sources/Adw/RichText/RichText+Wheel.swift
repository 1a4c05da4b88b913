import CAdw

extension RichText {
  /// Scrolls what lies at a point sideways; false if it did not move.
  @discardableResult
  package func scroll(sideways way: Double, at point: Point) -> Bool { body.scroll(sideways: way, at: point) }
}

// Scrolling code and tables sideways: the wheel goes on scrolling what is around, unless something here moved.
extension RichTextBody {
  func listenToWheel() {
    let flags = GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES
    let wheel = AnyObjectHandle(gtk_event_controller_scroll_new(flags))
    let raw = wheel.handle
    wheel.on("scroll") { [weak self] (x: Double, y: Double) -> Bool in
      guard let self, let point = pointer.place else { return false }
      let controller = AnyObjectHandle(raw)
      let state = gtk_event_controller_get_current_event_state(^controller)
      let isTurned = Modifiers(state: Int(state.rawValue)).contains(.shift)
      let way = isTurned && x == 0 ? y : abs(x) > abs(y) ? x : 0
      guard way != 0 else { return false }
      return scroll(sideways: way * Self.step, at: point)
    }
    widget.add(wheel)
  }

  /// How far one turn of the wheel goes.
  private static let step = 48.0

  /// Scrolls what lies at a point; false if it did not move.
  func scroll(sideways way: Double, at point: Point) -> Bool {
    arrange()
    guard let index = blocks(in: point.y..<point.y).first(where: { placed[$0].frame.contains(point) }) else {
      return false
    }
    let shape = placed[index].shape
    guard var sideways = shape.sideways else { return false }
    let isMirrored = placed[index].isMirrored && !(shape is CodeShape)
    let target = min(max(sideways.offset + (isMirrored ? -way : way), 0), sideways.overflow)
    guard target != sideways.offset else { return false }
    sideways.offset = target
    shape.sideways = sideways
    gtk_widget_queue_draw(widget.widget)
    // What screen readers find of it lies elsewhere, too.
    if !shadows.isEmpty { gtk_widget_queue_allocate(widget.widget) }
    return true
  }
}
