import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// Answers as they are seen: narrow, large and mirrored, and walked through by keys.
  @Suite struct SeenStories {
    private static let answer = """
      ## Lisbon

      Two days are enough, see [the plan](https://example.org/lisbon).

      ```swift
      let days = 2
      let hills = 7
      let hurry = 0
      ```

      | Day | Morning | Evening | What you see on the way | Price |
      | --- | --- | --- | --- | ---: |
      | One | Alfama on foot | Grilled sardines | Two lighthouses, and storks on every second chimney | 64 € |
      | Two | Tram to Belém | The river | Stars | 38 € |

      1. Bring shoes.
      """

    /// With an answer in the open chat of a window of some size.
    private func withAnswer(
      _ answer: String = Self.answer, width: Int = 1_000, height: Int = 900,
      _ more: (WindowFixture) throws -> [String: String] = { _ in [:] },
      _ body: (RunningApp, WindowFixture) throws -> Void
    ) throws {
      let environment: (WindowFixture) throws -> [String: String] = { fixture in
        try fixture.personas(crewSays: answer).merging(try more(fixture)) { $1 }
      }
      try withApp(environment: environment) { app, fixture in
        try app.resize(width: width, height: height)
        try eventually("the window is as wide") { try abs((app.window?.extents.width ?? 0) - width) < 12 }
        if width < 500 { try app.goBack() }
        try sotto(["new", "Lisbon"], in: fixture)
        try app.the("list item", beginning: "Lisbon").press("open")
        try app.text("Talk with Crew")
        try send("We have two days and no wish to hurry", in: app)
        try app.the("heading")
        try app.the("table")
        try body(app, fixture)
      }
    }

    @Test func `At 360 px an answer stays in the window, and Shift and the wheel scroll its wide table`() throws {
      try withAnswer(width: 360, height: 640) { app, _ in
        let window = try app.restingSize()
        try app.expectInside(window.width, "Two days", "let days", "Bring shoes")
        let (day, price) = (try app.cell("One"), try app.cell("64 €"))
        let line = try app.the("heading", "Lisbon").restingExtents().height
        // One that is out of view makes the rows no higher than is pleasant.
        let high = try app.cell("Two lighthouses")
        try expect("its rows are not high") { try high.extents.height < 6 * line }
        let (before, hidden) = (try day.restingExtents(), try price.restingExtents())
        #expect(hidden.x > window.width, "it begins out of view")
        try app.point(at: day)
        try app.turnWheel(by: 20, sideways: true)
        try eventually("the last column is in view") {
          try price.extents.x + price.extents.width <= window.width
        }
        try expect("the first is out of view, and nothing went up or down") {
          try day.extents.x < 0 && day.extents.y == before.y && price.extents.y == hidden.y
        }
        let place = try price.restingExtents().x
        try app.turnWheel(by: -3, sideways: false)
        try eventually("the plain wheel scrolls the thread") { try price.extents.y > hidden.y }
        try expect("nothing goes sideways") { try price.extents.x == place }
      }
    }

    @Test func `With text twice as large an answer and the button of its code stay in the window`() throws {
      try withAnswer { app, _ in
        let heading = try app.the("heading", "Lisbon")
        let before = try heading.restingExtents().height
        try app.choose("Text size", "200", page: "Reading", backwards: false)
        try eventually("it is twice as high") { try abs(heading.extents.height - 2 * before) < 8 }
        let window = try app.restingSize()
        try app.expectInside(window.width, "Two days", "let days", "Bring shoes")
        let button = try app.the("button", "Copy Code")
        try expect("the button is in the window") {
          let copy = try button.extents
          return copy.width > 30 && copy.x + copy.width <= window.width
        }
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
      try withAnswer(answer, { _ in try TestLocale.arabic.environment() }) { app, _ in
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

    @Test func `An answer is walked through by keys alone, and Esc leads back`() throws {
      let browser: (WindowFixture) throws -> [String: String] = { fixture in
        let folder = fixture.folder
        try FileManager.default.createDirectory(
          atPath: folder + "/data/applications", withIntermediateDirectories: true)
        let entry =
          "[Desktop Entry]\nType=Application\nName=Browser\nExec=\(folder)/browser %u\nMimeType=x-scheme-handler/https;\n"
        try Data(entry.utf8).write(to: URL(filePath: folder + "/data/applications/browser.desktop"))
        try Data("[Default Applications]\nx-scheme-handler/https=browser.desktop\n".utf8)
          .write(to: URL(filePath: folder + "/data/applications/mimeapps.list"))
        let script = "#!/bin/sh\nprintf %s \"$1\" > '\(folder)/new'\nmv '\(folder)/new' '\(folder)/opened'\n"
        try Data(script.utf8).write(to: URL(filePath: folder + "/browser"))
        chmod(folder + "/browser", 0o755)
        return ["XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config"]
      }
      try withAnswer(Self.answer, browser) { app, fixture in
        try app.tab(to: "the answer", backwards: true) { $0.name.hasPrefix("Crew: Lisbon") }
        try app.key("Tab")
        try eventually("the link has the keyboard") { app.focused?.about == "Link: the plan, example.org" }
        try app.key("Return")
        try eventually("the browser has it") {
          FileManager.default.contents(atPath: fixture.folder + "/opened") == Data("https://example.org/lisbon".utf8)
        }
        try app.key("Tab")
        try eventually("the code has the keyboard") { app.focused?.about == "More for this code" }
        try app.key("Return")
        try app.the("menu item", "Copy Code")
        try app.key("Escape")
        try eventually("the menu is closed") { app.all("menu item").isEmpty }
        try eventually("the code has the keyboard again") { app.focused?.about == "More for this code" }
        try app.key("Tab")
        try eventually("the table has the keyboard") { app.focused?.about == "More for this table" }
        try app.key("Return")
        try chooseEntry("Copy Table", in: app)
        try eventually("its cells are copied") { try pasted(from: "clipboard").hasPrefix("Day\tMorning\tEvening") }
        try eventually("the menu is closed") { app.all("menu item").isEmpty }
        try app.key("Escape")
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
      }
    }
  }
}

extension RunningApp {
  /// A part of an answer, whatever it is.
  fileprivate func part(_ words: String) throws -> Accessible {
    let messages = try the("list", "Conversation")
    var found: Accessible?
    try eventually("“\(words)” stands there") {
      found = messages.all { $0.name.contains(words) && !$0.name.hasPrefix("Crew: ") }.first
      return found != nil
    }
    return found!
  }

  /// Expects parts of an answer between the edges of a window.
  fileprivate func expectInside(_ width: Int, _ beginnings: String...) throws {
    for beginning in beginnings {
      let part = try part(beginning)
      try expect("“\(beginning)” is in the window") {
        let box = try part.extents
        return box.x >= 0 && box.x + box.width <= width
      }
    }
  }

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

  /// Brings the pointer onto a thing.
  fileprivate func point(at thing: Accessible) throws {
    let (origin, place) = (try origin(), try thing.inside)
    try Self.xdotool(["mousemove", "\(origin.x + place.x)", "\(origin.y + place.y)"])
  }

  /// Turns the wheel, downwards where it is positive; with Shift what is under the pointer goes sideways.
  fileprivate func turnWheel(by count: Int, sideways: Bool) throws {
    let turn = ["click", "--delay", "5", "--repeat", "\(abs(count))", count > 0 ? "5" : "4"]
    try Self.xdotool(sideways ? ["keydown", "shift"] + turn + ["keyup", "shift"] : turn)
  }
}
