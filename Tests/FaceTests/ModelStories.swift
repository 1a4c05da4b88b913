import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// The Models page, by keys and by a screen reader's actions.
  @Suite struct ModelStories {
    /// A library in which a model was imported for each of these files.
    private func withModels(_ names: String..., story: (Face) async throws -> Void) async throws {
      try await withFace(
        environment: { try $0.personas().merging(["LLAMA_CACHE": $0.folder + "/.cache/llama.cpp"]) { $1 } },
        arrange: { folder in
          let earlier = ManualSurroundings(now: 1_735_000_000_000 - 30_000)
          let library = try await TestLibrary(in: folder.home, surroundings: earlier)
          for (number, name) in names.enumerated() {
            let facts = ModelFacts(
              name: name, architecture: "llama", parameters: 1_235_814_432, quantisation: "Q4_K_M",
              contextLength: 8_192, contextBytesPerToken: 32_768, licence: ModelLicence(name: "apache-2.0"))
            _ = try await library.addModel(try model("\(number).gguf", in: folder, filledWith: UInt8(number)), facts)
          }
          await library.close()
        }, story)
    }

    /// Writes what begins as a model does; returns its path.
    @discardableResult
    private func model(
      _ name: String, in folder: StoryFolder, bytes count: Int = 4_096, filledWith byte: UInt8 = 1
    ) throws -> String {
      let path = folder.folder + "/" + name
      let parent = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      var data = Data(repeating: byte, count: count)
      data.replaceSubrange(0..<4, with: "GGUF".utf8)
      try data.write(to: URL(filePath: path))
      return path
    }

    @Test func `A model is seen, looked at, made the default and removed by keys, and Undo brings it back`()
      async throws
    {
      try await withModels("Tiny", "Zebra") { app in
        try await app.key("ctrl+shift+m")
        let row = try await app.the(
          "list item", "Tiny, llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0")
        try await app.eventually("the first row has the keyboard") { row.has(.focused) }
        try await app.key("Return")
        try await app.text("\(app.folder.folder)/0.gguf")
        try await app.text("8192 tokens")
        try await app.key("Escape")
        try await app.eventually("the details are gone") { !app.shows("Fingerprint") && row.has(.focused) }
        // What the pointer is over would be chosen.
        try await Pointer.point(x: 0, y: 0)
        try await app.key("Menu")
        try await app.the("menu item", "Set as Default")
        try await app.key("Down", "Down", "Down", "Return")
        try await app.the(
          "list item", beginning: "Tiny, llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0, Answers")
        let service = app.service
        let chosen = try await app.awaiting("the settings are read") { try await service.currentSettings() }
        #expect(try await app.models().first?.agent == chosen.agentForNewChats)
        try await app.eventually("the row has the keyboard again") {
          app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try await app.key("Delete")
        try await app.text("“Tiny” was removed. Its file stays.")
        try await app.eventually("the row is gone") { !app.all("list item").contains { $0.name.hasPrefix("Tiny") } }
        #expect(try await !app.models().contains { $0.name == "Tiny" })
        // Who closes the page at once can still take it back.
        try await app.key("Escape")
        try await app.eventually("the page is closed") { app.all("frame", "Models").isEmpty }
        try await app.text("“Tiny” was removed. Its file stays.")
        try await app.the("button", beginning: "Undo").press()
        try await app.eventually("it is there again") { try await app.models().contains { $0.name == "Tiny" } }
        try await app.key("ctrl+shift+m")
        try await app.the("list item", beginning: "Tiny, ")
        #expect(access(app.folder.folder + "/0.gguf", F_OK) == 0)
      }
    }

    @Test func `Nothing is loaded or unloaded by hand of the model that is built in`() async throws {
      try await withModels { app in
        try await app.key("ctrl+shift+m")
        let row = try await app.the("list item", beginning: "Sotto Mini, Built in")
        let models = app.started.models
        try await app.awaiting("it is loaded") { try await models.load(.builtIn, context: nil, anyway: true) }
        try await app.expectStays("the page does not speak of that") {
          !row.name.contains("Loaded") && app.all("button").allSatisfy { !["Load", "Unload"].contains($0.name) }
        }
        try await app.press("button", "More for Sotto Mini")
        try await app.the("menu item", "Measure Speed")
        try await app.expectStays("nor does its menu") {
          app.all("menu item").allSatisfy { !["Load", "Unload"].contains($0.name) }
        }
      }
    }

    @Test func `Who has only Sotto Mini is offered models that suit this machine, and one button fetches one`()
      async throws
    {
      let host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
      host.behave("hold:1000")
      try await withFace(environment: { try $0.personas().merging(["SOTTO_HUB": host.address]) { $1 } }) { app in
        try await app.key("ctrl+shift+m")
        try await app.text("Models That Suit This Machine")
        let names = self.offered(by: app)
        #expect((1...3).contains(names.count))
        let (name, others) = (try #require(names.first), names.dropFirst())
        // Where none fits, the smallest is the only one.
        let rows = app.all("list item").filter { item in names.contains { item.name.hasPrefix($0 + ", ") } }
        #expect(rows.count == names.count)
        #expect(names.count == 1 || rows.allSatisfy { $0.name.hasSuffix("Fits this machine") })
        try await app.expectStays("nothing was asked of the network") { host.asked.isEmpty }
        try await app.press("button", "Download \(name)")
        try await app.the("button", "Pause the download of \(name)")
        try await app.eventually("it is no longer offered") { app.all("button", "Download \(name)").isEmpty }
        // The window is not at rest while something comes.
        try await app.frames(3)
        try await app.expect("only that one is fetched, and the others are offered as before") {
          self.offered(by: app) == Array(others)
            && app.all("button") { $0.name.hasPrefix("Pause the download of ") }.count == 1
        }
        try await app.press("button", "Cancel the download of \(name)")
      }
      try await withModels("Tiny") { app in
        try await app.key("ctrl+shift+m")
        try await app.the("list item", beginning: "Tiny, ")
        try await app.text("Found on This Machine")
        try await app.expectStays("who has a model is offered none") { !app.shows("Models That Suit This Machine") }
      }
    }

    /// What the page offers to download, from top to bottom.
    private func offered(by app: Face) -> [String] {
      app.all("button") { $0.name.hasPrefix("Download ") }.map { String($0.name.dropFirst("Download ".count)) }
    }

    @Test func `Enter on an offered model fetches that one alone, however long it is held`() async throws {
      let host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
      host.behave("hold:1000")
      try await withFace(environment: { try $0.personas().merging(["SOTTO_HUB": host.address]) { $1 } }) { app in
        try await app.key("ctrl+shift+m")
        try await app.text("Models That Suit This Machine")
        try await app.the("button", beginning: "Download ")
        let name = try #require(self.offered(by: app).first)
        try await app.tab(to: "the list") { $0.role == "list item" }
        // Behind Sotto Mini, past the heading.
        try await app.key("Home", "Down")
        try await app.eventually("the offer has the keyboard") { app.focused?.name.hasPrefix(name + ", ") == true }
        try await Pointer.run("xdotool", "keydown", "Return")
        do { try await isAlone(name, in: app) } catch {
          try await Pointer.run("xdotool", "keyup", "Return")
          throw error
        }
        try await Pointer.run("xdotool", "keyup", "Return")
        // Let go, it does what it does in that row.
        try await app.key("Return")
        try await app.the("button", "Resume the download of \(name)")
      }
    }

    /// The download of that name has the keyboard, is the only one, and goes on while Enter is held.
    private func isAlone(_ name: String, in app: Face) async throws {
      try await app.the("button", "Pause the download of \(name)")
      try await app.eventually("the download has the keyboard") {
        app.focused?.role == "list item" && app.focused?.name.hasPrefix(name + ", ") == true
      }
      // As a key that repeats while it is held.
      for _ in 0..<3 { try await Pointer.run("xdotool", "keydown", "Return") }
      try await app.frames(3)
      try await app.expect("it is the only one, and goes on") {
        app.all("button") { $0.name.hasPrefix("Pause the download of ") }.count == 1
          && app.all("button") { $0.name.hasPrefix("Resume the download of ") }.isEmpty
      }
    }

    @Test func `A file that is no model is refused with a sentence that stays until it is dismissed`() async throws {
      try await withModels { app in
        let text = app.folder.folder + "/text.gguf"
        try Data("no model".utf8).write(to: URL(filePath: text))
        try await app.key("ctrl+m")
        try await app.press("button", "Models…")
        try await app.the("list item", beginning: "Sotto Mini, Built in")
        try await app.press("button", "Import a File")
        try await app.the("button", ending: "Import")
        try await app.typePath(text)
        try await app.text("“text.gguf” is no model that Sotto can use.")
        try await app.press("button", "Dismiss")
        try await app.eventually("the sentence is gone") { !app.shows("is no model that Sotto can use") }
        let part = try model("Large-00002-of-00003.gguf", in: app.folder)
        let clipboard = try await app.offer(files: [part])
        defer { clipboard.end() }
        try await app.key("ctrl+v")
        try await app.text("“Large-00002-of-00003.gguf” is a part of a model, and others are not beside it")
        #expect(try await app.models().count == 1)
      }
    }

    @Test func `Models of other programs are found when somebody looks for them`() async throws {
      try await withModels { app in
        try await app.key("ctrl+shift+m")
        try await app.press("button", "Look")
        try await app.text("No others, as far as Sotto can see.")
        try model(".cache/llama.cpp/Smol.gguf", in: app.folder, bytes: 1_100_000)
        try await app.press("button", "Look")
        try await app.the("list item", "Smol, llama.cpp · 1.1 MB")
        try await app.text("1 model that is not imported")
        try await app.the("button", beginning: "Import Smol")
      }
    }

    @Test func `What another process removes goes from the page, and a file that is gone has its sentence`()
      async throws
    {
      try await withModels("Tiny", "Zebra") { app in
        try await app.key("F10")
        try await app.press("menu item", "Models")
        try await app.the("list item", beginning: "Zebra, ")
        try await app.isInFront("Models")
        try await app.sotto("models", "remove", "Zebra")
        try await app.eventually("the row is gone") { !app.all("list item").contains { $0.name.hasPrefix("Zebra") } }
        try await app.key("Escape")
        try await app.eventually("the page is closed") { app.all("frame", "Models").isEmpty }
        unlink(app.folder.folder + "/0.gguf")
        try await app.key("ctrl+shift+m")
        try await app.text("The file of “Tiny” is not where it was.")
        try await app.expect("none can be loaded") { app.all("button", "Load").isEmpty }
      }
    }

    @Test func `The first page leads to the models, too`() async throws {
      try await withFirstPage { app in
        try await app.press("button", "Models on This Machine…")
        try await app.the("list item", beginning: "Sotto Mini, Built in")
        try await app.isInFront("Models")
        try await app.key("Escape")
        let start = try await app.the("button", "Start Chatting")
        try await app.eventually("the first page has the keyboard") { start.has(.focused) }
        try await app.key("Return")
        try await app.text("Talk with Crew")
      }
    }
  }
}
