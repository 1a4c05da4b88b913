public import Domain
import Network
import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Downloader {
  private static let mostBytes = 4 << 20
  private static let mostFiles = 500

  /// What the host says of one file.
  private struct Entry: Decodable {
    var type: String?
    var path: String?
    var size: Int64?
  }

  public nonisolated var presets: [ModelPreset] { Presets.all }

  public nonisolated func memory(of preset: ModelPreset) -> ModelMemory { preset.memory(free: availableMemory()) }

  public func keepToken(_ token: String) async throws(DownloadFault) -> TokenPlace { try await tokens.keep(token) }

  public func hasToken() async -> Bool { await tokens.token() != nil }

  public func files(of repository: String, revision: String) async throws(DownloadFault) -> [RemoteModelFile] {
    let bytes = try await list(of: repository, revision: revision, token: nil)
    // What makes no sense is said to make none.
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)) else {
      throw .noList(repository: repository)
    }
    let files = entries.prefix(Self.mostFiles * 10).compactMap { entry -> RemoteModelFile? in
      guard entry.type == "file", let path = entry.path.flatMap(ModelReference.file) else { return nil }
      // What belongs to a model that sees is no model by itself.
      guard !path.lowercased().contains("mmproj") else { return nil }
      return RemoteModelFile(
        source: .hub(repository: repository, revision: revision, file: path), path: path,
        bytes: entry.size.flatMap { $0 > 0 ? $0 : nil })
    }
    let models = Self.joined(files)
    guard !models.isEmpty else { throw .noModels(repository: repository) }
    return models.prefix(Self.mostFiles).sorted { ($0.bytes ?? 0, $0.path) < ($1.bytes ?? 0, $1.path) }
  }

  /// The parts of a model as one, which is named by the first; models of which one is missing are left out.
  private static func joined(_ files: [RemoteModelFile]) -> [RemoteModelFile] {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    return files.compactMap { file in
      guard let split = SplitName(file.source.fileName) else { return file }
      guard split.isSensible, split.number == 1 else { return nil }
      let parts = split.all.compactMap { byPath[file.path.dropLast(file.source.fileName.count) + $0] }
      guard parts.count == split.count else { return nil }
      var whole = file
      whole.parts = parts.count
      whole.bytes = parts.reduce(Int64?.some(0)) { sum, part in part.bytes.flatMap { sum?.plus($0) } }
      return whole
    }
  }

  private func list(
    of repository: String, revision: String, token: String?
  ) async throws(DownloadFault) -> [UInt8] {
    struct Answer: Sendable {
      var bytes: [UInt8] = []
      var fault: DownloadFault?
      var isDenied = false
    }
    let fetch = Fetch(
      hub.list(of: repository, revision: revision), secrets: token.map { [("Authorization", "Bearer \($0)")] } ?? [],
      silence: HubAddress.silence, trustsThisMachine: hub.isOnThisMachine)
    let answer = Mutex(Answer())
    do throws(NetworkError) {
      try await network.fetch(fetch) { part in
        answer.withLock { answer in
          switch part {
          case .head(let head, let host, _):
            guard !head.isRedirect, head.status != 200 else { return true }
            answer.isDenied = DownloadSink.denials.contains(head.status)
            answer.fault = DownloadSink.refusal(head, host, of: repository, hasToken: token != nil)
          case .bytes(let bytes):
            answer.bytes += bytes
            if answer.bytes.count > Self.mostBytes { answer.fault = .noList(repository: repository) }
          }
          return answer.fault == nil
        }
      }
    } catch {
      throw DownloadFault(error, host: hub.host)
    }
    let done = answer.withLock { $0 }
    if done.isDenied, token == nil, let found = await tokens.token() {
      return try await list(of: repository, revision: revision, token: found)
    }
    if let fault = done.fault { throw fault }
    return done.bytes
  }
}
