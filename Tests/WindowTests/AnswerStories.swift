import TestSupport
import Testing

extension Stories {
  /// Answers in Markdown: what is seen of them, selected and copied.
  @Suite struct AnswerStories {
    private static let answer = """
      # Bread

      It needs **four** things, see [the guide](https://example.org/bread):

      1. flour
      2. *water*

      ```swift
      let oven = 230
      ```

      | Flour | Time |
      | --- | ---: |
      | Rye | 3 h |
      """

    /// With the answer in the open chat, and the keyboard on it.
    private func withAnswer(_ body: (RunningApp) throws -> Void) throws {
      try withApp(environment: { try $0.personas(crewSays: Self.answer) }) { app, fixture in
        try sotto(["new", "Bread"], in: fixture)
        try app.the("list item", beginning: "Bread").press("open")
        try send("How is **bread** baked?", in: app)
        try app.text("1. flour")
        try app.tab(to: "a message") { $0.name.contains(": Bread") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.contains(": Bread") != true {
          let before = app.focused?.name
          try app.key("Down")
          try eventually("the message below has the keyboard") { app.focused?.name != before }
        }
        try body(app)
      }
    }

    @Test func `An answer in Markdown shows a heading, a list, code and a table, and what people type stands as typed`()
      throws
    {
      try withAnswer { app in
        try app.text("You: How is **bread** baked?")
        try app.the("heading", "Bread")
        try app.the("link", "the guide")
        for words in ["flour", "water", "let oven = 230", "Rye"] { try app.text(words) }
        try expectStays("no marks are shown", after: app.shows("Rye")) { !app.shows("**four**") && !app.shows("```") }
      }
    }

    @Test func `All of an answer, and some words of it, are selected and copied by keys`() throws {
      try withAnswer { app in
        try app.key("ctrl+a")
        try app.key("ctrl+c")
        try eventually("all of it is copied, without marks") {
          try pasted(from: "clipboard")
            == "Bread\n\nIt needs four things, see the guide:\n\n1. flour\n2. water\n\nlet oven = 230\n\nFlour\tTime\nRye\t3 h"
        }
        try app.key("Escape")
        try app.key("ctrl+shift+Right", "ctrl+c")
        try eventually("its first word is copied") {
          try pasted(from: "clipboard").contains("Bread") && pasted(from: "clipboard").count < 10
        }
      }
    }

    @Test func `The menu of an answer copies its Markdown, and shows it as it was written`() throws {
      try withAnswer { app in
        try app.key("Menu")
        try chooseEntry("Copy as Markdown", in: app)
        try eventually("the source is copied") { try pasted(from: "clipboard") == Self.answer }
        try app.key("Menu")
        try chooseEntry("Show as Typed", in: app)
        try app.text("It needs **four** things")
      }
    }
  }
}
