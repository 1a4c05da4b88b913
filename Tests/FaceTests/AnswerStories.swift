import TestSupport
import Testing

extension FaceStories {
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
    private func withAnswer(_ body: (Face) async throws -> Void) async throws {
      try await withFace(environment: { try $0.personas(crewSays: Self.answer) }) { app in
        try await app.newChat("Bread")
        try await app.the("list item", beginning: "Bread").press("open")
        try await app.send("How is **bread** baked?")
        try await app.text("1. flour")
        try await app.the("list item", beginning: "Crew: Bread")
        try await app.tab(to: "a message") { $0.name.contains(": Bread") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.contains(": Bread") != true {
          let before = app.focused?.name
          try await app.key("Down")
          try await app.eventually("the message below has the keyboard") { app.focused?.name != before }
        }
        try await body(app)
      }
    }

    @Test func `An answer in Markdown shows a heading, a list, code and a table, and what people type stands as typed`()
      async throws
    {
      try await withAnswer { app in
        try await app.text("You: How is **bread** baked?")
        try await app.the("heading", "Bread")
        try await app.the("link", "the guide")
        for words in ["flour", "water", "let oven = 230", "Rye"] { try await app.text(words) }
        try await app.expectStays("no marks are shown") { !app.shows("**four**") && !app.shows("```") }
      }
    }

    @Test func `All of an answer, and some words of it, are selected and copied by keys`() async throws {
      try await withAnswer { app in
        try await app.key("ctrl+a")
        try await app.key("ctrl+c")
        try await app.eventually("all of it is copied, without marks") {
          try await app.pasted(from: "clipboard")
            == "Bread\n\nIt needs four things, see the guide:\n\n1. flour\n2. water\n\nlet oven = 230\n\nFlour\tTime\nRye\t3 h"
        }
        try await app.key("Escape")
        try await app.key("ctrl+shift+Right", "ctrl+c")
        try await app.eventually("its first word is copied") {
          let words = try await app.pasted(from: "clipboard")
          return words.contains("Bread") && words.count < 10
        }
      }
    }

    @Test func `The menu of an answer copies its Markdown, and shows it as it was written`() async throws {
      try await withAnswer { app in
        try await app.key("Menu")
        try await app.chooseEntry("Copy as Markdown")
        try await app.eventually("the source is copied") { try await app.pasted(from: "clipboard") == Self.answer }
        try await app.key("Menu")
        try await app.chooseEntry("Show as Typed")
        try await app.text("It needs **four** things")
      }
    }
  }
}
