import CAdw

/// The colours of rich text, from the style sheet and the colour of the text around it.
struct Palette: Equatable {
  let text: Color
  let accent: Color
  /// Whether text stands on a colour of its own, as in a coloured bubble, where the accent could not be read.
  let isOnColor: Bool
  let isHighContrast: Bool
  /// The accent where text stands on no colour.
  private let plainAccent: Color

  /// `isOnColor` is for what the colours cannot tell: in a dark window all text is white.
  init(of widget: AnyWidget, isOnColor: Bool) {
    let style = gtk_widget_get_style_context(widget.widget)
    var own = GdkRGBA()
    gtk_style_context_get_color(style, &own)
    text = Color(own)
    let plain = Self.named("window_fg_color", in: style) ?? text
    self.isOnColor =
      isOnColor || abs(plain.red - text.red) + abs(plain.green - text.green) + abs(plain.blue - text.blue) > 0.6
    plainAccent = Self.named("accent_color", in: style) ?? text
    accent = self.isOnColor ? text : plainAccent
    isHighContrast = Appearance.isHighContrast
  }

  private init(onCode palette: Palette) {
    text = CodeAppearance.current.foreground
    accent = palette.plainAccent
    plainAccent = accent
    isOnColor = false
    isHighContrast = palette.isHighContrast
  }

  /// The colours on the ground of code, which is the same everywhere.
  var onCode: Palette { Palette(onCode: self) }

  private static func named(_ name: String, in style: UnsafeMutablePointer<GtkStyleContext>?) -> Color? {
    var found = GdkRGBA()
    return Bool(gtk_style_context_lookup_color(style, name, &found)) ? Color(found) : nil
  }

  var link: Color { accent }
  /// Behind code in a line.
  var softInline: Color { text.opacity(isHighContrast ? 0.16 : 0.09) }
  /// Between rows, and a rule.
  var hairline: Color { text.opacity(isHighContrast ? 0.6 : 0.14) }
  /// Below a table's head.
  var headLine: Color { text.opacity(isHighContrast ? 0.8 : 0.28) }
  /// Beside a quotation.
  var bar: Color { text.opacity(isHighContrast ? 0.7 : 0.22) }
  /// Before an item.
  var marker: Color { text.opacity(isHighContrast ? 1 : 0.62) }
  /// Behind selected text. A coloured ground becomes darker: the text on it is light, and has to be read.
  var selection: Color { isOnColor ? Color(red: 0, green: 0, blue: 0, alpha: 0.4) : accent.opacity(0.3) }
}

extension Color {
  init(_ c: GdkRGBA) {
    self.init(red: Double(c.red), green: Double(c.green), blue: Double(c.blue), alpha: Double(c.alpha))
  }
}
