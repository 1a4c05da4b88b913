import CAdw
import FoundationEssentials
import TestSupport
import Glibc

/// The desktop's browser, which notes what it is given; this process's one, as GLib looks once for where programs lie.
final class Browser {
  private let folder: String

  init() throws {
    folder = String(cString: g_get_user_data_dir())
    try FileManager.default.createDirectory(atPath: folder + "/applications", withIntermediateDirectories: true)
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=Browser
      Exec=\(folder)/browser %u
      MimeType=x-scheme-handler/https;

      """
    let script = "printf %s \"$1\" > '\(folder)/new'\nmv '\(folder)/new' '\(folder)/opened'"
    for (name, text) in [
      ("applications/browser.desktop", entry),
      ("applications/mimeapps.list", "[Default Applications]\nx-scheme-handler/https=browser.desktop\n"),
    ] { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
    try installScript(script, at: folder + "/browser")
  }

  deinit {
    for name in ["browser", "applications/browser.desktop", "applications/mimeapps.list", "opened"] {
      unlink(folder + "/" + name)
    }
  }

  /// Waits until the desktop knows it.
  func isKnown(to app: Face) async throws {
    try await app.eventually("there is a browser") {
      guard let program = g_app_info_get_default_for_uri_scheme("https") else { return false }
      g_object_unref(UnsafeMutableRawPointer(program))
      return true
    }
  }

  /// What it was given last; nil before.
  func opened() throws -> String? {
    FileManager.default.contents(atPath: folder + "/opened").map { String(decoding: $0, as: UTF8.self) }
  }
}
