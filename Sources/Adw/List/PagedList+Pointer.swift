import CAdw

extension PagedList {
  /// Calls `body` with the row that comes under the pointer, which need not move for that, and with nil once it is over none.
  @discardableResult
  package func onHover(_ body: @escaping @MainActor (ID?) -> Void) -> Self {
    heardHover = body
    let controller = AnyObjectHandle(gtk_event_controller_motion_new())
    let raw = controller.handle
    let move: @MainActor (Double, Double) -> Void = { [unowned self] x, y in
      // While it selects or scrolls, it looks at nothing.
      let held = gtk_event_controller_get_current_event_state(^AnyObjectHandle(raw)).rawValue
      guard held & GDK_BUTTON1_MASK.rawValue == 0 else { return }
      pointer = Point(x: x, y: y)
      tellHover()
    }
    controller.on("enter") { (x: Double, y: Double) in move(x, y) }
    controller.on("motion") { (x: Double, y: Double) in move(x, y) }
    controller.on("leave") { [unowned self] in
      pointer = nil
      tellHover()
    }
    add(controller)
    let weak = Weak(AnyWidget(self))
    onPaint { [unowned self] in
      guard pointer != nil else { return }
      MainLoop.soon { [weak self] in if weak.value != nil { self?.tellHover() } }
    }
    return self
  }

  private func tellHover() {
    let now = pointer.flatMap { row(at: $0) }
    guard now != hovered else { return }
    hovered = now
    heardHover(now)
  }

  private func row(at point: Point) -> ID? {
    let place = AnyWidget(self).point(point, in: list)
    guard place.x >= 0, place.x < Double(list.width) else { return nil }
    return gtk_list_box_get_row_at_y(^list, gint(place.y)).flatMap { ids[Handle($0)] }
  }

  /// Calls `body` with the row that the keyboard comes to, for all to see, and with nil once it is elsewhere.
  @discardableResult
  package func onFocusedRow(_ body: @escaping @MainActor (ID?) -> Void) -> Self {
    heardFocus = body
    return self
  }

  /// Offers each press of the pointer's first button on a row, and each tap on one, to `body` before anything in the row gets
  /// it; true means that nothing in the row does. `isBeside` is false on texts and buttons.
  @discardableResult
  package func onRowPress(
    _ body: @escaping @MainActor (ID, _ held: Modifiers, _ isBeside: Bool) -> Bool
  ) -> Self {
    let click = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^click, guint(PointerButton.primary.rawValue))
    gtk_event_controller_set_propagation_phase(^click, GTK_PHASE_CAPTURE)
    let raw = click.handle
    let offer: @MainActor (_ isTap: Bool, Double, Double) -> Void = { [unowned self] isTap, x, y in
      let gesture = AnyObjectHandle(raw)
      // A finger that is put down may be about to scroll.
      guard RichTextBody.isTouch(gesture) == isTap,
        let id = gtk_list_box_get_row_at_y(^list, gint(y)).flatMap({ ids[Handle($0)] })
      else { return }
      let held = Modifiers(state: Int(gtk_event_controller_get_current_event_state(^gesture).rawValue))
      guard body(id, held, !list.hasTarget(at: Point(x: x, y: y))) else { return }
      gtk_gesture_set_state(^gesture, GTK_EVENT_SEQUENCE_CLAIMED)
    }
    click.on("pressed") { (_: Int, x: Double, y: Double) in offer(false, x, y) }
    click.on("released") { (_: Int, x: Double, y: Double) in offer(true, x, y) }
    list.add(click)
    return self
  }
}

extension AnyWidget {
  /// Whether a click at a point in it is for a text or a button.
  fileprivate func hasTarget(at point: Point) -> Bool {
    var next = AnyWidget(existing: gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT))
    while let picked = next, !picked.isSame(as: self) {
      if RichTextBody.of(picked) != nil || Bool(gtk_widget_get_focusable(picked.widget)) && !picked.isRow {
        return true
      }
      next = picked.parent
    }
    return false
  }

  private var isRow: Bool {
    Bool(
      g_type_check_instance_is_a(handle.raw.assumingMemoryBound(to: GTypeInstance.self), gtk_list_box_row_get_type()))
  }
}
