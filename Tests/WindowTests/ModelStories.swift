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
