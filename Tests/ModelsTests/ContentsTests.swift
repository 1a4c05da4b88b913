import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Models

/// Whether files hold what their models are known by.
@Suite(.timeLimit(.minutes(1)))
struct ContentsTests {
  /// What whoever runs the model does before it reads the file.
  private func use(_ model: LocalModel, of fixture: ModelFixture) async -> ModelFault? {
    await fault {
      let files = try await fixture.library.models.open(model.id)
      defer { for file in files { close(file) } }
      try await fixture.library.models.verify(files, of: model)
    }
  }

  @Test
  func `A file that was written over is noticed although its time of change was put back, by a later process too`()
    async throws
  {
    let fixture = try await ModelFixture()
    let path = try fixture.file("a.gguf", bytes: 30 << 20)
    let model = try await fixture.library.models.add(path)
    #expect(await use(model, of: fixture) == nil)
    try fixture.damage(path, at: 1_000)
    #expect(await use(model, of: fixture) == .changed(name: "a"))
    // From then on it is said where it is listed, and a check finds another model.
    #expect(try await fixture.library.models.entries().map(\.state) == [.unavailable(.changed(name: "a"))])
    #expect(await fault { try await fixture.library.models.check(model.id, at: nil) } == .replaced(name: "a"))
    // Nobody of them has seen it before.
    let later = LooseContents()
    #expect(later.fault(path, model) == .changed(name: "a"))
  }

  @Test func `other rights, another name and back, and a second name are no change`() async throws {
    let fixture = try await ModelFixture()
    let path = try fixture.file("a.gguf")
    let model = try await fixture.library.models.add(path)
    #expect(await use(model, of: fixture) == nil)
    chmod(path, 0o600)
    #expect(await use(model, of: fixture) == nil)
    rename(path, path + ".away")
    rename(path + ".away", path)
    #expect(await use(model, of: fixture) == nil)
    link(path, path + ".second")
    #expect(await use(model, of: fixture) == nil)
    #expect(try await fixture.library.models.entries().map(\.state) == [.unloaded])
  }

  @Test func `A bit of the model that comes with Sotto is noticed, and one that is installed in its place is not`()
    async throws
  {
    let folder = newTemporaryFolder("sotto-mini")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/sotto-mini.gguf"
    var bytes = Data("GGUF".utf8) + Data(repeating: 7, count: 100_000)
    try install(bytes, at: path)
    let library = try await TestLibrary(builtIn: path)
    let model = try #require(try await library.models.entries().first?.model)
    let files = try await library.models.open(.builtIn)
    defer { for file in files { close(file) } }
    try await library.models.verify(files, of: model)
    bytes[50_000] ^= 1
    try bytes.write(to: URL(filePath: path), options: .atomic)
    let damaged = try await library.models.open(.builtIn)
    defer { for file in damaged { close(file) } }
    let said = await fault { try await library.models.verify(damaged, of: model) }
    #expect(said == .damagedInstallation(name: "Sotto Mini"))
    // What is read from goes on.
    try install(bytes, at: path)
    try await library.models.verify(files, of: model)
    try await library.models.verify(damaged, of: model)
  }

  private func install(_ bytes: Data, at path: String) throws {
    try bytes.write(to: URL(filePath: path), options: .atomic)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    try Data((FileDigest.now(file).hexadecimal + "  sotto-mini.gguf\n").utf8).write(to: URL(filePath: path + ".sha256"))
  }
}

/// What a process that has seen nothing yet finds.
private struct LooseContents {
  private let contents = ModelContents()

  func fault(_ path: String, _ model: LocalModel) -> ModelFault? {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    return contents.fault(of: [file], model)
  }
}
