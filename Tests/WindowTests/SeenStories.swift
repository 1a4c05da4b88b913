import Glibc
import TestSupport
import Testing

extension Stories {
  /// Answers as they are seen mirrored.
  @Suite struct SeenStories {
    /// With an answer in the open chat.
    private func withAnswer(
      _ answer: String, _ environment: [String: String], _ body: (RunningApp) throws -> Void
    ) throws {
      try withApp(environment: { try $0.personas(crewSays: answer).merging(environment) { $1 } }) { app, fixture in
        try app.resize(width: 1_000, height: 900)
        try eventually("the window is as wide") { try abs((app.window?.extents.width ?? 0) - 1_000) < 12 }
        try sotto(["new", "Lisbon"], in: fixture)
        try app.the("list item", beginning: "Lisbon").press("open")
        try app.text("Talk with Crew")
        try send("We have two days and no wish to hurry", in: app)
        try app.the("heading")
        try app.the("table")
        try body(app)
      }
    }

    @Test(.enabled(if: access("/usr/share/locale/ar/LC_MESSAGES/gtk40.mo", R_OK) == 0, "there is no Arabic GTK"))
    func `In a right-to-left language lists, tables and the heads of code are mirrored`() throws {
      let answer = """
        ## لشبونة

        | اليوم | صباحًا |
        | --- | --- |
        | السبت | سيرًا |

        ```swift
        let days = 2
        ```

        1. القلعة
        """
      try withAnswer(answer, TestLocale.arabic.environment()) { app in
        func right(_ box: (x: Int, y: Int, width: Int, height: Int)) -> Int { box.x + box.width }
        let code = try app.the("label", beginning: "let days").restingExtents()
        let (first, second) = (try app.cell("السبت"), try app.cell("سيرًا"))
        try expect("the first column is on the right") { try right(second.extents) <= first.extents.x }
        let more = try app.the("button", "More for this code").restingExtents()
        let copy = try app.the("button", "Copy Code").restingExtents()
        #expect(more.x >= code.x && right(more) <= copy.x, "the menu stands at the end, on the left")
        #expect(right(copy) < code.x + code.width / 2)
        let item = try app.the("list item", beginning: "1. ").restingExtents()
        #expect(right(item) < right(code) && right(item) > right(code) - 60, "its number stands on the right")
      }
    }
  }
}

extension RunningApp {
  /// The cell of a table that begins so.
  fileprivate func cell(_ words: String) throws -> Accessible {
    let table = try the("table")
    var found: Accessible?
    try eventually("there is a cell “\(words)”") {
      found = table.all { $0.name.hasPrefix(words) }.first
      return found != nil
    }
    return found!
  }
}
