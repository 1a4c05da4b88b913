import Glibc
import TestSupport
import Testing

extension Stories {
  /// What is written can be read: in a window that begins dark, and where the desktop asks for strong contrasts.
  @Suite struct ReadableStories {
    /// Links that are almost all ink: there colours can be counted.
    private static let links = """
      [██████ one](https://example.org)

      > [██████ two](https://example.org)

      | [██████ three](https://example.org) |
      | --- |

      See [`██████ four`](https://example.org)
      """

    /// With an answer of them in the open chat.
    private func withLinks(_ environment: [String: String], _ body: (RunningApp) throws -> Void) throws {
      try withApp(environment: { try $0.personas(crewSays: Self.links).merging(environment) { $1 } }) { app, fixture in
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

    @Test func `Links can be read wherever they stand where the desktop asks for strong contrasts`() throws {
      try withLinks(["ADW_DEBUG_HIGH_CONTRAST": "1"]) { app in
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
              RunningApp.weakest(of: colours) >= 7, "\(words) in \(look): \(colours)")
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
