import CAdw

/// A row that can be pulled aside with a finger, to do something to it.
package struct SwipeRow: Widget {
  package let handle: Handle

  /// - Parameters:
  ///   - actionLabel: what lies below the row while it is pulled.
  ///   - onSwipe: done when it was pulled by more than a third of its width.
  package init(_ content: some Widget, actionLabel: String, icon: String, onSwipe: @escaping @MainActor () -> Void) {
    let below = Box(.horizontal, spacing: 8) {
      Label(actionLabel)
      Image(icon: icon)
    }.aligned(horizontally: .end, vertically: .center).margins(end: 16)
    below.isTarget = false
    let overlay = AnyWidget(gtk_overlay_new())
    handle = overlay.handle
    gtk_overlay_set_child(^self, content.widget)
    gtk_overlay_add_overlay(^self, below.widget)
    below.opacity = 0

    let drag = AnyObjectHandle(gtk_gesture_drag_new())
    gtk_gesture_single_set_touch_only(^drag, 1)
    let row = self
    drag.on("drag-update") { (x: Double, y: Double) in
      guard abs(x) > 12, abs(x) > abs(y) * 1.5 else { return }
      gtk_gesture_set_state(^drag, GTK_EVENT_SEQUENCE_CLAIMED)
      let pulled = min(abs(x) / Double(max(row.width, 1)), 1)
      content.opacity = 1 - pulled
      below.opacity = min(pulled * 3, 1)
    }
    drag.on("drag-end") { (x: Double, y: Double) in
      content.opacity = 1
      below.opacity = 0
      if abs(x) > Double(row.width) / 3, abs(x) > abs(y) * 1.5 { onSwipe() }
    }
    gtk_widget_add_controller(widget, ^drag)
  }
}
