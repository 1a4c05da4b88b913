import EngineWire
import Platform

/// The model's file, which was handed over open.
struct ModelFile: ~Copyable {
  private static let descriptor: Int32 = 3

  private let file: UnsafeMutablePointer<FILE>

  init() throws(EngineRefusal) {
    var facts = stat()
    guard fstat(Self.descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      let file = fdopen(Self.descriptor, "rb")
    else { throw EngineRefusal(.unreadable) }
    self.file = file
  }

  /// To be read from its beginning, whoever read it before.
  func fromItsBeginning() -> UnsafeMutablePointer<FILE> {
    rewind(file)
    return file
  }
}
