import Adw
import WindowSupport

extension Face {
  /// Moves the pointer to a place in a window.
  func point(at window: Thing, x: Int, y: Int) async throws {
    try await Pointer.run("xdotool", "mousemove", "--window", "\(try window.surface)", "\(x)", "\(y)")
  }

  /// Lets all windows be drawn so often.
  func frames(_ count: Int) async throws {
    for _ in 0..<count {
      let before = PaintCounter.all
      for window in Self.application.windows { window.requestFrame() }
      try await eventually("a frame is drawn") { PaintCounter.all > before }
    }
  }
}
