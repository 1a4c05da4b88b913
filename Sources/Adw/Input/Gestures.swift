import CAdw

/// Which button of the pointer.
package enum PointerButton: Int {
  case any = 0
  case primary, middle, secondary
}

extension Widget {
  /// Adds a GTK event controller, which the widget owns from then on.
  func add(_ controller: AnyObjectHandle) { gtk_widget_add_controller(widget, ^controller) }

  /// Calls `body` at each press of a pointer button or touch: how many came quickly after one another, and where.
  @discardableResult
  package func onPress(
    _ button: PointerButton = .primary, _ body: @escaping @MainActor (_ count: Int, _ at: Point) -> Void
  ) -> Self {
    let gesture = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^gesture, guint(button.rawValue))
    gesture.on("pressed") { (count: Int, x: Double, y: Double) in body(count, Point(x: x, y: y)) }
    add(gesture)
    return self
  }

  /// Calls `body` when a finger (or, unless `touchOnly`, a pressed button) rests on the widget.
  @discardableResult
  package func onLongPress(touchOnly: Bool = true, _ body: @escaping @MainActor (Point) -> Void) -> Self {
    let gesture = AnyObjectHandle(gtk_gesture_long_press_new())
    gtk_gesture_single_set_touch_only(^gesture, touchOnly.c)
    let raw = gesture.handle
    gesture.on("pressed") { (x: Double, y: Double) in
      gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_CLAIMED)
      body(Point(x: x, y: y))
    }
    add(gesture)
    return self
  }

  /// Calls `body` when the pointer comes over the widget (true) and leaves it (false).
  @discardableResult
  package func onHover(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let controller = AnyObjectHandle(gtk_event_controller_motion_new())
    controller.on("enter") { body(true) }
    controller.on("leave") { body(false) }
    add(controller)
    return self
  }
}

extension Widget {
  /// Whether it is drawn as pressed.
  package var isPressed: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
  }

  /// Draws it, what is in it and what it is in as no longer pressed.
  func letGo() {
    var around = parent
    while let next = around {
      gtk_widget_unset_state_flags(next.widget, GTK_STATE_FLAG_ACTIVE)
      around = next.parent
    }
    var inside = [AnyWidget(self)]
    while let next = inside.popLast() {
      guard next.isPressed else { continue }
      gtk_widget_unset_state_flags(next.widget, GTK_STATE_FLAG_ACTIVE)
      inside += next.children
    }
  }
}
