import Domain
import FoundationEssentials
import Models
import Synchronization
import TestLibrary
import TestSupport
import Testing

/// A library, a host with one model, and what fetches from there.
final class DownloadFixture: Sendable {
  let library: TestLibrary
  let host: ModelHost
  let downloader: Downloader
  /// What lies at the host.
  let file: [UInt8]
  /// What is free on the disk.
  private let room = Mutex<Int64>(.max)

  static let source = ModelSource.hub(repository: "any/repo", revision: "main", file: "Tiny.gguf")
  var folder: String { library.folder + "/models" }

  init(bytes count: Int = 300_000) async throws {
    library = try await TestLibrary()
    file = Self.model(bytes: count)
    host = try await ModelHost(file)
    downloader = Self.downloader(library, host)
  }

  /// What another process would have, or this one after a restart.
  static func downloader(
    _ library: TestLibrary, _ host: ModelHost, keyring: any Keyring = NoKeyring(),
    room: @escaping @Sendable (String) -> Int64? = { _ in .max }
  ) -> Downloader {
    Downloader(
      into: library.folder + "/models", models: library.models, surroundings: library.surroundings,
      environment: ["PATH": "/usr/bin:/bin"], keyring: keyring, hub: host.address, room: room)
  }

  /// What begins as a model does; no part of it is like another.
  static func model(bytes count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return Array("GGUF".utf8)
      + (4..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
  }

  /// Asks for the model; returns its id.
  @discardableResult
  func start(_ source: ModelSource = source) async throws -> String {
    try await downloader.start(source, named: nil)
  }

  /// Returns once the only download is as asked.
  @discardableResult
  func until(
    _ isMet: (ModelDownload) -> Bool, in other: Downloader? = nil
  ) async throws -> ModelDownload {
    for await all in (other ?? downloader).downloads() {
      if let found = all.first(where: isMet) { return found }
    }
    throw Gone()
  }

  /// Returns once it has come to an end, whichever; breaks are slept through.
  func end(in other: Downloader? = nil) async throws -> ModelDownload {
    let sleeping = Task { [library] in
      while !Task.isCancelled {
        await library.surroundings.sleepers(atLeast: 1)
        library.surroundings.advance(by: .seconds(100))
      }
    }
    defer { sleeping.cancel() }
    return try await until({ !$0.isActive }, in: other)
  }

  /// Fetches to the end, and returns why that failed.
  func fault(_ mode: String) async throws -> DownloadFault? {
    host.behave(mode)
    try await start()
    let ended = try await end()
    if case .failed(let fault) = ended.state { return fault }
    return nil
  }

  /// What lies in the folder of models, by name; but not what says of a file that is there where it came from.
  var names: [String] {
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return all.filter { !$0.hasSuffix(".from") || !all.contains(String($0.dropLast(5))) }
  }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: folder + "/" + name))) }

  /// Looks that the model is there as a whole, with nothing beside it, and imported.
  func expectWhole() async throws {
    #expect(names == ["Tiny.gguf"])
    #expect(try bytes("Tiny.gguf") == file)
    #expect(try await library.models.entries().map(\.model.file.path) == [folder + "/Tiny.gguf"])
  }
}

private struct Gone: Error {}
