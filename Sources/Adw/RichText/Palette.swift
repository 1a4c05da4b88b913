import CAdw

/// The colours of rich text, from the style sheet and the colour of the text around it. The sheet may define
/// `rich_text_ground`: the strongest ground that texts stand on, over the window's, so that links can be read there.
struct Palette: Equatable {
  let text: Color
  let accent: Color
  /// The accent as it can be read on whatever text stands on; on a colour, that of the text.
  let link: Color
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
    let window = Self.named("window_bg_color", in: style) ?? Color(red: 1, green: 1, blue: 1)
    let ground = Self.named("rich_text_ground", in: style)?.over(window) ?? window
    link =
      self.isOnColor
      ? text : Self.link(plainAccent, on: Self.softInline(plain).over(ground))
  }

  private init(onCode palette: Palette) {
    text = CodeAppearance.current.foreground
    accent = palette.plainAccent
    plainAccent = accent
    link = palette.link
    isOnColor = false
    isHighContrast = palette.isHighContrast
  }

  /// The colours on the ground of code, which is the same everywhere.
  var onCode: Palette { Palette(onCode: self) }

  private static func named(_ name: String, in style: UnsafeMutablePointer<GtkStyleContext>?) -> Color? {
    var found = GdkRGBA()
    return Bool(gtk_style_context_lookup_color(style, name, &found)) ? Color(found) : nil
  }

  private static var knownLink: (accent: Color, ground: Color, least: Double, link: Color)?

  /// The accent as it can be read on a ground: with that of code in a line, links are the same everywhere.
  private static func link(_ accent: Color, on ground: Color) -> Color {
    let least = CodeAppearance.current.leastContrast
    if let known = knownLink, known.accent == accent, known.ground == ground, known.least == least { return known.link }
    let link = accent.readable(on: ground, contrast: least)
    knownLink = (accent, ground, least, link)
    return link
  }

  /// Behind code in a line. A coloured ground becomes darker, as for what is selected.
  var softInline: Color {
    isOnColor
      ? Color(red: 0, green: 0, blue: 0, alpha: 0.18) : Self.softInline(text)
  }

  /// With strong contrasts no stronger: on a stronger one not even white would be 7 times lighter.
  private static func softInline(_ text: Color) -> Color { text.opacity(0.09) }

  /// Words that are no part of the text.
  var faint: Color { text.opacity(isHighContrast ? 1 : 0.72) }
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
