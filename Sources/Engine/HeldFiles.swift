import Platform

/// The files that a model is read from, open as long as this lives: what is written into them reaches the engine, too.
final class HeldFiles: Sendable {
  let descriptors: [Int32]
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
  init(_ descriptors: [Int32]) {
    self.descriptors = descriptors
    stamps = descriptors.map(Stamp.init)
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Whether nobody has written into them since.
  var areUntouched: Bool { descriptors.map(Stamp.init) == stamps }
}
