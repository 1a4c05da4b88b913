import Domain
import FoundationEssentials
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// The page of local models, on a real library and real files.
@Suite(.timeLimit(.minutes(1)))
struct ModelsTests {
  private func file(_ name: String, in library: TestLibrary, filledWith byte: UInt8 = 1) throws -> String {
    let path = library.folder + "/" + name
    var data = Data(repeating: byte, count: 5_000)
    data.replaceSubrange(0..<4, with: "GGUF".utf8)
    try data.write(to: URL(filePath: path))
    return path
  }

  private func open(_ library: TestLibrary) async throws -> (LibraryModel, ModelsModel) {
    let model = try await openModel(library)
    await model.models.show()
    return (model, model.models)
  }

  @Test
  func `Files that are imported come into the list by name, and one that is none says so until something is done`()
    async throws
  {
    let library = try await TestLibrary()
    let (_, models) = try await open(library)
    #expect(models.isRead && models.rows.isEmpty)
    await models.add([try file("b.gguf", in: library), try file("a.gguf", in: library, filledWith: 2)]).value
    await until { models.rows.map(\.name) == ["a", "b"] }
    #expect(models.importing == 0 && models.trouble == nil)
    #expect(models.rows[0].summary == "llama · 5.0 kB" && models.rows[0].spoken == "a, llama · 5.0 kB")
    await models.add(["/nowhere.gguf", library.folder]).value
    #expect(models.trouble?.contains("no ordinary file") == true)
    models.setDefault(models.rows[1].id)
    #expect(models.rows.map(\.isDefault) == [false, true] && models.rows[1].state == "Answers in new chats")
    models.check(models.rows[0].id)
    await until { models.trouble == nil }
  }

  @Test func `What is removed comes back by Undo, and what another process does is seen`() async throws {
    let library = try await TestLibrary()
    let (model, models) = try await open(library)
    let path = try file("a.gguf", in: library)
    await models.add([path]).value
    await until { models.rows.count == 1 }
    _ = model.notices.take()
    models.remove(models.rows[0].id)
    await until { models.rows.isEmpty && model.notices.newest?.button == "Undo" }
    #expect(model.notices.newest?.text == "“a” was removed. Its file stays.")
    model.notices.newest?.action?()
    await until { models.rows.map(\.name) == ["a"] }
    let other = try await TestLibrary(in: library.folder)
    _ = try await other.models.remove(models.rows[0].id)
    await until { models.rows.isEmpty }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `The button loads and unloads, with what is told of it, and asks before what does not fit`() async throws {
    let library = try await TestLibrary()
    let (_, models) = try await open(library)
    let huge = ModelFacts(architecture: "llama", contextLength: 1 << 20, contextBytesPerToken: 1 << 40)
    let small = try await library.addModel(
      try file("a.gguf", in: library), ModelFacts(architecture: "llama", contextLength: 512, contextBytesPerToken: 1))
    let large = try await library.addModel(try file("b.gguf", in: library, filledWith: 2), huge)
    await until { models.rows.count == 2 }
    #expect(models.questionBeforeLoading(small.id) == nil)
    #expect(models.questionBeforeLoading(large.id)?.heading == "Load “b”?")
    #expect(models.rows[0].canLoad && models.rows[0].buttonLabel == "_Load")
    models.load(small.id)
    await library.loader.asked(for: small.id)
    library.loader.tell([small.id: .loading(part: 0.25)])
    await until { models.rows[0].state == "Loading… 25 %" }
    #expect(models.rows[0].loadedPart == 0.25 && models.rows[0].buttonLabel == "_Unload")
    library.loader.tell([small.id: .loaded(context: 4_096)])
    await until { models.rows[0].state == "Loaded" }
    #expect(await models.details(of: small.id).first?.value == "Loaded")
    library.loader.tell([small.id: .failed(.damaged(name: "a"))])
    await until { models.rows[0].state == ModelFault.damaged(name: "a").sentence }
    #expect(models.rows[0].isUnavailable && models.rows[0].buttonLabel == "_Load")
    try await library.models.loadEnded(small.id, endedEngine: true)
    library.loader.tell([:])
    await until { models.rows[0].isUnavailable && models.rows[0].canLoad && !models.rows[0].canBeChecked }
  }

  @Test func `A library that is only read imports nothing and changes nothing`() async throws {
    let library = try await TestLibrary()
    _ = try await library.models.add(try file("a.gguf", in: library))
    let model = LibraryModel(
      service: library.service, models: library.models, downloads: library.downloads,
      clock: MinuteClock(surroundings: library.surroundings),
      settings: Settings(), demo: [], readOnly: "Read only.")
    await model.models.show()
    await model.models.add([try file("b.gguf", in: library, filledWith: 2)]).value
    model.models.setDefault(model.models.rows[0].id)
    #expect(model.models.rows.map(\.isDefault) == [false])
    #expect(try await library.models.entries().count == 1)
  }
}
