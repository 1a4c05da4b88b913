import CAdw

extension Label {
  /// A label of which a `BubbleColumn` finds out how wide it becomes, as its child or in a bubble. It looks like any other.
  /// GTK lays a text out for the least width, for all the width in the world, and for the width that it gets, each of which
  /// shapes all of its letters; here it is laid out once.
  package static func inColumn() -> Label {
    guard let type = columnTextType else { return Label() }
    let label = Label(handle: Handle(raw: UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil)!)))
    label.attach(ColumnText(label), as: ColumnText.key)
    return label
  }
}

/// What is known of the size of one text.
final class ColumnText {
  fileprivate static let key = "adw-column-text"

  /// A text as it was laid out in so much room, in pixels.
  private struct Known {
    let room: Int
    let width: Int
    let height: Int
    /// Whether it had all the room it wanted, and would be the same in more.
    let isWhole: Bool

    func holds(in other: Int) -> Bool { other == room || isWhole && other >= width }
  }

  /// The widest that Pango knows.
  fileprivate static let widest = Int(gint.max) / Int(PANGO_SCALE)

  private let raw: UnsafeMutablePointer<GtkWidget>
  private var known: Known?

  fileprivate init(_ label: Label) { raw = label.widget }

  static func of(_ widget: AnyWidget) -> ColumnText? { widget.attached(ColumnText.self, as: key) }

  /// How wide the texts of a widget want to be, with what is around them: it may be one, or a bubble with some. No more
  /// than `room`, in which they are then laid out; 0 if there are none.
  static func width(of widget: AnyWidget, upTo room: Int) -> Int {
    if let width = ownWidth(of: widget, upTo: room) { return width }
    let edges = edges(of: widget)
    let widths = widget.children.filter { Bool(gtk_widget_should_layout($0.widget)) }.compactMap {
      ownWidth(of: $0, upTo: room - edges)
    }
    return widths.max().map { $0 + edges } ?? 0
  }

  private static func ownWidth(of widget: AnyWidget, upTo room: Int) -> Int? {
    of(widget)?.width(upTo: room) ?? RichTextBody.of(widget)?.width(upTo: room)
  }

  /// What the style keeps free around what is in a widget, across.
  static func edges(of widget: AnyWidget) -> Int {
    let style = gtk_widget_get_style_context(widget.widget)
    var padding = GtkBorder()
    var border = GtkBorder()
    gtk_style_context_get_padding(style, &padding)
    gtk_style_context_get_border(style, &border)
    return Int(padding.left + padding.right + border.left + border.right)
  }

  private func width(upTo room: Int) -> Int {
    // Of itself it asks for nothing, so this is what is around it. If the text is another one, `forget` is called.
    var edges: gint = 0
    gtk_widget_measure(raw, GTK_ORIENTATION_HORIZONTAL, -1, nil, &edges, nil, nil)
    return min(laidOut(in: max(room - Int(edges), 0)).width + Int(edges), room)
  }

  fileprivate func height(for width: Int) -> Int { laidOut(in: width).height }

  /// The text or its font may be another one.
  fileprivate func forget() { known = nil }

  private func laidOut(in room: Int) -> Known {
    if let known, known.holds(in: room) { return known }
    let layout = layout(in: room)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_size(layout, &width, &height)
    let isWhole = !Bool(pango_layout_is_wrapped(layout))
    let new = Known(
      room: room, width: isWhole ? Self.pixels(width) : room, height: Self.pixels(height), isWhole: isWhole)
    known = new
    return new
  }

  /// A layout of that width: the label's own if it has it or has no room yet, as GTK does it. The caller owns it.
  private func layout(in room: Int) -> OpaquePointer {
    let label = OpaquePointer(raw)
    let wanted = Bool(gtk_label_get_wrap(label)) ? gint(min(room, Self.widest)) * PANGO_SCALE : -1
    let own = gtk_label_get_layout(label)!
    if pango_layout_get_width(own) == wanted { return reference(own) }
    if gtk_widget_get_width(raw) <= 1 {
      var height: gint = 0
      var baselines: (gint, gint) = (-1, -1)
      var natural: gint = 0
      labelClass?.pointee.measure(
        raw, GTK_ORIENTATION_VERTICAL, wanted < 0 ? -1 : gint(clamping: room), &height, &natural, &baselines.0,
        &baselines.1)
      return reference(own)
    }
    let copy = pango_layout_copy(own)!
    pango_layout_set_width(copy, wanted)
    return copy
  }

  private func reference(_ layout: OpaquePointer) -> OpaquePointer {
    g_object_ref(UnsafeMutableRawPointer(layout))
    return layout
  }

  private static func pixels(_ units: gint) -> Int { (Int(units) + Int(PANGO_SCALE) - 1) / Int(PANGO_SCALE) }

  /// Whether the label's layout would be the same in so many pixels: one line that fits.
  fileprivate func isLaidOut(in width: Int) -> Bool {
    guard let own = gtk_label_get_layout(OpaquePointer(raw)), pango_layout_get_line_count(own) == 1,
      !Bool(pango_layout_is_ellipsized(own))
    else { return false }
    var needed: gint = 0
    pango_layout_get_size(own, &needed, nil)
    return Self.pixels(needed) <= width
  }
}

@MainActor private let labelClass: UnsafeMutablePointer<GtkWidgetClass>? =
  g_type_class_ref(gtk_label_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)

/// A subclass of GtkLabel that asks for no width; nil where GTK allows none, and a label is one of GTK's.
private let columnTextType: GType? = {
  guard g_type_test_flags(gtk_label_get_type(), G_TYPE_FLAG_FINAL.rawValue) == 0 else { return nil }
  return makeSubclass(of: gtk_label_get_type(), named: "AdwColumnText") { raw, _ in
    let table = raw!.assumingMemoryBound(to: GtkWidgetClass.self)
    table.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
      nonisolated(unsafe) let widget = widget!
      let wished = MainActor.assumeIsolated { () -> Int in
        guard let text = ColumnText.of(AnyWidget(widget)) else { return 0 }
        if orientation == GTK_ORIENTATION_VERTICAL { return text.height(for: size < 0 ? ColumnText.widest : Int(size)) }
        text.forget()
        return 0
      }
      minimum?.pointee = gint(clamping: wished)
      natural?.pointee = gint(clamping: wished)
    }
    table.pointee.size_allocate = { widget, width, height, baseline in
      nonisolated(unsafe) let widget = widget!
      MainActor.assumeIsolated {
        guard ColumnText.of(AnyWidget(widget))?.isLaidOut(in: Int(width)) != true else { return }
        labelClass?.pointee.size_allocate(widget, width, height, baseline)
      }
    }
  }
}()
