import Glibc
import Testing
import TestSupport

extension Stories {
  /// What stands around the text that is being written.
  @Suite struct ComposerStories {
    @Test func `The window's size survives kill -9`() throws {
      try withApp { app, fixture in
        let size = try resized(app, in: fixture)
        try app.end(by: SIGKILL)
        try app.launch()
        try app.text("Mumbai Trip")
        try expect("it has the same size again") {
          try app.window.map { try ($0.extents.width, $0.extents.height) == size } ?? false
        }
      }
    }
  }
}

/// Gives the window another size and waits until that is on the disk, so that nothing of it is still under way; returns
/// what it is then.
func resized(_ app: RunningApp, in fixture: WindowFixture) throws -> (width: Int, height: Int) {
  // It is not there before the first change.
  func kept() throws -> String { try output(["sh", "-c", "cat $0 2>/dev/null; true", fixture.home + "/window-gtk"]) }
  try app.resize(width: 820, height: 610)
  try eventually("the size is on disk") { try kept().hasPrefix("width=820\nheight=610\n") }
  return try app.restingSize()
}
