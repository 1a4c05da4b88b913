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
  let script = """
    import sqlite3, sys
    c = sqlite3.connect(sys.argv[1] + "/sotto.db")
    print(*[value for (value,) in c.execute("SELECT value FROM setting WHERE key = 'window-width'")])
    """
  func kept() throws -> Int? {
    Int(try output(["python3", "-c", script, fixture.home]).filter { !$0.isWhitespace })
  }
  let before = try kept() ?? 1_000
  try app.resize(width: 820, height: 610)
  try eventually("the size is on disk") { try kept() ?? before != before }
  return try app.restingSize()
}
