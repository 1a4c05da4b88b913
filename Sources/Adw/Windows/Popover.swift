import CAdw

extension Widget {
  /// The part of an area of the widget that is in view where the widget is in something that scrolls, or the place at the
  /// edge of the view that is nearest to it: a sheet at a place that no monitor shows cannot be laid out.
  fileprivate func seen(_ area: Rectangle) -> Rectangle {
    guard let viewport = AnyWidget(existing: gtk_widget_get_ancestor(widget, gtk_viewport_get_type())),
      let frame = frame(in: viewport)
    else { return area }
    let view = -frame.y...max(-frame.y, Double(viewport.height) - 1 - frame.y)
    let top = min(max(area.y, view.lowerBound), view.upperBound)
    let bottom = min(max(area.bottom, view.lowerBound), view.upperBound)
    return Rectangle(x: area.x, y: top, width: area.width, height: max(bottom - top, 1))
  }
}

extension Widget {
  /// Puts the sheets that hang on it where it is now; for widgets that lay out by themselves.
  func presentPopovers() {
    for child in children where isPopover(child) { gtk_popover_present(^child) }
  }

  /// Whether a sheet that hangs on it is open.
  var hasOpenPopover: Bool { children.contains { isPopover($0) && $0.isVisible } }

  private func isPopover(_ child: AnyWidget) -> Bool {
    Bool(
      g_type_check_instance_is_a(
        child.handle.raw.assumingMemoryBound(to: GTypeInstance.self), gtk_popover_get_type()))
  }
}

/// Has a popover open at an area of the widget that it hangs on.
private func putTarget(of popover: some Widget, at area: Rectangle) {
  var target = GdkRectangle(x: gint(area.x), y: gint(area.y), width: gint(area.width), height: gint(area.height))
  gtk_popover_set_pointing_to(^popover, &target)
}

/// A small sheet that floats above what it belongs to.
package struct Popover: Widget {
  package let handle: Handle

  /// A sheet around `child`.
  package init(_ child: some Widget) {
    handle = Handle(gtk_popover_new())
    gtk_popover_set_child(^self, child.widget)
  }

  init(menu: Menu) {
    var made: UnsafeMutablePointer<GtkWidget>?
    menu.with { made = gtk_popover_menu_new_from_model($0) }
    handle = Handle(made)
    nameMenuItems()
  }

  /// Hangs it onto a widget and opens it, at a point of the widget, below something that is drawn in it, or at the edge of
  /// what is in view of it; it is thrown away once closed.
  package func open(over anchor: some Widget, at point: Point? = nil, below area: Rectangle? = nil) {
    gtk_widget_set_parent(widget, anchor.widget)
    if let area {
      putTarget(of: self, at: area)
      gtk_popover_set_has_arrow(^self, 0)
      // Towards the middle, so that it stays in the window.
      let isRight = area.x + area.width / 2 > Double(anchor.width) / 2
      gtk_widget_set_halign(widget, isRight ? GTK_ALIGN_END : GTK_ALIGN_START)
    } else if let point {
      putTarget(of: self, at: Rectangle(x: point.x, y: point.y, width: 1, height: 1))
      gtk_popover_set_has_arrow(^self, 0)
      // Here start and end are left and right whatever the language.
      gtk_widget_set_halign(widget, anchor.isRightToLeft ? GTK_ALIGN_END : GTK_ALIGN_START)
    } else {
      let bounds = Rectangle(x: 0, y: 0, width: Double(anchor.width), height: Double(anchor.height))
      putTarget(of: self, at: anchor.seen(bounds))
    }
    let weak = Weak(self)
    let place = Weak(AnyWidget(anchor))
    var connection: Connection?
    let drop: @MainActor () -> Void = {
      // An anchor that stays would have one more with each opening.
      if place.value != nil { connection?.end() }
      connection = nil
      guard let popover = weak.value, popover.parent != nil else { return }
      gtk_widget_unparent(popover.widget)
    }
    // Its action runs after `closed`, so it must live a little longer.
    onClosed { MainLoop.soon(drop) }
    connection = AnyWidget(anchor).on("destroy", drop)
    gtk_popover_popup(^self)
  }

  /// Closes it.
  package func close() { gtk_popover_popdown(^self) }

  /// Calls `body` when it has closed.
  @discardableResult
  package func onClosed(_ body: @escaping @MainActor () -> Void) -> Self {
    on("closed", body)
    return self
  }

  /// The widget that Enter presses in it.
  package func setDefault(_ widget: some Widget) { gtk_popover_set_default_widget(^self, widget.widget) }

  /// The side of its anchor on which it opens.
  @discardableResult
  package func position(_ side: Side) -> Self {
    gtk_popover_set_position(^self, side.c)
    return self
  }

  /// A side.
  package enum Side {
    case left, right, top, bottom

    var c: GtkPositionType {
      switch self {
      case .left: GTK_POS_LEFT
      case .right: GTK_POS_RIGHT
      case .top: GTK_POS_TOP
      case .bottom: GTK_POS_BOTTOM
      }
    }
  }
}
