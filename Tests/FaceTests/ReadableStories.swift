import Adw
import TestSupport
import Testing

extension FaceStories {
  /// What is written can be read: in light, in dark, and where the desktop asks for strong contrasts.
  @Suite struct ReadableStories {
    private static let answer = """
      Two days are enough.

      ```swift
      let days = 2
      ```
      """

    /// Links that are almost all ink: there colours can be counted.
    private static let links = """
      [██████ one](https://example.org)

      > [██████ two](https://example.org)

      | [██████ three](https://example.org) |
      | --- |

      See [`██████ four`](https://example.org)
      """

    /// With an answer in the open chat.
    private func withAnswer(
      _ answer: String, _ body: (Face) async throws -> Void
    ) async throws {
      try await withFace(environment: { try $0.personas(crewSays: answer) }) { app in
        try await app.resize(width: 1_000, height: 900)
        try await app.newChat("Lisbon")
        try await app.the("list item", beginning: "Lisbon").press("open")
        try await app.text("Talk with Crew")
        try await app.send("We have two days and no wish to hurry")
        try await app.eventually("the answer is whole") {
          app.all("list item").contains { $0.name.hasPrefix("Crew: ") && !$0.name.hasPrefix("Crew: Still writing") }
        }
        try await body(app)
      }
    }

    @Test func `An answer and what is selected in a bubble can be read in light and in dark`() async throws {
      try await withAnswer(Self.answer) { app in
        for (look, ground) in [("Light", "#FFFFFF"), ("Dark", "#1E1E1E")] {
          // The window opens in light.
          if look != "Light" { try await app.choose("Appearance", look) }
          let code = try await app.the("label", beginning: "let days")
          try await app.eventually("code stands on its own ground") { try await app.colours(of: code).first == ground }
          let text = try await app.colours(of: app.the("label", beginning: "Two days"))
          #expect(Face.strongest(text) >= 7)
          let mine = try await app.the("label", beginning: "We have two")
          let plain = try await app.colours(of: mine)
          #expect(Face.strongest(plain) >= 4.5)
          try await app.tab(to: "a message", backwards: true) {
            $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ")
          }
          if app.focused?.name.hasPrefix("Crew: ") == true { try await app.key("Up") }
          try await app.eventually("the message above has the keyboard") {
            app.focused?.name.hasPrefix("You: ") == true
          }
          try await app.key("ctrl+a")
          try await app.eventually("it is selected") { try await app.colours(of: mine).first != plain.first }
          #expect(Face.strongest(try await app.colours(of: mine)) >= 4.5)
          try await app.key("Escape", "Escape")
        }
      }
    }

    @Test func `Links can be read wherever they stand`() async throws {
      try await expectReadableLinks(contrast: 4.5)
    }

    @Test(.enabled(if: Desktop.knowsContrasts, "the desktop has no settings for contrasts"))
    func `Links can be read wherever they stand where the desktop asks for strong contrasts`() async throws {
      Desktop.asks(forContrasts: true)
      defer { Desktop.asks(forContrasts: false) }
      try await expectReadableLinks(contrast: 7)
    }

    @Test func `What one writes can be read in a window that begins dark`() async throws {
      try await withFace { app in
        try await app.choose("Appearance", "Dark")
        // A program begins as the desktop wants it.
        try await app.reopen { Appearance.colorScheme = .system }
        try await app.type("Can this be read?")
        let field = try await app.the("text box", "Message")
        try await app.eventually("it is written") { field.text == "Can this be read?" }
        // The cursor is bright anyway.
        try await app.key("shift+Tab")
        try await app.eventually("something else has the keyboard") {
          app.focused.map { $0.role != "text box" } ?? false
        }
        try await app.eventually("it is bright") { Face.strongest(try await app.colours(of: field)) >= 7 }
      }
    }

    private func expectReadableLinks(contrast: Double) async throws {
      try await withAnswer(Self.links) { app in
        try await app.expect("the desktop asks for it") { Appearance.isHighContrast == (contrast >= 7) }
        for look in ["Light", "Dark"] {
          if look != "Light" { try await app.choose("Appearance", look) }
          try await app.eventually("all is \(look)") {
            let ground = try await app.colours(of: app.the("list", "Conversation")).first ?? ""
            return ground.hasPrefix("#F") == (look == "Light")
          }
          for (words, count) in [("one", 2), ("two", 2), ("three", 2), ("four", 3)] {
            var found: Thing?
            try await app.eventually("the link “\(words)” is there") {
              let part = app.all("label").first { $0.name.hasSuffix("██████ " + words) && $0.isOnScreen }
              found = part ?? app.all("link").first { $0.name.hasSuffix("██████ " + words) }
              return found != nil
            }
            let link = try #require(found)
            let colours = Array(try await app.colours(of: link).prefix(count))
            #expect(
              Face.weakest(of: colours) >= contrast, "\(words) in \(look): \(colours)")
          }
        }
      }
    }
  }
}

extension Face {
  /// How much the colour that differs most from the first, the ground, differs from the others at least.
  fileprivate static func weakest(of colours: [String]) -> Double {
    guard let ground = colours.first,
      let ink = colours.max(by: { strongest([ground, $0]) < strongest([ground, $1]) })
    else { return 0 }
    return colours.filter { $0 != ink }.map { strongest([ink, $0]) }.min() ?? 0
  }
}
