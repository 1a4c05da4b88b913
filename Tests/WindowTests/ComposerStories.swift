import Glibc
import Testing
import TestSupport

extension Stories {
  /// What stands around the text that is being written.
  @Suite struct ComposerStories {
    @Test func `In a narrow window the keys go into the chat that is shown, and into none from the list`() throws {
      try withApp { app, fixture in
        try sotto(["demo", "remove"], in: fixture)
        for title in ["Second", "First"] {
          try sotto(["new", title], in: fixture)
          try app.the("list item", beginning: title)
        }
        try app.resize(width: 360, height: 640)
        try app.the("button", "Back to the chats")
        try app.stream([
          .key("ctrl+1"), .type("one"), .key("ctrl+2"), .type("two"), .key("ctrl+1"), .type(" and more"),
        ])
        try eventually("the first chat has its words") {
          app.all("text box", "Message").first?.text == "one and more"
        }
        try app.goBack()
        try eventually("the list is alone") { app.all("text box", "Message").isEmpty }
        try app.type("qqq")
        try app.stream([.key("Escape"), .key("ctrl+2"), .type("!")])
        try eventually("the second chat has its words") { app.all("text box", "Message").first?.text == "two!" }
        try app.key("ctrl+1")
        try eventually("the first chat is as it was") {
          app.all("text box", "Message").first?.text == "one and more"
        }
      }
    }

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
