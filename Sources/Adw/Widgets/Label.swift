import CAdw

/// Text that is only shown.
package struct Label: Widget {
  package let handle: Handle

  init(handle: Handle) { self.handle = handle }

  /// A label with plain text.
  package init(_ text: String = "") { handle = Handle(gtk_label_new(text)) }

  /// The words, without markup.
  package var text: String {
    get { String(borrowing: gtk_label_get_text(^self)) }
    nonmutating set {
      guard text != newValue || usesMarkup else { return }
      gtk_label_set_text(^self, newValue)
      if Bool(gtk_label_get_wrap(^self)) { narrow() }
    }
  }

  /// Shows a text whose words may be of any length: lines break within them, which the text itself does not know.
  /// Screen readers hear the text as it is. For wrapping labels; some thousand letters at most.
  package func show(_ text: String) {
    let shown = Breaks.added(to: text)
    let old = self.text
    guard shown != old else { return }
    self.text = shown
    // The name of a text with breaks would outlive it.
    if shown != text || Breaks.areIn(old) { named(text) }
  }

  /// A hyphen at the end of a line must be in the text.
  private static let withoutHyphens: OpaquePointer = {
    let attributes = pango_attr_list_new()!
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    return attributes
  }()

  private var usesMarkup: Bool { Bool(gtk_label_get_use_markup(^self)) }

  /// Breaks lines at words, and within words that are too long. It asks for the room of a dozen letters at least: if it
  /// might be narrower, GTK would measure the text broken at every character, which is slow.
  @discardableResult
  package func wrapping() -> Self {
    gtk_label_set_wrap(^self, 1)
    gtk_label_set_wrap_mode(^self, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_natural_wrap_mode(^self, GTK_NATURAL_WRAP_WORD)
    gtk_label_set_attributes(^self, Self.withoutHyphens)
    gtk_label_set_xalign(^self, 0)
    narrow()
    return self
  }

  /// Would like to be as wide as its text on one line, and breaks it only where there is less room.
  @discardableResult
  package func wishingOneLine() -> Self {
    gtk_label_set_natural_wrap_mode(^self, GTK_NATURAL_WRAP_NONE)
    return self
  }

  private func narrow() {
    // A short text is quick to measure, and may be narrower than as many letters of middling width.
    let least: gint = g_utf8_strlen(gtk_label_get_text(^self), 96) < 24 ? -1 : 12
    if gtk_label_get_width_chars(^self) != least { gtk_label_set_width_chars(^self, least) }
  }

  /// Cuts the end off with "…" when the room is short.
  @discardableResult
  package func ellipsized(_ position: Ellipsis = .end) -> Self {
    gtk_label_set_ellipsize(^self, position.c)
    return self
  }

  /// Where the "…" stands.
  package enum Ellipsis {
    case none, start, middle, end

    var c: PangoEllipsizeMode {
      switch self {
      case .none: PANGO_ELLIPSIZE_NONE
      case .start: PANGO_ELLIPSIZE_START
      case .middle: PANGO_ELLIPSIZE_MIDDLE
      case .end: PANGO_ELLIPSIZE_END
      }
    }
  }

  /// Lets people select its text, by pointer or keyboard, to copy it.
  @discardableResult
  package func selectable() -> Self {
    gtk_label_set_selectable(^self, 1)
    return self
  }

  /// Shows at most so many lines; with `ellipsized()` or `wrapping()`.
  @discardableResult
  package func lines(_ count: Int) -> Self {
    gtk_label_set_lines(^self, gint(count))
    return self
  }

  /// Where a line lies in the label's width: 0 at its start, 1 at its end.
  @discardableResult
  package func aligned(_ fraction: Double) -> Self {
    gtk_label_set_xalign(^self, Float(fraction))
    let lines = fraction == 0 ? GTK_JUSTIFY_LEFT : fraction == 1 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_CENTER
    gtk_label_set_justify(^self, lines)
    return self
  }

  /// Its least and its greatest natural width, in average characters.
  @discardableResult
  package func characters(minimum: Int = -1, maximum: Int = -1) -> Self {
    gtk_label_set_width_chars(^self, gint(minimum))
    gtk_label_set_max_width_chars(^self, gint(maximum))
    return self
  }

  /// Selects all of its text, if that is allowed.
  package func selectAll() { gtk_label_select_region(^self, 0, -1) }

  /// What is selected in it; nil for nothing.
  package var selection: String? {
    var start: gint = 0
    var end: gint = 0
    guard Bool(gtk_label_get_selection_bounds(^self, &start, &end)) else { return nil }
    return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(Int(start)).prefix(Int(end - start))))
  }
}

/// Pango's small markup language.
package enum Markup {
  /// Text in which nothing is markup any more.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    return String(taking: g_markup_escape_text(text, -1))
  }
}
