import CAdw

// Clicks beside the texts: in the edge of a bubble, or in the room that a short line leaves.
extension SelectionGroup {
  /// Lets the selection go on to where somebody clicks with Shift in what is around its texts: to the nearest place.
  package func takeClicks(beside texts: some Widget) {
    let area = AnyWidget(texts)
    let click = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^click, guint(PointerButton.primary.rawValue))
    let raw = click.handle
    let weak = Weak(area)
    click.on("pressed") { [weak self] (_: Int, x: Double, y: Double) in
      let gesture = AnyObjectHandle(raw)
      let held = Modifiers(state: Int(gtk_event_controller_get_current_event_state(^gesture).rawValue))
      guard let self, let area = weak.value, held.contains(.shift), hasBegun, !RichTextBody.isTouch(gesture),
        !area.hasButton(at: Point(x: x, y: y)), let window = area.window.map({ AnyWidget($0) })
      else { return }
      let place = area.point(Point(x: x, y: y), in: window)
      guard let target = member(at: place.y, in: window) else { return }
      gtk_gesture_set_state(^gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      target.widget.grabFocus()
      extend(to: target.position(at: window.point(place, in: target.widget)).position, in: target)
      keepPrimary()
    }
    area.add(click)
  }
}

extension AnyWidget {
  /// Whether a point in it is on a button.
  fileprivate func hasButton(at point: Point) -> Bool {
    gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT)
      .map { gtk_widget_get_ancestor($0, gtk_button_get_type()) != nil } ?? false
  }
}
