import CAdw
import Platform

/// The style sheet of GTK's own theme. GTK parses it when its settings are first asked for, and a moment later libadwaita
/// puts its own in its place: a seventh of all that is done before the first frame, for nothing.
enum UnusedTheme {
  private static let variable = "GTK_THEME"
  /// A theme without rules that GTK brings along. A GTK that has it no more parses its own as before.
  private static let empty = "Empty"  // untranslated: as GTK calls it
  /// What libadwaita sets instead.
  private static let replacement = "Adwaita-empty"

  private static var isAsked = false

  /// Asks for the empty theme, before GTK starts and before any thread reads the environment. A theme that the user wants
  /// stays.
  static func ask() {
    guard getenv(variable) == nil else { return }
    setenv(variable, empty, 0)
    isAsked = true
  }

  /// Starts libadwaita with its own theme, once GTK has started.
  static func startLibadwaita() {
    let settings = gtk_settings_get_default().map { AnyObjectHandle($0) }
    // Before libadwaita looks, which leaves a theme alone that was asked for; and what is started from here is not asked.
    // Other threads run by now: taking a variable away moves those behind it, and frees nothing that they read.
    if isAsked { unsetenv(variable) }
    adw_init()
    // Nothing but a theme that is set is read again.
    guard isAsked, let settings else { return }
    let name = settings.property("gtk-theme-name", as: String.self)
    if name != replacement { settings.setProperty("gtk-theme-name", name) }
  }
}
