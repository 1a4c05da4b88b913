import CAdw
import TestSupport

/// Runs a story in windows where lines begin on the right, as GTK's translation says of some languages.
func withMirroredFace(
  environment: (StoryFolder) throws -> [String: String] = { try $0.personas() }, _ story: (Face) async throws -> Void
) async throws {
  gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
  defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
  try await withFace(environment: environment, story)
}

/// What the desktop of these tests asks for; it is nobody else's.
enum Desktop {
  private nonisolated static let schema = "org.gnome.desktop.a11y.interface"

  /// Whether it can ask for strong contrasts.
  nonisolated static var knowsContrasts: Bool {
    guard let found = g_settings_schema_source_lookup(g_settings_schema_source_get_default(), schema, 1) else {
      return false
    }
    g_settings_schema_unref(found)
    return true
  }

  /// Whether it asks for strong contrasts.
  static func asks(forContrasts isAsked: Bool) {
    guard knowsContrasts, let settings = g_settings_new(schema) else { return }
    g_settings_set_boolean(settings, "high-contrast", isAsked ? 1 : 0)
    g_object_unref(UnsafeMutableRawPointer(settings))
  }
}
