import FoundationEssentials
import TestSupport
import Testing

extension FaceStories {
  /// Code in answers: folded, saved and copied.
  @Suite struct CodeStories {
    private static let code = (1...60).map { "let line\($0) = \($0)" }.joined(separator: "\n")

    /// With an answer of sixty lines of code in the open chat, and the keyboard on it.
    private func withCode(
      _ body: (Face) async throws -> Void
    ) async throws {
      let environment: (StoryFolder) throws -> [String: String] = {
        try $0.personas(crewSays: "Here:\n\n```swift\n\(Self.code)\n```\n")
      }
      try await withFace(environment: environment) { app in
        try await app.newChat("Code")
        try await app.the("list item", beginning: "Code").press("open")
        try await app.say("Write some", in: "Code")
        // It was seen to grow, so nothing of it is folded away.
        try await app.the("button", "Show Less")
        try await app.tab(to: "a message") { $0.name.contains(": Here:") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.contains(": Here:") != true {
          let before = app.focused?.name
          try await app.key("Down")
          try await app.eventually("the message below has the keyboard") { app.focused?.name != before }
        }
        try await body(app)
      }
    }

    /// From the message to the menu of its code, and to one of its entries.
    /// Returns the name of what has the keyboard before, and is to have it again.
    @discardableResult
    private func choose(_ entry: String, in app: Face) async throws -> String? {
      let row = app.focused?.name
      try await app.key("Tab")
      try await app.eventually("the code has the keyboard") { app.focused.map { $0.name != row } ?? false }
      let code = app.focused?.name
      try await app.key("Return")
      try await app.chooseEntry(entry)
      return code
    }

    @Test func `Long code unfolds and folds by keys and by pointer`() async throws {
      try await withCode { app in
        let row = app.focused?.name
        try await app.key("Tab")
        try await app.eventually("the code has the keyboard") { app.focused?.name != row }
        try await app.key("Tab", "Return")
        try await app.the("button", "Show All 60 Lines")
        try await app.key("Return")
        try await app.the("button", "Show Less")
        try await app.key("Return")
        let button = try await app.the("button", "Show All 60 Lines")
        _ = try await app.restingExtents(of: button)
        try await app.click(button)
        try await app.the("button", "Show Less")
      }
    }

    @Test func `Code is saved under the name of its language by keys`() async throws {
      try await withCode { app in
        try await choose("Save as File…", in: app)
        try await app.the("button", ending: "Save")
        // Of the name that is proposed the ending is not selected, and stays.
        try await app.type(app.folder.folder + "/mine")
        try await app.key("Return")
        try await app.text("Saved as mine.swift")
        #expect(
          FileManager.default.contents(atPath: app.folder.folder + "/mine.swift") == Data((Self.code + "\n").utf8))
      }
    }

    @Test func `Code is copied by a right click on it, and the entry for that`() async throws {
      try await withCode { app in
        let button = try await app.the("button", "Show Less")
        _ = try await app.restingExtents(of: button)
        try await app.click(button, button: 3)
        try await app.chooseEntry("Copy Code")
        try await app.eventually("the code is copied") { try await app.pasted(from: "clipboard") == Self.code }
      }
    }

    @Test func `Lines are numbered and wrapped, and copied without numbers`() async throws {
      try await withCode { app in
        let code = try await choose("Show Line Numbers", in: app)
        try await app.eventually("the code has the keyboard again") {
          app.all("menu item").isEmpty && app.focused?.name == code
        }
        try await app.key("Return")
        try await app.chooseEntry("Wrap Lines")
        try await app.eventually("the code has the keyboard again") {
          app.all("menu item").isEmpty && app.focused?.name == code
        }
        try await app.key("Return")
        try await app.the("menu item", "Do Not Wrap Lines")
        try await app.chooseEntry("Copy Code")
        try await app.eventually("the code is copied") { try await app.pasted(from: "clipboard") == Self.code }
      }
    }
  }
}
