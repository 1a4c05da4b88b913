import EngineWire
import Platform

/// The model's file, which was handed over open.
struct ModelFile: ~Copyable {
  private static let descriptor: Int32 = 3

  private let file: UnsafeMutablePointer<FILE>
  /// How many bytes it had when it was handed over.
  let length: Int

  init() throws(EngineRefusal) {
    // What has no end, such as a pipe, has no such place either.
    let end = lseek(Self.descriptor, 0, SEEK_END)
    guard end >= 0, let file = fdopen(Self.descriptor, "rb") else { throw EngineRefusal(.unreadable) }
    self.file = file
    length = Int(end)
  }

  /// To be read from its beginning, whoever read it before.
  func fromItsBeginning() -> UnsafeMutablePointer<FILE> {
    rewind(file)
    return file
  }
}
