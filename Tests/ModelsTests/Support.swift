import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import Testing

/// A library, and a folder beside it for models' files.
final class ModelFixture: Sendable {
  let library: TestLibrary
  var models: String { library.folder + "/files" }

  init() async throws {
    library = try await TestLibrary()
    try FileManager.default.createDirectory(atPath: library.folder + "/files", withIntermediateDirectories: true)
  }

  /// Writes what begins as a model does; returns its path.
  @discardableResult
  func file(_ name: String, bytes count: Int = 4_096, filledWith byte: UInt8 = 1) throws -> String {
    let path = models + "/" + name
    let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
    var data = Data(repeating: byte, count: count)
    data.replaceSubrange(0..<4, with: "GGUF".utf8)
    try data.write(to: URL(filePath: path))
    return path
  }

  /// Writes over one byte and keeps the length and the time of change.
  func damage(_ path: String, at offset: Int) throws {
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var found = stat()
    fstat(descriptor, &found)
    var byte: UInt8 = 0xEE
    pwrite(descriptor, &byte, 1, off_t(offset))
    var times = [found.st_atim, found.st_mtim]
    futimens(descriptor, &times)
  }
}

/// The fault that `body` throws.
func fault(_ body: () async throws -> some Any) async -> ModelFault? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? ModelFault }
}
