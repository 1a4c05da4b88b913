import Domain
import FoundationEssentials
import Glibc
import Testing
import TestLibrary
import TestSupport

extension Stories {
  /// The Models page in the real window, by keys and by a screen reader's actions.
  @Suite struct ModelStories {
    /// A library in which another process has imported a model for each of these files.
    private func withModels(_ names: String..., story: (RunningApp, WindowFixture) throws -> Void) async throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let library = try await TestLibrary(in: fixture.home)
      for (number, name) in names.enumerated() {
        let facts = ModelFacts(
          name: name, architecture: "llama", parameters: 1_235_814_432, quantisation: "Q4_K_M", contextLength: 8_192,
          contextBytesPerToken: 32_768, licence: ModelLicence(name: "apache-2.0"))
        _ = try await library.addModel(try fixture.model("\(number).gguf", filledWith: UInt8(number)), facts)
      }
      await library.close()
      let environment = try fixture.personas().merging(["LLAMA_CACHE": fixture.folder + "/.cache/llama.cpp"]) { $1 }
      let app = try RunningApp(home: fixture.home, environment: environment)
      try leaveFirstPage(of: app)
      try app.text("Mumbai Trip")
      try story(app, fixture)
    }

    @Test func `A model is seen, looked at, made the default and removed by keys, and Undo brings it back`()
      async throws
    {
      try await withModels("Tiny", "Zebra") { app, fixture in
        try app.key("ctrl+shift+m")
        let row = try app.the("list item", "Tiny, llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0")
        try eventually("the first row has the keyboard") { row.has(.focused) }
        try app.key("Return")
        try app.text("\(fixture.folder)/0.gguf")
        try app.text("8192 tokens")
        try app.key("Escape")
        try eventually("the details are gone") { !app.shows("Fingerprint") && row.has(.focused) }
        // What the pointer is over would be chosen.
        try RunningApp.xdotool(["mousemove", "0", "0"])
        try app.key("Menu")
        try app.the("menu item", "Set as Default")
        try app.key("Down", "Down", "Down", "Return")
        try app.the(
          "list item", beginning: "Tiny, llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0, Answers")
        #expect(try sotto(["models"], in: fixture).hasPrefix("* "))
        try eventually("the row has the keyboard again") {
          app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try app.key("Delete")
        try app.text("“Tiny” was removed. Its file stays.")
        try eventually("the row is gone") { !app.all("list item").contains { $0.name.hasPrefix("Tiny") } }
        #expect(!(try sotto(["models"], in: fixture).contains("Tiny")))
        // Who closes the page at once can still take it back.
        try app.key("Escape")
        try eventually("the page is closed") { app.all("frame", "Models").isEmpty }
        try app.text("“Tiny” was removed. Its file stays.")
        try app.the("button", beginning: "Undo").press()
        try eventually("it is there again") { try sotto(["models"], in: fixture).contains("Tiny") }
        try app.key("ctrl+shift+m")
        try app.the("list item", beginning: "Tiny, ")
        #expect(access(fixture.folder + "/0.gguf", F_OK) == 0)
      }
    }

    @Test func `What another process removes goes from the page, and a file that is gone has its sentence`()
      async throws
    {
      try await withModels("Tiny", "Zebra") { app, fixture in
        try app.key("F10")
        try app.press("menu item", "Models")
        try app.the("list item", beginning: "Zebra, ")
        try sotto(["models", "remove", "Zebra"], in: fixture)
        try eventually("the row is gone") { !app.all("list item").contains { $0.name.hasPrefix("Zebra") } }
        try app.key("Escape")
        try eventually("the page is closed") { app.all("frame", "Models").isEmpty }
        unlink(fixture.folder + "/0.gguf")
        try app.key("ctrl+shift+m")
        try app.text("The file of “Tiny” is not where it was.")
        // That of the model that is built in.
        try expect("only one can be loaded") { app.all("button", "Load").count == 1 }
      }
    }

    @Test func `A file that is no model is refused with a sentence that stays until it is dismissed`() async throws {
      try await withModels { app, fixture in
        let text = fixture.folder + "/text.gguf"
        try Data("no model".utf8).write(to: URL(filePath: text))
        try app.key("ctrl+m")
        try app.press("button", "Models…")
        try app.the("list item", beginning: "Sotto Mini, Built in")
        try app.press("button", "Import a File")
        try app.the("button", ending: "Import")
        try app.typePath(text)
        try app.text("“text.gguf” is no model that Sotto can use.")
        try app.press("button", "Dismiss")
        try eventually("the sentence is gone") { !app.shows("is no model that Sotto can use") }
        let part = try fixture.model("Large-00002-of-00003.gguf")
        let clipboard = try Clip(type: "text/uri-list", text: "file://\(part)\r\n")
        defer { clipboard.end() }
        try app.key("ctrl+v")
        try app.text("“Large-00002-of-00003.gguf” is a part of a model, and others are not beside it")
        #expect(try sotto(["models"], in: fixture).split(separator: "\n").count == 1)
      }
    }

    @Test func `Models of other programs are found when somebody looks for them`() async throws {
      try await withModels { app, fixture in
        try app.key("ctrl+shift+m")
        try app.press("button", "Look")
        try app.text("No others, as far as Sotto can see.")
        try fixture.model(".cache/llama.cpp/Smol.gguf", bytes: 1_100_000)
        try app.press("button", "Look")
        try app.the("list item", "Smol, llama.cpp · 1.1 MB")
        try app.text("1 model that is not imported")
        try app.the("button", beginning: "Import Smol")
      }
    }

    @Test func `The first page leads to the models, too`() throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas())
      try app.press("button", "Models on This Machine…")
      try app.the("list item", beginning: "Sotto Mini, Built in")
      try app.key("Escape")
      try leaveFirstPage(of: app)
      try app.text("Mumbai Trip")
    }
  }
}

extension WindowFixture {
  /// Writes what begins as a model does; returns its path.
  @discardableResult
  func model(_ name: String, bytes count: Int = 4_096, filledWith byte: UInt8 = 1) throws -> String {
    let path = folder + "/" + name
    let parent = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    var data = Data(repeating: byte, count: count)
    data.replaceSubrange(0..<4, with: "GGUF".utf8)
    try data.write(to: URL(filePath: path))
    return path
  }
}
