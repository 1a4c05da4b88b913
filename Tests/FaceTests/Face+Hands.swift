import TestSupport
import WindowSupport

extension Face {
  /// Does all of it in one go, as fast as the display takes it.
  func stream(_ moves: [HandMove]) async throws { try await Pointer.run(["xdotool"] + moves.flatMap(\.words)) }
}
