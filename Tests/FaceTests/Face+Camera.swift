import GtkFace
import TestSupport

/// Runs a story on a machine with this camera, in the words of `gst-launch`, or with none.
func withCamera(_ camera: String, _ story: (Face) async throws -> Void) async throws {
  MainWindow.camera = camera
  defer { MainWindow.camera = nil }
  try await withFace(story)
}
