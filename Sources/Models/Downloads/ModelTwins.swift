internal import Domain
import Platform

/// Finds the model that is here already and is what a host has: then nothing is fetched.
struct ModelTwins: Sendable {
  let models: any LocalModels

  /// How long those are that are here. Whoever hears such a length from a host looks further.
  func lengths() async -> Set<Int64> { Set(await all().map(\.file.bytes)) }

  /// The model whose files have these lengths and SHA-256; reads all of those that are as long. `tell` hears the part done.
  func find(
    _ parts: [DownloadRecord], tell: @escaping @Sendable (Double) -> Void
  ) async throws(DownloadFault) -> LocalModel? {
    let wanted = parts.compactMap { part in part.total.flatMap { bytes in part.sha256.map { (bytes, $0) } } }
    guard !wanted.isEmpty, wanted.count == parts.count else { return nil }
    let whole = wanted.reduce(Int64(0)) { $0.plus($1.0) }
    for model in await all() where model.file.bytes == whole {
      // One that cannot be opened is none that could be used.
      guard let files = try? OpenModel(of: model).handedOver(name: model.name) else { continue }
      defer { OpenModelFile.close(files) }
      guard files.map(Self.length) == wanted.map(\.0) else { continue }
      if try await Self.digests(of: files, whole, tell) == wanted.map(\.1) { return model }
    }
    return nil
  }

  private static func digests(
    of files: [Int32], _ whole: Int64, _ tell: @escaping @Sendable (Double) -> Void
  ) async throws(DownloadFault) -> [String]? {
    var digests: [String] = []
    var before: Int64 = 0
    for file in files {
      let (done, bytes) = (Double(before), Double(length(file)))
      do throws(FileDigest.Failure) {
        digests.append(try await FileDigest.of(file) { tell((done + $0 * bytes) / Double(max(1, whole))) })
      } catch {
        guard case .system = error else { throw .cancelled }
        return nil
      }
      before = before.plus(length(file))
    }
    return digests
  }

  private static func length(_ file: Int32) -> Int64 {
    var found = stat()
    return fstat(file, &found) == 0 ? Int64(found.st_size) : -1
  }

  /// Those whose files are there. Where the library cannot be read, the import will say so.
  private func all() async -> [LocalModel] {
    // As said.
    guard let entries = try? await models.entries() else { return [] }
    return entries.map(\.model).filter { OpenModel.fault(of: $0) == nil }
  }
}
