internal import Domain
import Platform

/// The files that a model is read from, open as long as this lives: what is written into them reaches the engine, too.
final class HeldFiles: Sendable {
  let descriptors: [Int32]
  private let model: LocalModel
  private let source: any ModelFiles
  private let stamps: [Stamp?]

  private struct Stamp: Equatable {
    let bytes: Int64
    let seconds: Int64
    let nanoseconds: Int64

    init?(of descriptor: Int32) {
      var found = stat()
      guard fstat(descriptor, &found) == 0 else { return nil }
      bytes = Int64(found.st_size)
      (seconds, nanoseconds) = (Int64(found.st_mtim.tv_sec), Int64(found.st_mtim.tv_nsec))
    }
  }

  /// Takes the descriptors over.
  init(_ descriptors: [Int32], of model: LocalModel, from source: any ModelFiles) {
    self.descriptors = descriptors
    self.model = model
    self.source = source
    stamps = descriptors.map(Stamp.init)
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// What is wrong with what they hold; nil where nothing is.
  func fault() async -> ModelFault? {
    do throws(ModelFault) { try await source.verify(descriptors, of: model) } catch { return error }
    return nil
  }

  /// Whether nobody has written into them since; asked without being called off.
  func areUntouched() async -> Bool {
    guard descriptors.map(Stamp.init) == stamps else { return false }
    let asking = Task { await fault() }
    return await asking.value == nil
  }
}
