import CAdw

/// How wide a letter of middling width is in the font of a list, which its rows share. To find it out, Pango shapes a
/// sentence: it is asked once for each font.
final class LetterWidth {
  private static let key = "adw-letter-width"

  private var serial: guint = 0
  private var pixels = 0.0

  /// In pixels, in the list around a widget; beyond any list in the widget's own font.
  static func of(_ widget: AnyWidget) -> Double {
    let list = AnyWidget(existing: gtk_widget_get_ancestor(widget.widget, gtk_list_box_get_type())) ?? widget
    let known: LetterWidth
    if let kept = list.attached(LetterWidth.self, as: key) {
      known = kept
    } else {
      known = LetterWidth()
      list.attach(known, as: key)
    }
    return known.pixels(in: gtk_widget_get_pango_context(list.widget))
  }

  private func pixels(in context: OpaquePointer) -> Double {
    let now = pango_context_get_serial(context)
    guard now != serial else { return pixels }
    let metrics = pango_context_get_metrics(context, nil, nil)
    defer { pango_font_metrics_unref(metrics) }
    serial = now
    pixels = Double(pango_font_metrics_get_approximate_char_width(metrics)) / Double(PANGO_SCALE)
    return pixels
  }
}
