import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// Answers as they are seen: in light and dark, narrow, large and mirrored, and walked through by keys.
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
        try eventually("the window is as wide") { abs((app.window?.extents.width ?? 0) - width) < 12 }
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

    @Test func `An answer and what is selected in a bubble can be read in light and in dark`() throws {
      try withAnswer { app, _ in
        for (look, ground) in [("Light", "#FFFFFF"), ("Dark", "#1E1E1E")] {
          // The window opens in light.
          if look != "Light" { try app.choose("Appearance", look) }
          let code = try app.the("label", beginning: "let days")
          try eventually("code stands on its own ground") { try app.colours(of: code).first == ground }
          let text = try app.colours(of: app.the("label", beginning: "Two days"))
          #expect(RunningApp.strongest(text) >= 7)
          let mine = try app.the("label", beginning: "We have two")
          let plain = try app.colours(of: mine)
          #expect(RunningApp.strongest(plain) >= 4.5)
          try app.tab(to: "a message", backwards: true) {
            $0.name.hasPrefix("Crew: Lisbon") || $0.name.hasPrefix("You: ")
          }
          if app.focused?.name.hasPrefix("Crew: ") == true { try app.key("Up") }
          try eventually("the message above has the keyboard") { app.focused?.name.hasPrefix("You: ") == true }
          try app.key("ctrl+a")
          try eventually("it is selected") { try app.colours(of: mine).first != plain.first }
          #expect(RunningApp.strongest(try app.colours(of: mine)) >= 4.5)
          try app.key("Escape", "Escape")
        }
      }
    }

    @Test func `What one writes can be read in a window that begins dark`() throws {
      try withApp { app, _ in
        try app.choose("Appearance", "Dark")
        try app.end(by: SIGTERM)
        try app.launch()
        try app.type("Can this be read?")
        let field = try app.the("text box", "Message")
        try eventually("it is written") { field.text == "Can this be read?" }
        // The cursor is bright anyway.
        try app.key("shift+Tab")
        try eventually("something else has the keyboard") { app.focused.map { $0.role != "text box" } ?? false }
        try eventually("it is bright") { RunningApp.strongest(try app.colours(of: field)) >= 7 }
      }
    }

    @Test func `At 360 px an answer stays in the window, and Shift and the wheel scroll its wide table`() throws {
      try withAnswer(width: 360, height: 640) { app, _ in
        let window = try #require(app.window)
        for beginning in ["Two days", "let days", "Bring shoes"] {
          let part = try app.part(beginning).extents
          #expect(part.x >= 0 && part.x + part.width <= window.extents.width, "\(beginning)")
        }
        let (day, price) = (try app.cell("One"), try app.cell("64 €"))
        let line = try app.the("heading", "Lisbon").extents.height
        // One that is out of view makes the rows no higher than is pleasant.
        #expect(try app.cell("Two lighthouses").extents.height < 6 * line)
        let (before, hidden) = (day.extents, price.extents)
        #expect(hidden.x > window.extents.width, "it begins out of view")
        try app.point(at: day)
        try app.turnWheel(by: 20, sideways: true)
        try eventually("the last column is in view") { price.extents.x + price.extents.width <= window.extents.width }
        #expect(day.extents.x < 0 && day.extents.y == before.y && price.extents.y == hidden.y)
        let place = price.extents.x
        try app.turnWheel(by: -3, sideways: false)
        try eventually("the plain wheel scrolls the thread") { price.extents.y > hidden.y }
        #expect(price.extents.x == place)
      }
    }

    @Test func `With text twice as large an answer and the button of its code stay in the window`() throws {
      try withAnswer { app, _ in
        let heading = try app.the("heading", "Lisbon")
        let before = heading.extents.height
        try app.choose("Text size", "200", page: "Reading", backwards: false)
        try eventually("it is twice as high") { abs(heading.extents.height - 2 * before) < 8 }
        let window = try #require(app.window).extents
        for beginning in ["Two days", "let days", "Bring shoes"] {
          let part = try app.part(beginning).extents
          #expect(part.x >= 0 && part.x + part.width <= window.width, "\(beginning)")
        }
        let copy = try app.the("button", "Copy Code").extents
        #expect(copy.width > 30 && copy.x + copy.width <= window.width)
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
        let code = try app.the("label", beginning: "let days").extents
        #expect(right(try app.cell("سيرًا").extents) <= (try app.cell("السبت").extents).x)
        let more = try app.the("button", "More for this code").extents
        let copy = try app.the("button", "Copy Code").extents
        #expect(more.x >= code.x && right(more) <= copy.x, "the menu stands at the end, on the left")
        #expect(right(copy) < code.x + code.width / 2)
        let item = try app.the("list item", beginning: "1. ").extents
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

  /// Chooses in the preferences, by keys, and closes them.
  fileprivate func choose(_ row: String, _ choice: String, page: String? = nil, backwards: Bool = false) throws {
    if page == nil {
      try key("ctrl+comma")
      try text("Agent for new chats")
    } else {
      try openReading()
    }
    try tab(to: row, backwards: backwards) { $0.name.hasPrefix(row) }
    try key("Return")
    func chosen() -> Accessible? { focused.flatMap { $0.name.hasPrefix(row) ? nil : $0 } }
    func isChosen(_ thing: Accessible?) -> Bool {
      thing.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix(choice) } } ?? false
    }
    try eventually("the list is open") { chosen() != nil }
    for _ in 0..<8 {
      let before = chosen()
      if isChosen(before) { break }
      try key("Down")
      try eventually("the next entry has the keyboard") { chosen().map { $0.path != before?.path } ?? false }
    }
    try key("Return")
    try eventually("the list is closed") { focused?.name.hasPrefix(row) == true }
    try key("Escape")
    try eventually("one can write on") { all("text box", "Message").first?.has(.focused) == true }
  }

  /// The colours of what is surely a thing's own, the commonest first, as "#RRGGBB".
  fileprivate func colours(of thing: Accessible) throws -> [String] {
    let box = thing.extents
    let inset = box.width > 4 * Accessible.forgotten ? Accessible.forgotten : 0
    let part = "\(box.width - 2 * inset)x\(box.height)+\(box.x + inset)+\(box.y)"
    let words = try output([
      "sh", "-c",
      "import -silent -window $(xdotool search --onlyvisible --pid $0 | tail -n 1) -crop $1 png:- "
        + "| convert png:- -alpha off -depth 8 -format %c histogram:info:- | sort -rn", "\(process)", part,
    ])
    return words.split(separator: "\n").map { String($0.drop { $0 != "#" }.prefix(7)) }
  }

  /// How much a colour differs from the commonest at most, as WCAG counts it.
  fileprivate static func strongest(_ colours: [String]) -> Double {
    func light(_ colour: String) -> Double {
      let value = Int(colour.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    guard let ground = colours.first.map(light) else { return 0 }
    return colours.map { (max(light($0), ground) + 0.05) / (min(light($0), ground) + 0.05) }.max() ?? 0
  }

  /// Brings the pointer onto a thing.
  fileprivate func point(at thing: Accessible) throws {
    let (origin, place) = (try origin(), thing.inside)
    try Self.xdotool(["mousemove", "\(origin.x + place.x)", "\(origin.y + place.y)"])
  }

  /// Turns the wheel, downwards where it is positive; with Shift what is under the pointer goes sideways.
  fileprivate func turnWheel(by count: Int, sideways: Bool) throws {
    let turn = ["click", "--delay", "5", "--repeat", "\(abs(count))", count > 0 ? "5" : "4"]
    try Self.xdotool(sideways ? ["keydown", "shift"] + turn + ["keyup", "shift"] : turn)
  }
}
