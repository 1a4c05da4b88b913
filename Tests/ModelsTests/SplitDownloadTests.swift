import Domain
import FoundationEssentials
import Models
import TestLibrary
import TestSupport
import Testing

/// Models in several files, from a host on this machine that misbehaves.
@Suite(.timeLimit(.minutes(1)))
struct SplitDownloadTests {
  private let fixture: DownloadFixture
  private let names = (1...3).map { "Big-0000\($0)-of-00003.gguf" }
  private let parts = [100_000, 300_000, 200_000].enumerated().map { number, bytes in
    DownloadFixture.model(bytes: bytes, seed: UInt64(number + 5))
  }
  private var host: ModelHost { fixture.host }

  init() async throws {
    fixture = try await DownloadFixture()
    for (name, part) in zip(names, parts) { host.put(part, named: name) }
  }

  private func source(_ number: Int, in folder: String = "sub/") -> ModelSource {
    .hub(repository: "any/repo", revision: "main", file: folder + names[number - 1])
  }

  private func expectWhole() async throws {
    #expect(fixture.names == names)
    for (name, part) in zip(names, parts) { #expect(try fixture.bytes(name) == part) }
    let models = try await fixture.library.models.entries().map(\.model)
    #expect(models.map(\.file.path) == [fixture.folder + "/" + names[0]] && models.map(\.file.bytes) == [600_000])
  }

  private func fault(_ mode: String, for number: Int) async throws -> DownloadFault? {
    host.behave(mode, for: names[number - 1])
    try await fixture.start(source(1))
    let ended = try await fixture.end()
    if case .failed(let fault) = ended.state { return fault }
    return nil
  }

  /// A download that rests in its second part.
  private func rest() async throws -> String {
    host.behave("hold:50000", for: names[1])
    let id = try await fixture.start(source(2))
    let resting = fixture.folder + "/" + names[1] + ".part"
    func bytes() -> Int? { (try? FileManager.default.attributesOfItem(atPath: resting))?[.size] as? Int }
    try await lookUntil { bytes() == 50_000 }
    await fixture.downloader.pause(id)
    host.behave("plain", for: names[1])
    return id
  }

  @Test func `whichever part is chosen, all come as one download and become one model`() async throws {
    let id = try await fixture.start(source(2))
    #expect(id == names[0])
    #expect(await fixture.downloader.current().map(\.name) == ["Big.gguf"])
    let done = try await fixture.end()
    #expect(done.total == 600_000 && done.received == 600_000)
    try await expectWhole()
    // How long each is was asked before the first came.
    let asked = host.asked.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
    #expect(asked == names + names)
    guard case .done(let model) = done.state else { return #expect(Bool(false)) }
    try await fixture.downloader.delete(model)
    #expect(fixture.names == [])
  }

  @Test func `it pauses in any part, and goes on there in another process`() async throws {
    let id = try await rest()
    let other = DownloadFixture.downloader(fixture.library, host)
    let resting = try #require(await other.current().first)
    #expect(resting.id == id && resting.received == 150_000 && resting.total == 600_000 && resting.state == .paused)
    let before = host.asked.count
    await other.resume(id)
    guard case .done = try await fixture.end(in: other).state else { return #expect(Bool(false)) }
    try await expectWhole()
    #expect(host.asked.dropFirst(before).map(\.range) == ["bytes=50000-", nil])
  }

  @Test func `nothing comes where there is no room for all of it`() async throws {
    let downloader = DownloadFixture.downloader(fixture.library, host) { _ in 100_400_000 }
    _ = try await downloader.start(source(1), named: nil)
    let ended = try await fixture.end(in: downloader)
    #expect(ended.state == .failed(.noSpace(needs: 100_600_000, free: 100_400_000)) && ended.received == 0)
  }

  @Test func `one part that is wrong, missing or none of a model is named, and nothing else comes twice`() async throws
  {
    #expect(try await fault("status:404", for: 3) == .notFound(name: names[2]))
    // Also after a restart.
    let restarted = await DownloadFixture.downloader(fixture.library, host).current()
    #expect(restarted.map(\.state) == [.failed(.notFound(name: names[2]))])
    host.behave("plain", for: names[2])
    #expect(try await fault("wrong-hash", for: 2) == .wrongContents(name: names[1]))
    let later = DownloadFixture.downloader(fixture.library, host)
    #expect(await later.current().map(\.state) == [.failed(.wrongContents(name: names[1]))])
    #expect(await later.current().map(\.received) == [300_000])
    #expect(try await fault("page", for: 2) == .notAModel(name: names[1]))
    let before = host.asked.count
    #expect(try await fault("plain", for: 2) == nil)
    try await expectWhole()
    // The page had said no length.
    #expect(host.asked.count == before + 2)
  }

  @Test func `a kill between any two steps leaves what the next look goes on with`() async throws {
    let id = try await rest()
    try await fixture.start(source(3))
    _ = try await fixture.end()
    // The first has its name, of the second there is a part, of the third nothing.
    for model in try await fixture.library.models.entries() { _ = try await fixture.library.models.remove(model.id) }
    let record =
      #"{"repository": "any/repo", "revision": "main", "file": "sub/Big-00001-of-00003.gguf", "name": "Big", "synced": 0}"#
    try Data(record.utf8).write(to: URL(filePath: fixture.folder + "/\(id).download"))
    let second = fixture.folder + "/" + names[1]
    try FileManager.default.moveItem(atPath: second, toPath: second + ".part")
    try FileManager.default.removeItem(atPath: fixture.folder + "/" + names[2])
    let later = DownloadFixture.downloader(fixture.library, host)
    #expect(await later.current().map(\.state) == [.paused])
    await later.resume(id)
    _ = try await fixture.end(in: later)
    try await expectWhole()
    // All have their names, and nothing was imported.
    for model in try await fixture.library.models.entries() { _ = try await fixture.library.models.remove(model.id) }
    try Data(record.utf8).write(to: URL(filePath: fixture.folder + "/\(id).download"))
    _ = await DownloadFixture.downloader(fixture.library, host).current()
    try await expectWhole()
  }

  @Test func `what cannot be imported is there with all parts, and is imported when somebody tries again`() async throws
  {
    fixture.library.headers.answer(.failure(.noEngine(reason: nil)), for: names[0])
    #expect(try await fault("plain", for: 1) == .model(.noEngine(reason: nil)))
    let later = DownloadFixture.downloader(fixture.library, host)
    let failed = try #require(await later.current().first)
    #expect(failed.state == .failed(.model(.noEngine(reason: nil))) && failed.received == 600_000)
    fixture.library.headers.answer(.success(ModelFacts(architecture: "llama")), for: names[0])
    let before = host.asked.count
    await later.resume(failed.id)
    guard case .done = try await fixture.end(in: later).state else { return #expect(Bool(false)) }
    try await expectWhole()
    #expect(host.asked.count == before)
  }

  @Test func `no part of what is imported is deleted, though its record is still there`() async throws {
    let id = try await fixture.start(source(1))
    _ = try await fixture.end()
    let record =
      #"{"repository": "any/repo", "revision": "main", "file": "sub/Big-00001-of-00003.gguf", "name": "Big", "synced": 0}"#
    try Data(record.utf8).write(to: URL(filePath: fixture.folder + "/\(id).download"))
    let later = Downloader(
      into: fixture.folder + "/../models/", models: fixture.library.models,
      surroundings: fixture.library.surroundings, environment: [:], keyring: NoKeyring(), hub: nil)
    #expect(await later.current() == [])
    try await expectWhole()
  }

  @Test func `only one process has it, whichever part comes, and cancelling it deletes all parts`() async throws {
    host.behave("hold:50000", for: names[2])
    let id = try await fixture.start(source(1))
    try await fixture.until { _ in (try? fixture.bytes(names[2] + ".part").count) == 50_000 }
    let other = DownloadFixture.downloader(fixture.library, host)
    #expect(await other.current().map(\.state) == [.elsewhere])
    await #expect(throws: DownloadFault.elsewhere(name: "Big.gguf")) { try await other.start(source(2), named: nil) }
    await fixture.downloader.remove(id)
    #expect(fixture.names == [])
  }

  @Test func `its parts are one line of a repository's list, and too many are refused`() async throws {
    let files = try await fixture.downloader.files(of: "any/repo", revision: "main")
    let model = try #require(files.first { $0.path == "sub/" + names[0] })
    #expect(model.parts == 3 && model.bytes == 600_000)
    #expect(files.allSatisfy { $0.path == model.path || $0.parts == 1 })
    for name in ["Big-00001-of-00100.gguf", "Big-00004-of-00003.gguf"] {
      await #expect(throws: DownloadFault.split(name: name)) {
        try await fixture.start(.hub(repository: "any/repo", revision: "main", file: name))
      }
    }
    let address = "https://example.invalid/a/Big-00002-of-00003.gguf?x=Big-00002-of-00003.gguf"
    #expect(fixture.host.asked.count == 1)
    let id = try await fixture.start(.web(address: address))
    #expect(
      await fixture.downloader.current().first { $0.id == id }?.source
        == .web(address: "https://example.invalid/a/Big-00001-of-00003.gguf?x=Big-00002-of-00003.gguf"))
    await fixture.downloader.remove(id)
  }
}
