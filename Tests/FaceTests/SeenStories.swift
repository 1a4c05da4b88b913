import TestSupport
import Testing

extension FaceStories {
  /// Answers as they are seen, narrow and large, and walked through by keys.
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
      width: Int = 1_000, height: Int = 900, _ body: (Face) async throws -> Void
    ) async throws {
      try await withFace(environment: { try $0.personas(crewSays: Self.answer) }) { app in
        try await app.resize(width: width, height: height)
        if width < 500 { try await app.goBack() }
        try await ask(app)
        try await app.the("list item", beginning: "Crew: Lisbon")
        try await body(app)
      }
    }

    /// Asks in a new chat, and waits for the answer.
    private func ask(_ app: Face) async throws {
      try await app.newChat("Lisbon")
      try await app.the("list item", beginning: "Lisbon").press("open")
      try await app.text("Talk with Crew")
      try await app.send("We have two days and no wish to hurry")
      try await app.the("heading")
      try await app.the("table")
    }

    @Test func `At 360 px an answer stays in the window, and Shift and the wheel scroll its wide table`() async throws {
      try await withAnswer(width: 360, height: 640) { app in
        let window = try await app.restingEdges()
        try await app.expectInside(window, "Two days", "let days", "Bring shoes")
        let (day, price) = (try await app.cell("One"), try await app.cell("64 €"))
        let line = try await app.restingExtents(of: app.the("heading", "Lisbon")).height
        // One that is out of view makes the rows no higher than is pleasant.
        let high = try await app.cell("Two lighthouses")
        try await app.expect("its rows are not high") { try high.extents.height < 6 * line }
        let (before, hidden) = (try await app.restingExtents(of: day), try await app.restingExtents(of: price))
        #expect(hidden.x > window.upperBound, "it begins out of view")
        try await app.point(at: day)
        try await app.turnWheel(by: 20, sideways: true)
        try await app.eventually("the last column is in view") {
          try price.extents.x + price.extents.width <= window.upperBound
        }
        try await app.expectStays("the first is out of view, and nothing went up or down") {
          try day.extents.x < window.lowerBound && day.extents.y == before.y && price.extents.y == hidden.y
        }
        let place = try await app.restingExtents(of: price).x
        try await app.turnWheel(by: -3, sideways: false)
        try await app.eventually("the plain wheel scrolls the thread") { try price.extents.y > hidden.y }
        try await app.expectStays("nothing goes sideways") { try price.extents.x == place }
      }
    }

    @Test func `With text twice as large an answer and the button of its code stay in the window`() async throws {
      try await withAnswer { app in
        let heading = try await app.the("heading", "Lisbon")
        let before = try await app.restingExtents(of: heading).height
        try await app.choose("Text size", "200", page: "Reading")
        try await app.eventually("it is twice as high") { try abs(heading.extents.height - 2 * before) < 8 }
        let window = try await app.restingEdges()
        try await app.expectInside(window, "Two days", "let days", "Bring shoes")
        let button = try await app.the("button", "Copy Code")
        try await app.expect("the button is in the window") {
          let copy = try button.extents
          return copy.width > 30 && copy.x + copy.width <= window.upperBound
        }
      }
    }

    @Test func `An answer is walked through by keys alone, and Esc leads back`() async throws {
      let browser = try Browser()
      try await withAnswer { app in
        try await browser.isKnown(to: app)
        try await app.tab(to: "the answer", backwards: true) { $0.name.hasPrefix("Crew: Lisbon") }
        try await app.key("Tab")
        try await app.eventually("the link has the keyboard") { app.focused?.about == "Link: the plan, example.org" }
        try await app.key("Return")
        try await app.eventually("the browser has it") {
          try browser.opened() == "https://example.org/lisbon"
        }
        try await app.key("Tab")
        try await app.eventually("the code has the keyboard") { app.focused?.about == "More for this code" }
        try await app.key("Return")
        try await app.the("menu item", "Copy Code")
        try await app.key("Escape")
        try await app.eventually("the menu is closed") { app.all("menu item").isEmpty }
        try await app.eventually("the code has the keyboard again") { app.focused?.about == "More for this code" }
        try await app.key("Tab")
        try await app.eventually("the table has the keyboard") { app.focused?.about == "More for this table" }
        try await app.key("Return")
        try await app.chooseEntry("Copy Table")
        try await app.eventually("its cells are copied") {
          try await app.pasted(from: "clipboard").hasPrefix("Day\tMorning\tEvening")
        }
        try await app.eventually("the menu is closed") { app.all("menu item").isEmpty }
        try await app.key("Escape")
        try await app.eventually("one can write") { try await app.the("text box", "Message").has(.focused) }
      }
    }

    @Test func `In a right-to-left language lists, tables and the heads of code are mirrored`() async throws {
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
      try await withMirroredFace(environment: { try $0.personas(crewSays: answer) }) { app in
        try await app.resize(width: 1_000, height: 900)
        try await ask(app)
        func right(_ box: (x: Int, y: Int, width: Int, height: Int)) -> Int { box.x + box.width }
        let code = try await app.restingExtents(of: app.the("label", beginning: "let days"))
        let (first, second) = (try await app.cell("السبت"), try await app.cell("سيرًا"))
        try await app.expect("the first column is on the right") { try right(second.extents) <= first.extents.x }
        let more = try await app.restingExtents(of: app.the("button", "More for this code"))
        let copy = try await app.restingExtents(of: app.the("button", "Copy Code"))
        #expect(more.x >= code.x && right(more) <= copy.x, "the menu stands at the end, on the left")
        #expect(right(copy) < code.x + code.width / 2)
        let item = try await app.restingExtents(of: app.the("list item", beginning: "1. "))
        #expect(right(item) < right(code) && right(item) > right(code) - 60, "its number stands on the right")
      }
    }
  }
}

extension Face {
  /// A part of an answer, whatever it is.
  fileprivate func part(_ words: String) async throws -> Thing {
    let messages = try await the("list", "Conversation")
    var found: Thing?
    try await eventually("“\(words)” stands there") {
      found = messages.all { $0.name.contains(words) && !$0.name.hasPrefix("Crew: ") }.first
      return found != nil
    }
    guard let found else { throw failure("“\(words)” does not stand there") }
    return found
  }

  /// Expects parts of an answer between the edges of a window.
  fileprivate func expectInside(_ edges: Range<Int>, _ beginnings: String...) async throws {
    for beginning in beginnings {
      let part = try await part(beginning)
      try await expect("“\(beginning)” is in the window") {
        let box = try part.extents
        return box.x >= edges.lowerBound && box.x + box.width <= edges.upperBound
      }
    }
  }

  /// The cell of a table that begins so.
  fileprivate func cell(_ words: String) async throws -> Thing {
    let table = try await the("table")
    var found: Thing?
    try await eventually("there is a cell “\(words)”") {
      found = table.all { $0.name.hasPrefix(words) }.first
      return found != nil
    }
    guard let found else { throw failure("“\(words)” does not stand there") }
    return found
  }
}
