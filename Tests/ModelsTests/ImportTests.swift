import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Models

/// Models that are imported in place, from real files.
@Suite(.timeLimit(.minutes(1)))
struct ImportTests {
  @Test func `A file is imported where it lies, with what its header says, and is there after that`() async throws {
    let fixture = try await ModelFixture()
    let path = try fixture.file("Tiny.gguf")
    let facts = ModelFacts(name: "Tiny Llama", architecture: "llama", parameters: 5, quantisation: "Q8_0")
    fixture.library.headers.answer(.success(facts), for: "Tiny.gguf")
    let model = try await fixture.library.models.add(path)
    #expect(model.name == "Tiny Llama" && model.facts == facts)
    #expect(model.file.path == path && model.file.bytes == 4_096)
    #expect(model.agent == "model:" + model.id.description.prefix(16))
    #expect(try await fixture.library.models.entries() == [ModelEntry(model: model)])
    #expect(access(path, F_OK) == 0)
  }

  @Test func `A model without a name is called after its file`() async throws {
    let fixture = try await ModelFixture()
    #expect(try await fixture.library.models.add(try fixture.file("My Model.GGUF")).name == "My Model")
    fixture.library.headers.answer(.success(ModelFacts(name: " ", architecture: "a")), for: "other")
    #expect(try await fixture.library.models.add(try fixture.file("other", filledWith: 2)).name == "other")
  }

  @Test func `One that has the name of another says in which file it is`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let facts = ModelFacts(name: "Tiny Llama", architecture: "llama")
    for name in ["one.gguf", "two.gguf"] { fixture.library.headers.answer(.success(facts), for: name) }
    let (one, two) = (try fixture.file("one.gguf"), try fixture.file("two.gguf", filledWith: 2))
    #expect(try await models.add(one).name == "Tiny Llama")
    #expect(try await models.add(two).name == "Tiny Llama (two.gguf)")
    // What is imported again keeps its name.
    unlink(two)
    fixture.library.surroundings.advance(by: .seconds(9))
    try fixture.file("two.gguf", filledWith: 2)
    _ = await fault { try await models.add(two) }
    #expect(try await models.entries().map(\.model.name).contains("Tiny Llama (two.gguf)"))
  }

  @Test func `The same file is not imported twice, under whatever name, and one that moved is found again`()
    async throws
  {
    let fixture = try await ModelFixture()
    let (one, other) = (try fixture.file("a.gguf"), try fixture.file("b.gguf"))
    let model = try await fixture.library.models.add(one)
    #expect(await fault { try await fixture.library.models.add(one) } == .alreadyHere(name: "a"))
    #expect(await fault { try await fixture.library.models.add(other) } == .alreadyHere(name: "a"))
    unlink(one)
    #expect(try await fixture.library.models.entries().map(\.state) == [.unavailable(.notFound(name: "a"))])
    fixture.library.surroundings.advance(by: .seconds(9))
    let moved = try await fixture.library.models.add(other)
    #expect(moved.id == model.id && moved.file.path == other && moved.addedAt == model.addedAt)
    #expect(try await fixture.library.models.entries() == [ModelEntry(model: moved)])
  }

  @Test func `A link is followed once, and the file that it leads to is kept`() async throws {
    let fixture = try await ModelFixture()
    let path = try fixture.file("deep/real.gguf")
    symlink("deep/real.gguf", fixture.models + "/link.gguf")
    let model = try await fixture.library.models.add(fixture.models + "/link.gguf")
    #expect(model.file.path == path && model.name == "link")
    unlink(fixture.models + "/link.gguf")
    #expect(try await fixture.library.models.entries().map(\.state) == [.unloaded])
    // A link in the place of the file is another file.
    rename(path, fixture.models + "/elsewhere.gguf")
    symlink("../elsewhere.gguf", path)
    #expect(try await fixture.library.models.entries().map(\.state) == [.unavailable(.changed(name: "link"))])
    #expect(await fault { try await fixture.library.models.open(model.id) } == .notAFile(name: "link"))
  }

  @Test func `What is no model is refused in its own words, at once, and nothing is kept`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let folder = fixture.models
    mkfifo(folder + "/pipe.gguf", 0o600)
    try Data("PK\u{3}\u{4}".utf8).write(to: URL(filePath: folder + "/zip.gguf"))
    try Data().write(to: URL(filePath: folder + "/empty.gguf"))
    symlink("nowhere", folder + "/dangling.gguf")
    symlink("round.gguf", folder + "/round.gguf")
    fixture.library.headers.answer(.failure(.damaged(name: "cut.gguf")), for: "cut.gguf")
    #expect(await fault { try await models.add(folder + "/pipe.gguf") } == .notAFile(name: "pipe.gguf"))
    #expect(await fault { try await models.add(folder) } == .notAFile(name: "files"))
    #expect(await fault { try await models.add("/dev/zero") } == .notAFile(name: "zero"))
    #expect(await fault { try await models.add(folder + "/zip.gguf") } == .notGGUF(name: "zip.gguf"))
    #expect(await fault { try await models.add(folder + "/empty.gguf") } == .notGGUF(name: "empty.gguf"))
    #expect(await fault { try await models.add(try fixture.file("cut.gguf")) } == .damaged(name: "cut.gguf"))
    for name in ["none.gguf", "dangling.gguf"] {
      #expect(
        await fault { try await models.add("\(folder)/\(name)") }
          == .cannotRead(name: name, reason: "No such file or directory"))
    }
    #expect(await fault { try await models.add(folder + "/round.gguf") }?.kind == "cannot-read")
    let part = try fixture.file("m-00002-of-00003.gguf")
    #expect(
      await fault { try await models.add(part) }
        == .partsMissing(name: "m-00002-of-00003.gguf", missing: ["m-00001-of-00003.gguf", "m-00003-of-00003.gguf"]))
    #expect(try await models.entries() == [])
    #expect(try await models.add(try fixture.file("m-00001-of-00001.gguf")).name == "m-00001-of-00001")
  }

  @Test func `A file that changed is refused until it was checked, and another model in its place is said to be one`()
    async throws
  {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let path = try fixture.file("a.gguf")
    let model = try await models.add(path)
    for file in try await models.open(model.id) { close(file) }
    // Written again with the same contents.
    unlink(path)
    try fixture.file("b.gguf", filledWith: 9)
    try fixture.file("a.gguf")
    #expect(try await models.entries().map(\.state) == [.unavailable(.changed(name: "a"))])
    #expect(await fault { try await models.open(model.id) } == .changed(name: "a"))
    #expect(await fault { try await models.load(model.id, context: nil, anyway: false) } == .changed(name: "a"))
    let checked = try await models.check(model.id, at: nil)
    #expect(checked.id == model.id && checked.file != model.file)
    for file in try await models.open(model.id) { close(file) }
    try fixture.file("a.gguf", filledWith: 3)
    #expect(await fault { try await models.check(model.id, at: nil) } == .replaced(name: "a"))
    unlink(path)
    #expect(await fault { try await models.check(model.id, at: nil) } == .notFound(name: "a"))
    #expect(await fault { try await models.open(model.id) } == .notFound(name: "a"))
  }

  @Test func `The fingerprint sees a byte in the beginning, in the end and in the blocks between`() async throws {
    let fixture = try await ModelFixture()
    let length = 12 << 20
    let path = try fixture.file("large.gguf", bytes: length)
    let file = try OpenModelFile(path)
    func id() throws -> ModelID { try Fingerprint.of(file.descriptor, bytes: Int64(length), named: "") }
    let first = try id()
    #expect(try id() == first)
    var seen: Set = [first]
    let parts = Fingerprint.parts(of: Int64(length))
    #expect(parts.count == 18 && parts.first?.count == 4_194_304 && parts.last?.count == 4_194_304)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    for part in [parts[0], parts[1], parts[9], parts[16], parts[17]] {
      try fixture.damage(path, at: Int(part.lowerBound) + 7)
      #expect(seen.insert(try id()).inserted)
    }
    #expect(Fingerprint.parts(of: 5) == [0..<5])
    #expect(Fingerprint.parts(of: 9_437_184) == [0..<9_437_184])
    #expect(
      await fault { try Fingerprint.of(file.descriptor, bytes: Int64(length + 1), named: "x") } == .changed(name: "x"))
  }

  @Test func `A model that was removed is gone with no file, and comes back as it was`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let path = try fixture.file("a.gguf")
    let model = try await models.add(path)
    #expect(try await models.remove(model.id) == model)
    #expect(try await models.entries() == [])
    #expect(access(path, F_OK) == 0)
    #expect(await fault { try await models.remove(model.id) } == .noSuchModel)
    #expect(await fault { try await models.open(model.id) } == .noSuchModel)
    try await models.restore(model)
    #expect(try await models.entries() == [ModelEntry(model: model)])
  }
}
