import FoundationEssentials
import TestSupport
import Testing

extension FaceStories {
  /// Coming back to a chat: where one was.
  @Suite struct PlaceStories {
    @Test func `The place where one read is there again after another chat and after a restart`() async throws {
      try await withFace { app in
        try await app.resize(width: 1_000, height: 600)
        try await app.newChat("Long")
        for number in 1...12 { try await app.say("Number \(number)\n\n\n\n\n\n\nand its end", in: "Long") }
        try await app.click(try await app.the("list item", beginning: "Long"))
        try await app.text("You: Number 12")
        try await app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ") }
        try await app.key("Page_Up", "Page_Up", "Page_Up")
        let row = try await rowInView("You: Number ", in: app)
        let (name, place) = (row.name, try await app.restingExtents(of: row).y)
        try await app.click(try await app.the("list item", beginning: "Mumbai Trip"))
        try await app.eventually("the other chat is open") { !app.shows("You: Number ") }
        try await app.click(try await app.the("list item", beginning: "Long"))
        try await app.eventually("one is where one was") { try await app.the("list item", name).extents.y == place }
        // Also when nothing is left behind in good order.
        try await app.eventually("the place is on the disk") { try await isKept(in: app) }
        let left = app.folder.folder + "/left"
        try FileManager.default.copyItem(atPath: app.folder.home, toPath: left)
        try await app.reopen {
          try FileManager.default.removeItem(atPath: app.folder.home)
          try FileManager.default.moveItem(atPath: left, toPath: app.folder.home)
        }
        try await app.resize(width: 1_000, height: 600)
        try await app.eventually("one is where one was") { try await app.the("list item", name).extents.y == place }
      }
    }

    /// The first row of that name that is in sight as a whole, once the thread rests.
    private func rowInView(_ beginning: String, in app: Face) async throws -> Thing {
      try await app.settle()
      var found: Thing?
      var last = 0
      try await app.eventually("the thread rests") {
        let list = try await app.the("list", "Conversation")
        found = try list.all("list item").first { try $0.name.hasPrefix(beginning) && $0.extents.y > 60 }
        guard let found else { return false }
        let place = try found.extents.y
        defer { last = place }
        return place == last
      }
      return try #require(found)
    }

    /// Whether the place in a chat is on the disk.
    private func isKept(in app: Face) async throws -> Bool {
      let script = """
        import sqlite3, sys
        c = sqlite3.connect("file:" + sys.argv[1] + "/sotto.db?mode=ro", uri=True)
        print(c.execute("SELECT count(*) FROM setting WHERE key = 'reading-positions'").fetchone()[0])
        """
      return try await app.printed(by: ["python3", "-c", script, app.folder.home]).hasPrefix("1")
    }
  }
}
