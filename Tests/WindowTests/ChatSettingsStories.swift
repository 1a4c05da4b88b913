import Domain
import FoundationEssentials
import Glibc
import Testing
import TestLibrary
import TestSupport

extension Stories {
  /// The settings of a chat in the real window, by keys and by a screen reader's actions.
  @Suite struct ChatSettingsStories {
    /// A window with a model that another process has imported.
    private func withModel(_ story: (RunningApp, WindowFixture) throws -> Void) async throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let library = try await TestLibrary(in: fixture.home)
      var facts = ModelFacts(
        name: "Tiny", architecture: "llama", contextLength: 8_192, contextBytesPerToken: 1_000_000, thinks: true,
        canSwitchThinking: true)
      facts.recommended.temperature = 0.6
      _ = try await library.addModel(try fixture.model("tiny.gguf"), facts)
      await library.close()
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas())
      try lookAtDemo(in: app)
      try app.text("Mumbai Trip")
      try story(app, fixture)
    }

    /// The field of a number.
    private func field(_ name: String, in app: RunningApp) throws -> Accessible { try app.the("text box", name) }

    @Test func `Instructions and numbers are typed, saved, kept over a kill, refused and reset`() async throws {
      try await withModel { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Tiny", in: app)
        try app.text("Talk with Tiny")
        try app.key("ctrl+i")
        let words = try app.the("text box", "Instructions")
        try eventually("the instructions have the keyboard") { words.has(.focused) }
        try app.type("be brief")
        // The next field is the first of the numbers.
        try app.key("Tab")
        let temperature = try field("Temperature", in: app)
        try eventually("the temperature has the keyboard") { temperature.has(.focused) }
        #expect(temperature.about.hasSuffix("Default: 0.6"))
        #expect(try field("Context length", in: app).about.contains("4096 tokens take 4.1 GB of memory"))
        try app.the("text box", "Temperature")
        try app.type("0.3")
        try app.text("All changes are saved.")
        try eventually("it is on the disk") {
          let out = try sotto(["settings", "1"], in: fixture)
          return out.contains("be brief") && out.contains("0.3\n")
        }
        try app.end(by: SIGKILL)
        try app.launch()
        try app.text("Talk with Tiny")
        try eventually("the composer has the keyboard") { app.all("text box", "Message").first?.has(.focused) == true }
        try app.key("ctrl+i")
        let kept = try app.the("text box", "Instructions")
        try eventually("what was set is there") { kept.text == "be brief" }
        try eventually("the instructions have the keyboard again") { kept.has(.focused) }
        // GTK 4.8 tells nobody what stands in a field of one line.
        try app.key("Tab")
        try eventually("the temperature has the keyboard again") {
          try field("Temperature", in: app).has(.focused)
        }
        try app.key("ctrl+a")
        try app.type("7")
        try app.text("“Temperature” takes a number from 0 to 5.")
        #expect(try sotto(["settings", "1"], in: fixture).contains("0.3\n"))
        try app.press("button", "Reset to Defaults")
        try eventually("nothing but the instructions is set") {
          try !sotto(["settings", "1"], in: fixture).contains("0.3\n")
        }
        #expect(try sotto(["settings", "1"], in: fixture).contains("be brief"))
        try app.the("label", "Reasoning")
        try app.key("Escape")
        try eventually("the page is closed") { app.all("frame", "Chat Settings").isEmpty }
      }
    }
  }
}

extension WindowFixture {
  /// Writes what begins as a model does; returns its path.
  fileprivate func model(_ name: String) throws -> String {
    let path = folder + "/" + name
    try Data("GGUF".utf8 + Array(repeating: 1, count: 4_092)).write(to: URL(filePath: path))
    return path
  }
}
