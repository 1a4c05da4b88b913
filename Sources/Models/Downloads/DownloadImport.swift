internal import Domain
import Platform

/// Makes models of files that have come as a whole, and knows which of them are models already.
struct DownloadImport: Sendable {
  let folder: DownloadFolder
  let models: any LocalModels
  /// Hears what becomes of a download.
  let tell: @Sendable (_ id: String, ModelDownload.State) -> Void

  /// Imports a file that is there as a whole; of how it came only where from is kept.
  func adopt(_ id: String) async throws(DownloadFault) -> LocalModel {
    let result: Result<LocalModel, ModelFault>
    do throws(ModelFault) { result = .success(try await models.add(folder.model(id))) } catch {
      result = .failure(error)
    }
    switch result {
    case .success(let model):
      folder.conclude(id)
      return model
    case .failure(.alreadyHere(let name)):
      // Another process was faster, or a crash has left the record.
      if let model = try await entry(of: id)?.model {
        folder.conclude(id)
        return model
      }
      // A second copy serves nobody.
      try folder.delete(id)
      folder.remove(id)
      throw .model(.alreadyHere(name: name))
    case .failure(let fault): throw await reason(fault, id)
    }
  }

  /// The model that has any of these files, by its path or by what the disk knows it by; nil where they are nobody's. Throws
  /// where that cannot be known, and nothing must be deleted then.
  func entry(of id: String) async throws(DownloadFault) -> ModelEntry? {
    let result: Result<[ModelEntry], ModelFault>
    do throws(ModelFault) { result = .success(try await models.entries()) } catch { result = .failure(error) }
    switch result {
    case .success(let all): return all.first { folder.isAny($0.model.file, of: id) }
    case .failure(let fault): throw .model(fault)
    }
  }

  /// Why it was not imported. Where the disk has not what came, that is the reason, and what is wrong goes, so that it is
  /// fetched anew when somebody tries again. Where nobody knows what should have come, it stays until then.
  private func reason(_ fault: ModelFault, _ id: String) async -> DownloadFault {
    guard fault.blamesContents else { return .model(fault) }
    var wrong: DownloadFault?
    for name in folder.files(of: id) {
      guard var record = DownloadRecord.read(folder.record(name)) else { continue }
      do throws(DownloadFault) {
        if let expected = record.sha256 {
          if try await isSound(name, expected, &record, id) { continue }
          wrong = .wrongContents(name: record.name)
        } else if !fault.wantsAnotherCopy {
          continue
        }
        record.isWrong = true
        try record.write(to: folder.record(name))
        if record.sha256 != nil { try folder.discard(name) }
      } catch { return error }
    }
    return wrong ?? .model(fault)
  }

  /// Whether it has this SHA-256, or cannot be read now. It is read once, unless something of it changed since: it is looked
  /// at each time that Sotto starts.
  private func isSound(
    _ name: String, _ expected: String, _ record: inout DownloadRecord, _ id: String
  ) async throws(DownloadFault) -> Bool {
    // What cannot be opened was said by the import.
    guard let file = try? OpenModelFile(itself: folder.model(name), named: name) else { return true }
    defer { withExtendedLifetime(file) {} }
    var found = stat()
    fstat(file.descriptor, &found)
    let changedAt = Int64(found.st_ctim.tv_sec).times(1_000_000_000).plus(Int64(found.st_ctim.tv_nsec))
    if record.soundSince == changedAt { return true }
    // As above; or somebody called it off.
    guard let digest = try? await FileDigest.of(file.descriptor, tell: { [tell] in tell(id, .checking($0)) }) else {
      return true
    }
    guard digest == expected else { return false }
    record.soundSince = changedAt
    try record.write(to: folder.record(name))
    return true
  }

  /// What somebody tries again although all of it is here: what was found wrong goes first, unless it is a model now.
  func discardWrong(_ id: String) async throws(DownloadFault) {
    let wrong = folder.files(of: id).filter { name in
      folder.lengthOfNamed(name) != nil && DownloadRecord.read(folder.record(name))?.isWrong == true
    }
    guard !wrong.isEmpty, try await entry(of: id) == nil else { return }
    for name in wrong { try folder.discard(name) }
  }
}

extension ModelEntry {
  /// Whether its file is there, as far as is known without reading it.
  var isHere: Bool {
    switch state {
    case .unloaded, .loading, .loaded, .unavailable(.endedEngine), .unavailable(.loadCutOff): true
    case .failed(let fault): !fault.blamesContents
    case .unavailable: false
    }
  }
}

extension ModelFault {
  /// Whether other bytes could help.
  fileprivate var blamesContents: Bool {
    switch self {
    case .notSupported, .endlessTemplate: true
    default: wantsAnotherCopy
    }
  }

  /// Whether its sentence says that it should be fetched once more.
  fileprivate var wantsAnotherCopy: Bool {
    switch self {
    case .damaged, .notGGUF, .headerEndedEngine: true
    default: false
    }
  }
}
