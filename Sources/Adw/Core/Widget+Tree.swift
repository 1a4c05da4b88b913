import CAdw

extension Widget {
  /// The widget around it.
  package var parent: AnyWidget? { AnyWidget(existing: gtk_widget_get_parent(widget)) }

  /// The widgets right inside it, in order.
  package var children: [AnyWidget] {
    var found: [AnyWidget] = []
    var next = AnyWidget(existing: gtk_widget_get_first_child(widget))
    while let child = next {
      found.append(child)
      next = AnyWidget(existing: gtk_widget_get_next_sibling(child.widget))
    }
    return found
  }

  /// The first widget of a type among those within it, the nearest ones first.
  func descendant(of type: GType) -> AnyWidget? {
    var open = children
    while !open.isEmpty {
      let next = open.removeFirst()
      if Bool(g_type_check_instance_is_a(next.handle.raw.assumingMemoryBound(to: GTypeInstance.self), type)) {
        return next
      }
      open += next.children
    }
    return nil
  }

  /// Whether it is, or lies in, another widget.
  package func isInside(_ other: some Widget) -> Bool {
    handle == other.handle || Bool(gtk_widget_is_ancestor(widget, other.widget))
  }

  /// The window that it is in.
  package var window: Window? {
    guard let root = gtk_widget_get_root(widget) else { return nil }
    let handle = Handle(root)
    guard
      Bool(g_type_check_instance_is_a(handle.raw.assumingMemoryBound(to: GTypeInstance.self), gtk_window_get_type()))
    else { return nil }
    return Window(handle: handle)
  }

  /// Calls `body` each time the widget comes on screen.
  @discardableResult
  package func onMap(_ body: @escaping @MainActor () -> Void) -> Self {
    on("map", body)
    return self
  }

  /// Calls `body` each time the widget leaves the screen.
  @discardableResult
  package func onUnmap(_ body: @escaping @MainActor () -> Void) -> Self {
    on("unmap", body)
    return self
  }

  /// Calls `body` when the widget is gone for good.
  @discardableResult
  package func onGone(_ body: @escaping @MainActor () -> Void) -> Self {
    whenGone(body)
    return self
  }

  /// Calls `body` when the widget has other module than before: after layout, with the new size.
  @discardableResult
  package func onResize(_ body: @escaping @MainActor (_ width: Int, _ height: Int) -> Void) -> Self {
    let weak = Weak(self)
    var known = (-1, -1)
    onLayout {
      guard let size = weak.value.map({ ($0.width, $0.height) }), size != known else { return }
      known = size
      body(size.0, size.1)
    }
    return self
  }

  /// Keeps a Swift object, such as the model behind a row, alive for as long as the widget.
  @discardableResult
  package func keeping(_ object: AnyObject) -> Self {
    whenGone { withExtendedLifetime(object) {} }
    return self
  }
}

// MARK: Focus

extension Widget {
  /// Gives it the keyboard; false if it cannot take it.
  @discardableResult
  package func grabFocus() -> Bool { Bool(gtk_widget_grab_focus(widget)) }

  /// Gives the keyboard to the first thing in it that can take it; false if nothing can.
  @discardableResult
  package func focusInside() -> Bool { Bool(gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)) }

  /// Whether it has the keyboard itself.
  package var hasFocus: Bool { Bool(gtk_widget_has_focus(widget)) }

  /// Whether it, or something in it, is the window's choice for the keyboard.
  package var containsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return AnyWidget(focus).isInside(self)
  }

  /// Whether the keyboard can come to it.
  @discardableResult
  package func focusable(_ isFocusable: Bool = true) -> Self {
    gtk_widget_set_focusable(widget, isFocusable.c)
    return self
  }

  /// Whether the keyboard can come to it, as far as it says itself.
  package var isFocusable: Bool { Bool(gtk_widget_get_focusable(widget)) }

  /// Whether a click gives it the keyboard.
  @discardableResult
  package func focusOnClick(_ takesFocus: Bool) -> Self {
    gtk_widget_set_focus_on_click(widget, takesFocus.c)
    return self
  }

  /// Calls `body` when the keyboard comes to it or something in it (true), and when it leaves (false).
  @discardableResult
  package func onFocus(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let controller = AnyObjectHandle(gtk_event_controller_focus_new())
    controller.on("enter") { body(true) }
    controller.on("leave") { body(false) }
    gtk_widget_add_controller(widget, ^controller)
    return self
  }
}
