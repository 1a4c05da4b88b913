import Domain
import FoundationEssentials
import Models
import TestLibrary
import TestSupport
import Testing

/// Downloads from a host on this machine that misbehaves.
@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private let fixture: DownloadFixture

  init() async throws { fixture = try await DownloadFixture() }

  @Test func `A model comes as a whole, is imported, and leaves nothing beside it`() async throws {
    try await fixture.start()
    let done = try await fixture.end()
    guard case .done(let model) = done.state else { return #expect(done.state == .paused) }
    #expect(model.name == "Tiny")
    try await fixture.expectWhole()
    #expect(fixture.host.asked.map(\.path) == ["/any/repo/resolve/main/Tiny.gguf"])
    await fixture.downloader.remove(done.id)
    #expect(await fixture.downloader.current() == [])
    try await fixture.expectWhole()
  }

  @Test func `Nothing is asked of the network before somebody asks`() async throws {
    #expect(await fixture.downloader.current() == [])
    #expect(!fixture.downloader.presets.isEmpty)
    #expect(fixture.host.asked == [] && fixture.names == [])
  }

  @Test func `What was paused goes on where it was, also in another process`() async throws {
    fixture.host.behave("hold:100000")
    let id = try await fixture.start()
    try await fixture.until { _ in (try? fixture.bytes("Tiny.gguf.part").count) == 100_000 }
    await fixture.downloader.pause(id)
    #expect(await fixture.downloader.current().map(\.state) == [.paused])
    #expect(fixture.names == ["Tiny.gguf.download", "Tiny.gguf.part"])
    fixture.host.behave("plain")
    let other = DownloadFixture.downloader(fixture.library, fixture.host)
    #expect(await other.current().map(\.received) == [100_000])
    #expect(await other.current().first?.total == 300_000)
    await other.resume(id)
    guard case .done = try await fixture.end(in: other).state else { return #expect(Bool(false)) }
    try await fixture.expectWhole()
    #expect(fixture.host.asked.map(\.range) == [nil, "bytes=100000-"])
    #expect(fixture.host.asked[1].ifRange?.hasPrefix("\"") == true)
  }

  @Test func `A connection that breaks is taken up again by itself, and given up when it always breaks`() async throws {
    // Each answer brings some of it.
    #expect(try await fixture.fault("cut:70000") == nil)
    try await fixture.expectWhole()
    #expect(fixture.host.asked.count == 5)
    #expect(fixture.host.asked.last?.range == "bytes=280000-")
  }

  @Test func `A connection that always breaks is given up, and what came is kept`() async throws {
    #expect(try await fixture.fault("cut:1000") == .network(host: "127.0.0.1:\(fixture.host.port)", .cutOff))
    #expect(fixture.host.asked.count == 6)
    #expect(try fixture.bytes("Tiny.gguf.part") == Array(fixture.file.prefix(6_000)))
    fixture.host.behave("plain")
    try await fixture.start()
    _ = try await fixture.end()
    try await fixture.expectWhole()
  }

  /// A download that rests with 100,000 bytes.
  private func rest(_ mode: String = "hold:100000") async throws -> String {
    fixture.host.behave(mode)
    let id = try await fixture.start()
    try await fixture.until { _ in (try? fixture.bytes("Tiny.gguf.part").count) == 100_000 }
    await fixture.downloader.pause(id)
    return id
  }

  @Test(arguments: ["no-ranges", "other-206:total", "other-206:start"])
  func `A host that does not go on in the middle is asked for all of it`(mode: String) async throws {
    _ = try await rest()
    fixture.host.behave(mode)
    try await fixture.start()
    let done = try await fixture.end()
    #expect(done.newStart == (mode == "no-ranges" ? .noRanges : .changed))
    try await fixture.expectWhole()
  }

  @Test func `A file that was changed meanwhile is begun anew`() async throws {
    _ = try await rest()
    fixture.host.behave("plain")
    let other = DownloadFixture.model(bytes: 200_000, seed: 9)
    fixture.host.change(to: other)
    try await fixture.start()
    let done = try await fixture.end()
    #expect(done.newStart == .changed)
    #expect(try fixture.bytes("Tiny.gguf") == other)
    #expect(fixture.names == ["Tiny.gguf"])
  }

  @Test func `A file without a hash goes on only from what was certainly on the disk`() async throws {
    let id = try await rest("no-hash-hold:100000")
    // Bytes that the disk was never told to keep.
    var bytes = try fixture.bytes("Tiny.gguf.part")
    bytes += [UInt8](repeating: 0, count: 5_000)
    try Data(bytes).write(to: URL(filePath: fixture.folder + "/Tiny.gguf.part"))
    fixture.host.behave("no-hash")
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    await later.resume(id)
    _ = try await fixture.end(in: later)
    try await fixture.expectWhole()
    #expect(fixture.host.asked.last?.range == "bytes=100000-")
  }

  @Test func `A file whose length nobody says comes, too`() async throws {
    #expect(try await fixture.fault("chunked") == nil)
    try await fixture.expectWhole()
  }

  @Test func `A file with other contents than its hash says is refused, and begun anew when asked`() async throws {
    #expect(try await fixture.fault("wrong-hash") == .wrongContents(name: "Tiny.gguf"))
    #expect(try await fixture.library.models.entries().isEmpty)
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    #expect(await later.current().map(\.state) == [.failed(.wrongContents(name: "Tiny.gguf"))])
    fixture.host.behave("plain")
    await later.resume("Tiny.gguf")
    _ = try await fixture.end(in: later)
    try await fixture.expectWhole()
  }

  @Test(arguments: [
    ("wrong-length", DownloadFault.wrongLength(name: "Tiny.gguf")), ("page", .notAModel(name: "Tiny.gguf")),
    ("status:404", .notFound(name: "Tiny.gguf")), ("status:429", .busy(host: "HOST")),
    ("status:500", .network(host: "HOST", .refused(status: 500))), ("loop", .network(host: "HOST", .tooManyRedirects)),
    ("unencrypted", .notEncrypted(host: "example.invalid")), ("gated", .needsToken(name: "any/repo")),
    ("status:403", .needsToken(name: "any/repo")),
  ])
  func `What a host does wrong has its own sentence, and nothing is kept of it`(
    mode: String, expected: DownloadFault
  ) async throws {
    let fault = try await fixture.fault(mode)
    let host = "127.0.0.1:\(fixture.host.port)"
    switch expected {
    case .busy: #expect(fault == .busy(host: host))
    case .network(_, let reason): #expect(fault == .network(host: host, reason))
    default: #expect(fault == expected)
    }
    #expect((try? fixture.bytes("Tiny.gguf.part").isEmpty) != false)
    // Also after a restart.
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    #expect(await later.current().map(\.state) == [fault.map { .failed($0) } ?? .paused])
    await fixture.downloader.remove("Tiny.gguf")
    #expect(fixture.names == [])
  }

  @Test func `A host that is not there is named at once`() async throws {
    let host = fixture.host
    let downloader = Downloader(
      into: fixture.folder, models: fixture.library.models, surroundings: fixture.library.surroundings,
      environment: ["PATH": "/usr/bin:/bin"], keyring: NoKeyring(), hub: "http://127.0.0.1:1")
    _ = try await downloader.start(DownloadFixture.source, named: nil)
    let ended = try await fixture.end(in: downloader)
    #expect(ended.state == .failed(.network(host: "127.0.0.1:1", .noAnswer)))
    #expect(host.asked == [])
  }

  @Test func `A disk without room is left as it is`() async throws {
    let downloader = DownloadFixture.downloader(fixture.library, fixture.host) { _ in 100_200_000 }
    _ = try await downloader.start(DownloadFixture.source, named: nil)
    let ended = try await fixture.end(in: downloader)
    #expect(ended.state == .failed(.noSpace(needs: 100_300_000, free: 100_200_000)))
    let preset = try #require(downloader.presets.first { $0.bytes > 100_200_000 })
    await #expect(throws: DownloadFault.noSpace(needs: preset.bytes + 100_000_000, free: 100_200_000)) {
      try await downloader.start(preset.source, named: nil)
    }
  }

  @Test func `Only one process fetches a file, and the other one sees it`() async throws {
    fixture.host.behave("hold:100000")
    let id = try await fixture.start()
    try await fixture.until { _ in (try? fixture.bytes("Tiny.gguf.part").count) == 100_000 }
    let other = DownloadFixture.downloader(fixture.library, fixture.host)
    #expect(await other.current().map(\.state) == [.elsewhere])
    await #expect(throws: DownloadFault.elsewhere(name: "Tiny.gguf")) {
      try await other.start(DownloadFixture.source, named: nil)
    }
    await other.remove(id)
    fixture.host.release()
    _ = try await fixture.end()
    try await fixture.expectWhole()
  }

  @Test func `What another process does is seen while it happens, also before there is a folder`() async throws {
    let other = DownloadFixture.downloader(fixture.library, fixture.host)
    var seen = other.downloads().makeAsyncIterator()
    #expect(await seen.next() == [])
    fixture.host.behave("hold:100000")
    let id = try await fixture.start()
    while let all = await seen.next(), all.first?.state != .elsewhere || all.first?.received != 100_000 {}
    await fixture.downloader.pause(id)
    while let all = await seen.next(), all.first?.state != .paused {}
    fixture.host.behave("plain")
    await fixture.downloader.resume(id)
    while let all = await seen.next(), all != [] {}
    guard case .done = try await fixture.end().state else { return #expect(Bool(false)) }
    try await fixture.expectWhole()
  }

  @Test func `Two are fetched one after the other, and names that are taken get a number`() async throws {
    fixture.host.behave("hold:1000")
    let first = try await fixture.start()
    let second = try await fixture.start(.hub(repository: "an/other", revision: "main", file: "sub/Tiny.gguf"))
    #expect(first == "Tiny.gguf" && second == "Tiny-2.gguf")
    #expect(await fixture.downloader.current().map(\.state).last == .waiting)
    try await fixture.until { $0.id == first && $0.state != .connecting }
    fixture.host.release()
    // The same model in a second file is not fetched.
    let ended = try await fixture.until { $0.id == second && !$0.isActive }
    guard case .done = ended.state else { return #expect(ended.state == .paused) }
    #expect(ended.wasHere && fixture.names == ["Tiny.gguf"])
  }

  @Test func `What a crash left between the last two steps is finished at the next look`() async throws {
    try await fixture.start()
    _ = try await fixture.end()
    let record = #"{"repository": "any/repo", "revision": "main", "file": "Tiny.gguf", "name": "Tiny", "synced": 0}"#
    for model in try await fixture.library.models.entries() { _ = try await fixture.library.models.remove(model.id) }
    for (name, text) in [("Tiny.gguf.download", record), ("x.gguf.part", ""), ("y.download", "{"), ("tmp-1-1", "x")] {
      try Data(text.utf8).write(to: URL(filePath: fixture.folder + "/" + name))
    }
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    _ = await later.current()
    #expect(fixture.names == ["Tiny.gguf", "y.download"])
    #expect(try await fixture.library.models.entries().count == 1)
  }

  @Test(arguments: ["", "/../", "link/"])
  func `What is imported stays, however the folder was written`(way: String) async throws {
    try await fixture.start()
    _ = try await fixture.end()
    let library = fixture.library.folder
    try FileManager.default.createSymbolicLink(atPath: library + "/link", withDestinationPath: library)
    let folder = way.hasPrefix("/") ? library + "/models" + way + "/models/" : library + "//" + way + "models/"
    let record = #"{"repository": "any/repo", "revision": "main", "file": "Tiny.gguf", "name": "Tiny", "synced": 0}"#
    try Data(record.utf8).write(to: URL(filePath: fixture.folder + "/Tiny.gguf.download"))
    let later = Downloader(
      into: folder, models: fixture.library.models, surroundings: fixture.library.surroundings, environment: [:],
      keyring: NoKeyring(), hub: nil)
    #expect(await later.current() == [])
    try await fixture.expectWhole()
    let model = try #require(try await fixture.library.models.entries().first?.model)
    #expect(later.hasFile(of: model))
    try await later.delete(model)
    #expect(fixture.names == [])
    #expect(try await fixture.library.models.entries().isEmpty)
  }

  @Test func `A model that cannot be imported says why, and is imported when somebody tries again`() async throws {
    fixture.library.headers.answer(.failure(.noEngine(reason: nil)), for: "Tiny.gguf")
    #expect(try await fixture.fault("plain") == .model(.noEngine(reason: nil)))
    let later = DownloadFixture.downloader(fixture.library, fixture.host)
    let failed = try #require(await later.current().first)
    // So a question comes before it is thrown away.
    #expect(failed.state == .failed(.model(.noEngine(reason: nil))) && failed.received == 300_000)
    // What a pause has broken off is no failure.
    fixture.library.headers.answer(.failure(.cancelled), for: "Tiny.gguf")
    await later.resume(failed.id)
    #expect(try await fixture.end(in: later).state == .paused)
    fixture.library.headers.answer(.success(ModelFacts(architecture: "llama")), for: "Tiny.gguf")
    await later.resume(failed.id)
    guard case .done = try await fixture.end(in: later).state else { return #expect(Bool(false)) }
    try await fixture.expectWhole()
    #expect(fixture.host.asked.count == 1)
  }

  @Test func `A host that has another file each time is given up`() async throws {
    let large = try await DownloadFixture(bytes: 1_500_000)
    #expect(try await large.fault("changing:1200000") == .keepsChanging(name: "Tiny.gguf"))
    #expect(large.host.asked.count < 12)
  }

  @Test func `A model that cannot be imported says why, and goes when it is removed`() async throws {
    fixture.library.headers.answer(.failure(.damaged(name: "Tiny.gguf")), for: "Tiny.gguf")
    #expect(try await fixture.fault("plain") == .model(.damaged(name: "Tiny.gguf")))
    await fixture.downloader.remove("Tiny.gguf")
    #expect(fixture.names == [])
  }
}
