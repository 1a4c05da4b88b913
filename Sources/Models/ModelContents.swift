internal import Domain
import Platform
import Synchronization

/// Looks whether open files hold what their model is known by, and reads them only where the system says that something of
/// them is different since: also one that was written over and whose time of change was put back, for the time at which
/// anything of a file changed, its name and its rights too (`ctime`), nobody can put back. So a new name or other rights cost
/// one more look, and nothing is said of them.
final class ModelContents: Sendable {
  private struct Place: Hashable {
    private let device: UInt64
    private let inode: UInt64

    init(_ found: stat) { (device, inode) = (UInt64(found.st_dev), UInt64(found.st_ino)) }
  }
  private struct Stamp: Equatable {
    private let bytes: Int
    private let written: [Int]
    private let changed: [Int]

    init(_ found: stat) {
      bytes = Int(found.st_size)
      written = [found.st_mtim.tv_sec, found.st_mtim.tv_nsec]
      changed = [found.st_ctim.tv_sec, found.st_ctim.tv_nsec]
    }
  }
  private struct Known {
    let stamp: Stamp
    /// Of what was in it then.
    let digest: [UInt8]
  }
  private let known = Mutex<[Place: Known]>([:])

  /// What is wrong with the open files of a model; nil where nothing is.
  func fault(of files: [Int32], _ model: LocalModel) -> ModelFault? {
    do throws(ModelFault) {
      guard model.isRecorded else { return try builtInFault(of: files, model) }
      var ids: [ModelID] = []
      for file in files { ids.append(try id(of: file, model.name)) }
      return try Fingerprint.of(ids, named: model.name) == model.id ? nil : .changed(name: model.name)
    } catch {
      return error
    }
  }

  /// Whether its file was read in this process, as it is now, and is another model; of one in several files that is said
  /// only when it is used.
  func isKnownToDiffer(_ model: LocalModel) -> Bool {
    guard model.isRecorded, SplitName(model.file.name) == nil, let found = OpenModelFile.look(at: model.file.path),
      let kept = known.withLock({ $0[Place(found)] }), kept.stamp == Stamp(found)
    else { return false }
    return kept.digest != model.id.bytes
  }

  private func id(of file: Int32, _ name: String) throws(ModelFault) -> ModelID {
    let found = try look(file, name)
    if let kept = known.withLock({ $0[Place(found)] }), kept.stamp == Stamp(found),
      let id = ModelID(bytes: kept.digest)
    {
      return id
    }
    let id = try Fingerprint.of(file, bytes: Int64(found.st_size), named: name)
    // As it was before it was read: what is written meanwhile is met at the next look.
    known.withLock { $0[Place(found)] = Known(stamp: Stamp(found), digest: id.bytes) }
    return id
  }

  /// Of the model that comes with Sotto all is read: its SHA-256 lies beside it, so that both change with an installation.
  /// One that was whole and is so still is whole also where another one was installed in its place meanwhile.
  private func builtInFault(of files: [Int32], _ model: LocalModel) throws(ModelFault) -> ModelFault? {
    for file in files {
      let found = try look(file, model.name)
      let kept = known.withLock { $0[Place(found)] }
      if kept?.stamp == Stamp(found) { continue }
      let digest: [UInt8]
      do throws(FileDigest.Failure) { digest = try FileDigest.now(file) } catch {
        guard case .system(let code) = error else { throw .cancelled }
        throw .cannotRead(name: model.name, reason: systemReason(code))
      }
      // Without one there is nothing to compare it with.
      let isWhole =
        digest == kept?.digest || BuiltIn.digest(of: model.file.path).map { $0 == digest.hexadecimal } ?? true
      guard isWhole else { return .damagedInstallation(name: model.name) }
      known.withLock { $0[Place(found)] = Known(stamp: Stamp(found), digest: digest) }
    }
    return nil
  }

  private func look(_ file: Int32, _ name: String) throws(ModelFault) -> stat {
    var found = stat()
    guard fstat(file, &found) == 0 else { throw .cannotRead(name: name, reason: systemReason(errno)) }
    return found
  }
}
