import Domain
import FoundationEssentials
import Glibc
import Models
import TestLibrary
import TestSupport
import Testing

/// A model whose file lies elsewhere by now, and one of which no library knows.
@Suite(.timeLimit(.minutes(1)))
struct FindTests {
  @Test func `a file that was moved is found where somebody says, and no other file is taken for it`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let path = try fixture.file("a.gguf")
    let model = try await models.add(path)
    let moved = fixture.models + "/elsewhere.gguf"
    #expect(rename(path, moved) == 0)
    let other = try fixture.file("b.gguf", filledWith: 2)
    #expect(await fault { try await models.check(model.id, at: other) } == .otherModel(name: "b.gguf"))
    #expect(await fault { try await models.check(model.id, at: nil) } == .notFound(name: "a"))
    #expect(
      await fault { try await models.check(model.id, at: fixture.models) }
        == .notAFile(name: "files"))
    let found = try await models.check(model.id, at: moved)
    #expect(found.id == model.id && found.name == "a" && found.file.path == moved)
    #expect(try await models.entries() == [ModelEntry(model: found)])
  }

  @Test func `a model that nobody has imported is opened, and only as long as it is the same`() async throws {
    let fixture = try await ModelFixture()
    let path = try fixture.file("a.gguf")
    let loose = try await LooseModel(
      at: path, reader: FakeModelHeaders(), surroundings: fixture.library.surroundings)
    #expect(loose.model.name == "a" && loose.model.facts.architecture == "llama")
    for file in try await loose.open(loose.model.id) { close(file) }
    try fixture.file("a.gguf", filledWith: 3)
    #expect(await fault { try await loose.open(loose.model.id) } == .changed(name: "a"))
    #expect(try await fixture.library.models.entries() == [])
  }
}
