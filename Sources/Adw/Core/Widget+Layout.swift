import CAdw

extension Widget {
  /// Adds style classes.
  @discardableResult
  package func styled(_ classes: String...) -> Self {
    for name in classes { gtk_widget_add_css_class(widget, name) }
    return self
  }

  /// Adds or takes away one style class.
  @discardableResult
  package func style(_ name: String, _ isOn: Bool) -> Self {
    if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    return self
  }

  /// Whether it has a style class.
  package func hasStyle(_ name: String) -> Bool { Bool(gtk_widget_has_css_class(widget, name)) }

  /// Takes room that is left over, in one or both directions.
  @discardableResult
  package func expanding(horizontally: Bool? = nil, vertically: Bool? = nil) -> Self {
    if let horizontally { gtk_widget_set_hexpand(widget, horizontally.c) }
    if let vertically { gtk_widget_set_vexpand(widget, vertically.c) }
    return self
  }

  /// Places the widget in the room it is given.
  @discardableResult
  package func aligned(horizontally: Alignment? = nil, vertically: Alignment? = nil) -> Self {
    if let horizontally { gtk_widget_set_halign(widget, horizontally.c) }
    if let vertically { gtk_widget_set_valign(widget, vertically.c) }
    return self
  }

  /// Keeps pixels free around the widget.
  @discardableResult
  package func margins(top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil) -> Self {
    if let top { gtk_widget_set_margin_top(widget, gint(top)) }
    if let bottom { gtk_widget_set_margin_bottom(widget, gint(bottom)) }
    if let start { gtk_widget_set_margin_start(widget, gint(start)) }
    if let end { gtk_widget_set_margin_end(widget, gint(end)) }
    return self
  }

  /// Keeps the same number of pixels free on all four sides.
  @discardableResult
  package func margins(_ all: Int) -> Self { margins(top: all, bottom: all, start: all, end: all) }

  /// Asks for at least this many pixels.
  @discardableResult
  package func minimum(width: Int = -1, height: Int = -1) -> Self {
    gtk_widget_set_size_request(widget, gint(width), gint(height))
    return self
  }

  /// Cuts off what is drawn outside of the widget's (rounded) border.
  @discardableResult
  package func clipped() -> Self {
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    return self
  }

  /// Starts out invisible.
  @discardableResult
  package func hidden(_ isHidden: Bool = true) -> Self {
    isVisible = !isHidden
    return self
  }

  /// Shows words while the pointer rests on the widget, and gives them to screen readers as its description; nil for none.
  @discardableResult
  package func tooltip(_ text: String?) -> Self {
    if let text { described(text) } else { undescribed() }
    return pointed(at: text)
  }

  /// Names an icon for everybody: shown while the pointer rests on it, and said by a screen reader, once.
  @discardableResult
  package func titled(_ name: String) -> Self { named(name).pointed(at: name) }

  /// What a tooltip says. GTK asks for it: to tell it the words beforehand takes four questions to the display each time.
  private func pointed(at words: String?) -> Self {
    if let known = attached(PointedWords.self, as: PointedWords.key) {
      known.words = words
      return self
    }
    let new = PointedWords(words)
    attach(new, as: PointedWords.key)
    return tooltip { [weak new] in new?.words }
  }

  /// Asks for the words when the pointer rests on the widget, and not before: to set them takes a question to the display,
  /// which a hundred rows cannot afford. Screen readers do not hear them.
  @discardableResult
  package func tooltip(whenAsked words: @escaping @MainActor () -> String?) -> Self {
    gtk_widget_set_has_tooltip(widget, 1)
    on("query-tooltip") { (_: Int, _: Int, _: Bool, tooltip: Pointed) -> Bool in
      guard let words = words(), let raw = tooltip.raw else { return false }
      gtk_tooltip_set_text(OpaquePointer(raw), words)
      return true
    }
    return self
  }

  /// Shows another pointer over the widget, by its CSS name ("pointer", "text", …); nil for the usual one.
  @discardableResult
  package func cursor(_ name: String?) -> Self {
    gtk_widget_set_cursor_from_name(widget, name)
    return self
  }

  /// Whether it is shown.
  package var isVisible: Bool {
    get { Bool(gtk_widget_get_visible(widget)) }
    nonmutating set { gtk_widget_set_visible(widget, newValue.c) }
  }

  /// Whether it and all around it are on screen.
  package var isMapped: Bool { Bool(gtk_widget_get_mapped(widget)) }

  /// Whether it reacts to its user.
  package var isEnabled: Bool {
    get { Bool(gtk_widget_get_sensitive(widget)) }
    nonmutating set { gtk_widget_set_sensitive(widget, newValue.c) }
  }

  /// How solid it is drawn, from 0 to 1.
  package var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    nonmutating set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// Whether the pointer sees it; what lies behind gets the events otherwise.
  package var isTarget: Bool {
    get { Bool(gtk_widget_get_can_target(widget)) }
    nonmutating set { gtk_widget_set_can_target(widget, newValue.c) }
  }

  /// Its width in pixels, as last laid out.
  package var width: Int { Int(gtk_widget_get_width(widget)) }

  /// Its height in pixels, as last laid out.
  package var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Whether text and rows run from right to left.
  package var isRightToLeft: Bool {
    get { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
    nonmutating set { gtk_widget_set_direction(widget, newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
  }

  /// Where it lies in another widget of the same window, as last laid out.
  package func frame(in other: some Widget) -> Rectangle? {
    var bounds = graphene_rect_t()
    guard Bool(gtk_widget_compute_bounds(widget, other.widget, &bounds)) else { return nil }
    return Rectangle(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  /// Where a point of it lies in another widget of the same window.
  func point(_ point: Point, in other: some Widget) -> Point {
    var from = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var to = graphene_point_t()
    guard Bool(gtk_widget_compute_point(widget, other.widget, &from, &to)) else { return point }
    return Point(x: Double(to.x), y: Double(to.y))
  }

  /// Where it lies in what the desktop takes for its window, the shadow around it included; for tests with a pointer.
  package var frameOnSurface: Rectangle? {
    guard let native = gtk_widget_get_native(widget), var frame = frame(in: AnyWidget(Handle(native))) else {
      return nil
    }
    var inset = (x: 0.0, y: 0.0)
    gtk_native_get_surface_transform(native, &inset.x, &inset.y)
    frame.x += inset.x
    frame.y += inset.y
    return frame
  }
}

/// What the tooltip of a widget says now.
private final class PointedWords {
  static let key = "adw-tooltip"
  var words: String?

  init(_ words: String?) { self.words = words }
}
