import CAdw

/// Light or dark.
package enum ColorScheme {
  case system, light, dark

  var c: AdwColorScheme {
    switch self {
    case .system: ADW_COLOR_SCHEME_DEFAULT
    case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
    case .dark: ADW_COLOR_SCHEME_FORCE_DARK
    }
  }
}

/// How the desktop and its user want things to look.
package enum Appearance {
  private static var manager: AnyObjectHandle { AnyObjectHandle(adw_style_manager_get_default()) }
  private static var settings: AnyObjectHandle { AnyObjectHandle(gtk_settings_get_default()) }

  /// Which colours the user of this app wants.
  package static var colorScheme: ColorScheme = .system {
    didSet { adw_style_manager_set_color_scheme(^manager, colorScheme.c) }
  }

  /// Whether everything is drawn dark now.
  package static var isDark: Bool { Bool(adw_style_manager_get_dark(^manager)) }

  /// Whether the desktop asks for strong contrasts.
  package static var isHighContrast: Bool { Bool(adw_style_manager_get_high_contrast(^manager)) }

  /// Calls `body` after `isDark`, `isHighContrast`, `fontFamily` or the size of text has changed.
  package static func onChange(_ body: @escaping @MainActor () -> Void) {
    settings.onChange(of: "gtk-xft-dpi", body)
    settings.onChange(of: "gtk-font-name", body)
    manager.onChange(of: "dark", body)
    manager.onChange(of: "high-contrast", body)
  }

  /// The family of the desktop's font; empty where it has none.
  package static var fontFamily: String {
    let description = pango_font_description_from_string(settings.property("gtk-font-name", as: String.self))
    defer { pango_font_description_free(description) }
    return String(borrowing: pango_font_description_get_family(description))
  }

  /// Whether a family of fonts is installed.
  package static func hasFont(_ family: String) -> Bool {
    pango_font_map_get_family(pango_cairo_font_map_get_default(), family) != nil
  }

  /// Whether the desktop asks for things not to move.
  package static var reducesMotion: Bool {
    get { !settings.property("gtk-enable-animations", as: Bool.self) }
    set { settings.setProperty("gtk-enable-animations", !newValue) }
  }

  /// Runs `body` as if the desktop asked for that.
  static func withoutMotion(_ body: () -> Void) {
    let isStill = reducesMotion
    if !isStill { reducesMotion = true }
    body()
    // What the desktop says counts again, also what it says later.
    if !isStill { gtk_settings_reset_property(^settings, "gtk-enable-animations") }
  }

  private static var plainDensity: Int?

  /// How much larger than the desktop says text is, 1 for just as large.
  package static var textScale: Double = 1 {
    didSet {
      guard textScale != oldValue else { return }
      tellFontChange()
      let set = settings.property("gtk-xft-dpi", as: Int.self)
      let plain = plainDensity ?? (set > 0 ? set : 96 * 1024)
      plainDensity = plain
      settings.setProperty("gtk-xft-dpi", Int((Double(plain) * textScale).rounded()))
    }
  }

  private static var heardBefore: [Int: @MainActor () -> Void] = [:]
  private static var lastHeard = 0

  /// Calls `body` right before this app changes sizes or kinds of letters, for as long as `object` lives.
  static func beforeFontChange(of object: some Object, _ body: @escaping @MainActor () -> Void) {
    lastHeard += 1
    let number = lastHeard
    heardBefore[number] = body
    object.whenGone { heardBefore[number] = nil }
  }

  fileprivate static func tellFontChange() { for tell in heardBefore.values { tell() } }

  /// Calls `body` when the size or kind of the desktop's font changes, for as long as `object` lives.
  static func onFontChange(of object: some Object, _ body: @escaping @MainActor () -> Void) {
    let connections = ["gtk-xft-dpi", "gtk-font-name"].map { settings.onChange(of: $0, body) }
    object.whenGone { for connection in connections { connection.end() } }
  }
}

/// Rules in GTK's CSS that hold in the whole app.
@MainActor package final class StyleSheet {
  private let provider: Strong<AnyObjectHandle>

  /// Makes rules hold at once; colours by name, such as `@accent_bg_color`, follow light and dark by themselves.
  package init(_ css: String) {
    let made = AnyObjectHandle(gtk_css_provider_new())
    provider = Strong(made)
    g_object_unref(^made)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), ^made, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    self.css = css
    load()
  }

  /// The rules.
  package var css: String {
    didSet {
      guard css != oldValue else { return }
      Appearance.tellFontChange()
      load()
    }
  }

  private func load() { gtk_css_provider_load_from_data(^provider.object, css, -1) }

  /// Makes the rules hold no more.
  package func remove() {
    gtk_style_context_remove_provider_for_display(gdk_display_get_default(), ^provider.object)
  }
}
