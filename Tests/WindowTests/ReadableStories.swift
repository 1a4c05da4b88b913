import Glibc
import TestSupport
import Testing

extension Stories {
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
      _ answer: String, _ environment: [String: String] = [:], _ body: (RunningApp) throws -> Void
    ) throws {
      try withApp(environment: { try $0.personas(crewSays: answer).merging(environment) { $1 } }) { app, fixture in
        try app.resize(width: 1_000, height: 900)
        try eventually("the window is as wide") { try abs((app.window?.extents.width ?? 0) - 1_000) < 12 }
        try sotto(["new", "Lisbon"], in: fixture)
        try app.the("list item", beginning: "Lisbon").press("open")
        try app.text("Talk with Crew")
        try send("We have two days and no wish to hurry", in: app)
        try app.the("list item", beginning: "Crew: ")
        try body(app)
      }
    }

    @Test func `An answer and what is selected in a bubble can be read in light and in dark`() throws {
      try withAnswer(Self.answer) { app in
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
            $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ")
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

    @Test(arguments: [false, true])
    func `Links can be read wherever they stand`(isStrong: Bool) throws {
      try withAnswer(Self.links, isStrong ? ["ADW_DEBUG_HIGH_CONTRAST": "1"] : [:]) { app in
        for look in ["Light", "Dark"] {
          if look != "Light" { try app.choose("Appearance", look) }
          try eventually("all is \(look)") {
            let ground = try app.colours(of: app.the("list", "Conversation")).first ?? ""
            return ground.hasPrefix("#F") == (look == "Light")
          }
          for (words, count) in [("one", 2), ("two", 2), ("three", 2), ("four", 3)] {
            var found: Accessible?
            try eventually("the link “\(words)” is there") {
              let part = app.all("label").first { $0.name.hasSuffix("██████ " + words) && $0.isOnScreen }
              found = part ?? app.all("link").first { $0.name.hasSuffix("██████ " + words) }
              return found != nil
            }
            let link = try #require(found)
            let colours = Array(try app.colours(of: link).prefix(count))
            #expect(
              RunningApp.weakest(of: colours) >= (isStrong ? 7 : 4.5), "\(words) in \(look): \(colours)")
          }
        }
      }
    }
  }
}

extension RunningApp {
  /// How much the colour that differs most from the first, the ground, differs from the others at least.
  fileprivate static func weakest(of colours: [String]) -> Double {
    guard let ground = colours.first,
      let ink = colours.max(by: { strongest([ground, $0]) < strongest([ground, $1]) })
    else { return 0 }
    return colours.filter { $0 != ink }.map { strongest([ink, $0]) }.min() ?? 0
  }
}
