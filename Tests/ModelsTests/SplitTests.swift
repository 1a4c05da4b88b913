import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import Testing

/// Models in several files.
@Suite(.timeLimit(.minutes(1)))
struct SplitTests {
  private func parts(_ fixture: ModelFixture, in folder: String = "") throws -> [String] {
    try (1...3).map { try fixture.file("\(folder)Large-0000\($0)-of-00003.gguf", filledWith: UInt8($0)) }
  }

  @Test func `any part is the whole model, and is known again wherever all of them lie`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let parts = try parts(fixture)
    let model = try await models.add(parts[1])
    #expect(model.name == "Large" && model.file.path == parts[0] && model.file.bytes == 3 * 4_096)
    let open = try await models.open(model.id)
    #expect(open.count == 3)
    for file in open { close(file) }
    #expect(await fault { try await models.add(parts[2]) } == .alreadyHere(name: "Large"))
    let elsewhere = try self.parts(fixture, in: "elsewhere/")
    unlink(parts[2])
    #expect(try await models.entries().map(\.state) == [.unavailable(.notFound(name: "Large"))])
    let found = try await models.check(model.id, at: elsewhere[2])
    #expect(found.file.path == elsewhere[0])
    #expect(try await models.entries().map(\.state) == [.unloaded])
  }

  @Test func `what is missing is named, and a part that was changed is noticed`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let parts = try parts(fixture)
    unlink(parts[1])
    #expect(
      await fault { try await models.add(parts[0]) }
        == .partsMissing(name: "Large-00001-of-00003.gguf", missing: ["Large-00002-of-00003.gguf"]))
    let model = try await models.add(try self.parts(fixture)[0])
    try fixture.file("Large-00003-of-00003.gguf", filledWith: 7)
    #expect(await fault { try await models.open(model.id) } == .changed(name: "Large"))
    #expect(await fault { try await models.check(model.id, at: nil) } == .replaced(name: "Large"))
    let many = try fixture.file("Many-00001-of-00100.gguf")
    #expect(await fault { try await models.add(many) } == .split(name: "Many-00001-of-00100.gguf", parts: 100))
  }

  @Test func `links whose names are those of parts are the model, and one that leads elsewhere is noticed`()
    async throws
  {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let folder = fixture.models + "/snapshots/1"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let links = try (1...3).map { number in
      let link = folder + "/Large-0000\(number)-of-00003.gguf"
      _ = try fixture.file("blobs/\(number)00aa", filledWith: UInt8(number))
      symlink("../../blobs/\(number)00aa", link)
      return link
    }
    unlink(links[2])
    #expect(
      await fault { try await models.add(links[0]) }
        == .partsMissing(name: "Large-00001-of-00003.gguf", missing: ["Large-00003-of-00003.gguf"]))
    symlink("../../blobs/300aa", links[2])
    let model = try await models.add(links[1])
    #expect(model.name == "Large" && model.file.path == links[0] && model.file.bytes == 3 * 4_096)
    for file in try await models.open(model.id) { close(file) }
    #expect(await fault { try await models.add(links[0]) } == .alreadyHere(name: "Large"))
    unlink(links[2])
    #expect(try await models.entries().map(\.state) == [.unavailable(.notFound(name: "Large"))])
    symlink(try fixture.file("blobs/other", filledWith: 3), links[2])
    #expect(await fault { try await models.open(model.id) } == .changed(name: "Large"))
    #expect(try await models.check(model.id, at: nil).file.path == links[0])
    unlink(links[2])
    symlink("/dev/zero", links[2])
    #expect(await fault { try await models.open(model.id) } == .notAFile(name: "Large"))
  }
}
