import Domain
import FoundationEssentials
import Models
import TestLibrary
import TestSupport
import Testing

/// Downloads of what is here already, and of what was damaged since it came.
@Suite(.timeLimit(.minutes(1)))
struct DownloadAgainTests {
  private let fixture: DownloadFixture

  init() async throws { fixture = try await DownloadFixture() }

  private func fetch(_ source: ModelSource = DownloadFixture.source) async throws -> (ModelDownload, LocalModel?) {
    try await fixture.start(source)
    let ended = try await fixture.end()
    if case .done(let model) = ended.state { return (ended, model) }
    return (ended, nil)
  }

  /// The file at another place of the same host.
  private let elsewhere = ModelSource.hub(repository: "an/other", revision: "main", file: "Other.gguf")

  @Test func `what was downloaded is here when it is asked for again, also for a later process`() async throws {
    let (first, model) = try await fetch()
    #expect(!first.wasHere && model != nil)
    let (again, same) = try await fetch()
    #expect(again.wasHere && same == model)
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    _ = try await later.start(DownloadFixture.source, named: nil)
    #expect(await later.current().map(\.wasHere) == [true])
    #expect(fixture.host.asked.count == 1)
    try await fixture.expectWhole()
  }

  @Test func `what was taken out of the library and stayed on the disk is imported, and not fetched`() async throws {
    let model = try #require(try await fetch().1)
    _ = try await fixture.library.models.remove(model.id)
    let (again, same) = try await fetch()
    #expect(again.wasHere && same?.id == model.id)
    #expect(fixture.host.asked.count == 1)
    try await fixture.expectWhole()
  }

  @Test func `what was deleted is fetched again, by Sotto or by hand`() async throws {
    let model = try #require(try await fetch().1)
    try await fixture.downloader.delete(model)
    #expect(fixture.names == [])
    #expect(try await !fetch().0.wasHere)
    try FileManager.default.removeItem(atPath: fixture.folder + "/Tiny.gguf")
    #expect(try await !fetch().0.wasHere)
    #expect(fixture.host.asked.count == 3)
    try await fixture.expectWhole()
  }

  @Test func `a file that was imported from elsewhere is known by its length and its hash before a byte comes`()
    async throws
  {
    let path = fixture.library.folder + "/mine.gguf"
    try Data(fixture.file).write(to: URL(filePath: path))
    let mine = try await fixture.library.models.add(path)
    let (ended, model) = try await fetch(elsewhere)
    #expect(ended.wasHere && model == mine && ended.received == 0)
    #expect(fixture.names == [] && fixture.host.asked.count == 1)
    // As long, and another one.
    let other = DownloadFixture.model(bytes: fixture.file.count, seed: 3)
    fixture.host.change(to: other)
    let (fetched, new) = try await fetch(elsewhere)
    #expect(!fetched.wasHere && new != mine && new != nil)
    #expect(try fixture.bytes("Other.gguf") == other)
  }

  @Test func `a link that may be signed is kept nowhere once its file is there`() async throws {
    let record = #"{"address": "https://a.invalid/Tiny.gguf?signature=secret", "name": "Tiny", "synced": 0}"#
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    try Data(record.utf8).write(to: URL(filePath: fixture.folder + "/Tiny.gguf.download"))
    try Data(fixture.file).write(to: URL(filePath: fixture.folder + "/Tiny.gguf"))
    _ = await fixture.downloader.current()
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder) == ["Tiny.gguf"])
  }

  /// A download whose import failed, for the file was damaged since it came.
  private func damaged(_ mode: String = "plain") async throws -> DownloadFault? {
    fixture.library.headers.answer(.failure(.noEngine(reason: nil)), for: "Tiny.gguf")
    #expect(try await fixture.fault(mode) == .model(.noEngine(reason: nil)))
    var bytes = fixture.file
    bytes[150_000] ^= 1
    try Data(bytes).write(to: URL(filePath: fixture.folder + "/Tiny.gguf"))
    fixture.library.headers.answer(.failure(.damaged(name: "Tiny.gguf")), for: "Tiny.gguf")
    let ended = try await fetch().0
    fixture.library.headers.answer(.success(ModelFacts(architecture: "llama")), for: "Tiny.gguf")
    if case .failed(let fault) = ended.state { return fault }
    return nil
  }

  @Test func `a whole file that is not what came says so, and Try Again fetches it anew`() async throws {
    #expect(try await damaged() == .wrongContents(name: "Tiny.gguf"))
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    #expect(await later.current().map(\.state) == [.failed(.wrongContents(name: "Tiny.gguf"))])
    await later.resume("Tiny.gguf")
    guard case .done = try await fixture.end(in: later).state else { return #expect(Bool(false)) }
    #expect(fixture.host.asked.count == 2)
    try await fixture.expectWhole()
  }

  @Test func `one of which nobody knows the hash is fetched anew by the second Try Again`() async throws {
    #expect(try await damaged("no-hash") == .model(.damaged(name: "Tiny.gguf")))
    #expect(fixture.host.asked.count == 1)
    let (ended, model) = try await fetch()
    #expect(model != nil && !ended.wasHere && fixture.host.asked.count == 2)
    try await fixture.expectWhole()
  }

  @Test func `one that is what its host has is imported again, and not fetched`() async throws {
    fixture.library.headers.answer(.failure(.damaged(name: "Tiny.gguf")), for: "Tiny.gguf")
    #expect(try await fixture.fault("plain") == .model(.damaged(name: "Tiny.gguf")))
    #expect(try await fixture.fault("plain") == .model(.damaged(name: "Tiny.gguf")))
    #expect(fixture.host.asked.count == 1)
    // Also where it was sound once.
    var bytes = fixture.file
    bytes[150_000] ^= 1
    try Data(bytes).write(to: URL(filePath: fixture.folder + "/Tiny.gguf"))
    #expect(try await fixture.fault("plain") == .wrongContents(name: "Tiny.gguf"))
  }
}
