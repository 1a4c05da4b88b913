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

  /// Of the format, which follows the file's first word; 0 where the file ends before, nil where it is of another format.
  var version: UInt32? {
    let word = Array("GGUF".utf8)
    var start = [UInt8](repeating: 0, count: word.count + MemoryLayout<UInt32>.size)
    let count = fread(&start, 1, start.count, fromItsBeginning())
    guard start.starts(with: word) else { return nil }
    guard count == start.count else { return 0 }
    return start.dropFirst(word.count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// To be read from its beginning, whoever read it before.
  func fromItsBeginning() -> UnsafeMutablePointer<FILE> {
    rewind(file)
    return file
  }
}
