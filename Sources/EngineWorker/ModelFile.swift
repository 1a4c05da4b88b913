import EngineWire
import Platform

/// A file of the model, which was handed over open: the only one, or one of its parts.
struct ModelFile: ~Copyable {
  /// How many there are, as the app says in the program's one argument.
  static let count: Int = {
    let said = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
    return min(max(said, 1), EngineOrder.mostFiles)
  }()
  private static let firstDescriptor: Int32 = 3

  private let file: UnsafeMutablePointer<FILE>
  /// How many bytes it had when it was handed over.
  let length: Int

  /// - Parameter number: from 0 on.
  init(_ number: Int = 0) throws(EngineRefusal) {
    let descriptor = Self.descriptor(number)
    // What has no end, such as a pipe, has no such place either. A copy, for the stream is closed with this.
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0, let file = fdopen(dup(descriptor), "rb") else { throw EngineRefusal(.unreadable) }
    self.file = file
    length = Int(end)
  }

  deinit { fclose(file) }

  static func descriptor(_ number: Int) -> Int32 { firstDescriptor + Int32(number) }

  /// To be read from its beginning, whoever read it before.
  func fromItsBeginning() -> UnsafeMutablePointer<FILE> {
    rewind(file)
    return file
  }
}
