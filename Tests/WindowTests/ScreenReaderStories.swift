import TestSupport
import Testing

extension Stories {
  /// Answers as a screen reader meets them.
  @Suite struct ScreenReaderStories {
    @Test func `A screen reader hears that an answer begins, each paragraph, and that it has ended`() throws {
      try withApp(environment: { try $0.personas(crewSays: "# One\n\n- two\n\nthree") }) { app, fixture in
        try sotto(["new", "Bread"], in: fixture)
        try app.the("list item", beginning: "Bread").press("open")
        let field = try app.the("text box", "Message")
        try eventually("one can write") { field.has(.focused) }
        let reader = try app.screenReader()
        try send("Mine", in: app)
        try eventually("all of it was said") { reader.text.hasSuffix("Answer finished") }
        // What is said at once depends on how fast the answer came.
        #expect(reader.text.filter { $0 != "." } == "Crew is writing… One two three Answer finished")
        #expect(reader.said.allSatisfy { $0.path == field.path }, "it is said of what has the keyboard")
        try eventually("the field is no longer called so") { field.about.isEmpty }

        try app.openReading()
        try app.tab(to: "the switch") {
          $0.role == "switch" && $0.name.hasPrefix("Read answers aloud as they come")
        }
        let toggle = try app.whatHasTheKeyboard()
        try app.key("space")
        try eventually("it is off") { !toggle.has(.checked) }
        try app.key("Escape")
        try eventually("one can write on") { field.has(.focused) }
        let second = try app.screenReader()
        try send("Again", in: app)
        try eventually("the end was said") { second.text.hasSuffix("Answer finished") }
        #expect(second.text == "Crew is writing… Answer finished")
      }
    }

    private static let answer = """
      ## Bread

      It takes [an hour](https://example.org/bread), or $x^2$.

      1. flour
         - rye
      2. water

      - [x] salt

      > Wait.

      ```swift
      let oven = 230
      ```

      | Flour | Time |
      | --- | ---: |
      | Rye | 3 h |
      """

    @Test func `A screen reader finds each block of an answer as what it is, and the link that has the keyboard`()
      throws
    {
      try withApp(environment: { try $0.personas(crewSays: Self.answer) }) { app, fixture in
        try sotto(["new", "Bread"], in: fixture)
        try app.the("list item", beginning: "Bread").press("open")
        try send("Mine", in: app)
        try app.text("Rye")
        let heading = try app.the("heading", "Bread")
        #expect(heading.about == "Level 2")
        try app.the("label", "It takes an hour, or $x^2$.")
        try app.the("link", "an hour")
        for item in ["1. flour", "2. water"] { #expect(try app.the("list item", item).about == "") }
        #expect(try app.the("list item", "rye").about == "Level 2")
        #expect(try app.the("list item", "salt").about == "Done")
        #expect(try app.the("label", "Wait.").about == "Quotation")
        #expect(try app.the("label", "let oven = 230").about == "Code: swift")
        let table = try app.the("table", "2 rows, 2 columns")
        #expect(try table.children().map { try $0.children().map(\.name) } == [["Flour", "Time"], ["Rye", "3 h"]])
        let (flour, time) = (try #require(table.first(nil, "Rye")), try #require(table.first(nil, "3 h")))
        try expect("they are where one sees them") {
          try flour.extents.x < time.extents.x && flour.extents.y > heading.extents.y
        }

        try app.tab(to: "the answer") { $0.name.hasPrefix("Crew: Bread") }
        try app.key("Tab")
        try eventually("the link has the keyboard") { app.focused?.about == "Link: an hour, example.org" }
        let text = try app.whatHasTheKeyboard()
        try app.key("Escape")
        try eventually("the composer has it") { try app.the("text box", "Message").has(.focused) }
        try eventually("nothing is said of the link any more") { text.about == "" }
      }
    }
  }
}
