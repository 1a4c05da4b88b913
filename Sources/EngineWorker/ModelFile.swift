import EngineWire
import Platform

/// The model's file, which was handed over open.
struct ModelFile: ~Copyable {
  private static let descriptor: Int32 = 3

  private let file: UnsafeMutablePointer<FILE>

  init() throws(EngineRefusal) {
    // What has no end, such as a pipe, has no such place either.
    guard lseek(Self.descriptor, 0, SEEK_END) >= 0, let file = fdopen(Self.descriptor, "rb") else {
      throw EngineRefusal(.unreadable)
    }
    self.file = file
  }

  /// To be read from its beginning, whoever read it before.
  func fromItsBeginning() -> UnsafeMutablePointer<FILE> {
    rewind(file)
    return file
  }
}
