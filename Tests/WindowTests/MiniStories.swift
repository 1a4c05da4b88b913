import FoundationEssentials
import Glibc
import Testing
import TestSupport

extension Stories {
  /// Sotto Mini, the model that comes with Sotto, and the first page that leads to it.
  @Suite struct MiniStories {
    @Test
    func `The first words are with Sotto Mini, from the first page by keys alone, and it is there after a restart`()
      throws
    {
      try withFirstPage { app, fixture in
        try app.text("A built-in assistant")
        try app.text("Your chats stay on this machine")
        try app.key("Return")
        try app.text("Talk with Sotto Mini")
        try app.text("A tiny language model that comes with Sotto and knows only Sotto.")
        // Who has said nothing is there again after a restart.
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("Talk with Sotto Mini")
        let composer = try app.the("text box", "Message")
        try eventually("one can write at once") { composer.has(.focused) }
        try expectStays("one is welcomed once", after: composer.has(.focused)) { !app.shows("Welcome to Sotto") }
        try app.the("button", "How do I send a picture?").press()
        try eventually("the question is there to be sent") { composer.text == "How do I send a picture?" }
        try app.key("Return")
        try app.text("Sotto Mini: Press the paper clip")
        try app.type("what is the capital of france?")
        try app.key("Return")
        try app.text("Sotto Mini: I know only Sotto")
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("Press the paper clip")
        try app.type("thank you")
        try app.key("Return")
        try app.text("Sotto Mini: You are welcome!")
      }
    }

    @Test(arguments: [
      ("missing", "The file of “Sotto Mini” is missing."),
      ("cut", "“Sotto Mini” is damaged or cut off. Install Sotto again."),
      ("flipped", "“Sotto Mini” is damaged or cut off. Install Sotto again."),
    ])
    func `Where Sotto Mini does not load the first page says why, and Crew answers the first words`(
      file: String, reason: String
    ) throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let folder = try fixture.programs()
      if file != "missing" {
        var bytes = try Data(contentsOf: URL(filePath: RunningApp.binary("models/sotto-mini.gguf", mode: R_OK)))
        try FileManager.default.createDirectory(atPath: folder + "/models", withIntermediateDirectories: true)
        if file == "cut" { bytes = bytes.prefix(bytes.count / 2) } else { bytes[bytes.count / 2] ^= 1 }
        try bytes.write(to: URL(filePath: folder + "/models/sotto-mini.gguf"))
        try FileManager.default.copyItem(
          atPath: RunningApp.binary("models/sotto-mini.gguf.sha256", mode: R_OK),
          toPath: folder + "/models/sotto-mini.gguf.sha256")
      }
      try withFirstPage(of: fixture, programs: folder) { app, _ in
        try app.text("Demo agents to begin with")
        try app.text(reason)
        try app.key("Return")
        try app.text("Talk with Crew")
        try send("Hello", in: app)
        try app.text("You: Hello")
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
      }
    }

    /// Runs a story that begins on the first page, with the agents that come with Sotto.
    private func withFirstPage(
      of given: WindowFixture? = nil, programs: String? = nil, _ story: (RunningApp, WindowFixture) throws -> Void
    ) throws {
      let fixture = given ?? WindowFixture()
      defer { fixture.clean() }
      let app = try RunningApp(
        home: fixture.home, environment: programs.map { ["SOTTO_BIN_DIR": $0] } ?? [:],
        program: programs.map { $0 + "/sotto-gtk" })
      let start = try app.the("button", "Start Chatting")
      try eventually("the first page has the keyboard") { start.has(.focused) }
      try story(app, fixture)
    }
  }
}

extension WindowFixture {
  /// A folder with copies of the programs, and nothing else of Sotto beside them.
  fileprivate func programs() throws -> String {
    let copies = folder + "/programs"
    try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
    // By a program of its own: what this process has open for writing, a child would hold open.
    try run(["cp"] + ["sotto-gtk", "sotto-engine", "sotto-pictures"].map { try RunningApp.binary($0) } + [copies])
    return copies
  }
}
