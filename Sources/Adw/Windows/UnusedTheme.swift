import CAdw
import Platform

/// The style sheet of GTK's own theme. GTK parses it when its settings are first asked for, and a moment later libadwaita
/// puts its own in its place: a seventh of all that is done before the first frame, for nothing.
enum UnusedTheme {
  private static let variable = "GTK_THEME"
  /// A theme without rules that GTK brings along. A GTK that has it no more parses its own as before.
  private static let empty = "Empty"
  /// What libadwaita sets instead.
  private static let replacement = "Adwaita-empty"

  /// Starts GTK by `start`, then libadwaita; false if `start` says so. A theme that the user wants stays.
  static func leftOut(by start: () -> Bool) -> Bool {
    let isOurs = getenv(variable) == nil
    if isOurs { setenv(variable, empty, 0) }
    let hasStarted = start()
    let settings = hasStarted ? gtk_settings_get_default().map { AnyObjectHandle($0) } : nil
    // Before libadwaita looks, which leaves a theme alone that was asked for.
    if isOurs { unsetenv(variable) }
    guard hasStarted else { return false }
    adw_init()
    // Nothing but a theme that is set is read again.
    if isOurs, let settings {
      let name = settings.property("gtk-theme-name", as: String.self)
      if name != replacement { settings.setProperty("gtk-theme-name", name) }
    }
    return true
  }
}
