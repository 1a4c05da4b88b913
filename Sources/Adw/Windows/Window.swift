import CAdw

/// A window of the application, and the actions that belong to it ("win.…").
package struct Window: Widget, ActionHost {
  package let handle: Handle

  init(handle: Handle) { self.handle = handle }

  /// A window that is not yet shown.
  package init(_ application: Application, title: String, width: Int, height: Int) {
    handle = Handle(adw_application_window_new(^application))
    self.title = title
    gtk_window_set_default_size(^self, gint(width), gint(height))
  }

  /// A window without an application, as tests use it.
  package init(title: String, width: Int, height: Int) {
    handle = Handle(adw_window_new())
    self.title = title
    gtk_window_set_default_size(^self, gint(width), gint(height))
  }

  package var actionPrefix: String { "win" }

  /// What the desktop calls it.
  package var title: String {
    get { String(borrowing: gtk_window_get_title(^self)) }
    nonmutating set { gtk_window_set_title(^self, newValue) }
  }

  /// Fills the window, from edge to edge; header bars are part of it.
  package func show(_ content: some Widget) {
    if Bool(g_type_check_instance_is_a(instance, adw_application_window_get_type())) {
      adw_application_window_set_content(^self, content.widget)
    } else {
      adw_window_set_content(^self, content.widget)
    }
  }

  private var instance: UnsafeMutablePointer<GTypeInstance> { ^self }

  /// Shows it and brings it to the front, where the desktop lets what was asked for at that time, as the display counts it,
  /// come there; 0 for now.
  package func present(at time: UInt32 = 0) { gtk_window_present_with_time(^self, time) }

  /// Asks it to close, as its close button does.
  package func close() { gtk_window_close(^self) }

  /// Takes it away without asking.
  package func destroy() { gtk_window_destroy(^self) }

  /// The smallest size to which a user can make it.
  @discardableResult
  package func smallest(width: Int, height: Int) -> Self { minimum(width: width, height: height) }

  /// Makes it belong to another window, in whose middle it appears and which it blocks.
  @discardableResult
  package func transient(for parent: Window) -> Self {
    gtk_window_set_transient_for(^self, ^parent)
    gtk_window_set_modal(^self, 1)
    return self
  }

  /// The size that it has, or would have if it were not maximized: what to restore at the next start.
  package var size: (width: Int, height: Int) {
    get {
      var width: gint = 0
      var height: gint = 0
      gtk_window_get_default_size(^self, &width, &height)
      return (Int(width), Int(height))
    }
    nonmutating set { gtk_window_set_default_size(^self, gint(newValue.width), gint(newValue.height)) }
  }

  /// Whether it fills the screen.
  package var isMaximized: Bool {
    get { Bool(gtk_window_is_maximized(^self)) }
    nonmutating set { if newValue { gtk_window_maximize(^self) } else { gtk_window_unmaximize(^self) } }
  }

  /// Whether it covers the screen, without a frame.
  package var isFullscreen: Bool {
    get { Bool(gtk_window_is_fullscreen(^self)) }
    nonmutating set { if newValue { gtk_window_fullscreen(^self) } else { gtk_window_unfullscreen(^self) } }
  }

  /// Whether it has the user's attention.
  package var isActive: Bool { Bool(gtk_window_is_active(^self)) }

  /// Calls `body` with whether it has the user's attention, when that changes.
  @discardableResult
  package func onActive(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let window = self
    onChange(of: "is-active") { body(window.isActive) }
    return self
  }

  /// Asks `body` before the window closes; true keeps it open.
  @discardableResult
  package func onCloseRequest(_ body: @escaping @MainActor () -> Bool) -> Self {
    on("close-request", body)
    return self
  }

  /// The widget that has the keyboard.
  package var focused: AnyWidget? { AnyWidget(existing: gtk_window_get_focus(^self)) }

  /// Whether outlines of what has the focus are drawn.
  package var showsFocus: Bool {
    get { Bool(gtk_window_get_focus_visible(^self)) }
    nonmutating set { gtk_window_set_focus_visible(^self, newValue.c) }
  }

  /// The button or row that Enter presses when nothing else takes it; nil for none, before that one goes.
  package func setDefault(_ widget: (any Widget)?) { gtk_window_set_default_widget(^self, widget?.widget) }
}

/// The bar at the top of a window or a pane.
package struct HeaderBar: Widget {
  package let handle: Handle

  /// A bar with widgets at its ends; in the middle the window's title, or something of one's own.
  package init(
    title: (any Widget)? = nil, @Children start: () -> [any Widget] = { [] }, @Children end: () -> [any Widget] = { [] }
  ) {
    handle = Handle(adw_header_bar_new())
    if let title { adw_header_bar_set_title_widget(^self, title.widget) }
    for child in start() { append(child) }
    for child in end() { adw_header_bar_pack_end(^self, child.widget) }
  }

  /// Puts a widget at the end, before those that are there.
  package func append(end child: some Widget) { adw_header_bar_pack_end(^self, child.widget) }

  /// Puts a widget at the start.
  package func append(_ child: some Widget) { adw_header_bar_pack_start(^self, child.widget) }

  /// Makes it and another bar as high as the higher of the two.
  package func sameHeight(as other: HeaderBar) {
    let group = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)!
    gtk_size_group_add_widget(group, widget)
    gtk_size_group_add_widget(group, other.widget)
    g_object_unref(UnsafeMutableRawPointer(group))  // the bars keep it
  }

  /// Whether the window's buttons may stand at its two ends.
  package func showsWindowButtons(atStart: Bool, atEnd: Bool) {
    adw_header_bar_set_show_start_title_buttons(^self, atStart.c)
    adw_header_bar_set_show_end_title_buttons(^self, atEnd.c)
  }
}

/// A title with smaller words below it, for a header bar.
package struct WindowTitle: Widget {
  package let handle: Handle

  /// Two lines of text.
  package init(_ title: String, subtitle: String = "") { handle = Handle(adw_window_title_new(title, subtitle)) }

  /// The upper line.
  package var title: String {
    get { String(borrowing: adw_window_title_get_title(^self)) }
    nonmutating set { if title != newValue { adw_window_title_set_title(^self, newValue) } }
  }

  /// The lower line; empty for none.
  package var subtitle: String {
    get { String(borrowing: adw_window_title_get_subtitle(^self)) }
    nonmutating set { if subtitle != newValue { adw_window_title_set_subtitle(^self, newValue) } }
  }
}
