import FoundationEssentials
import Glibc
import Records
import Testing

/// Real picture files of a few bytes.
enum TinyPicture {
  /// 4 × 3 pixels in red.
  static let png = bytes(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mO4E6ABRww4OQA/bg/xm0YmPwAAAABJRU5ErkJggg==")
  /// 6 × 4 pixels in teal.
  static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i
    Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj
    Y2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA
    FQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAUgv/9k=
    """)

  private static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: String(base64.filter { !$0.isWhitespace })).map(Array.init) ?? []
  }
}

extension CommandFixture {
  /// Writes a file beside the library; returns its path.
  @discardableResult
  func file(_ name: String, _ bytes: [UInt8] = TinyPicture.png) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    return folder + "/" + name
  }

  /// Runs to the end with these bytes on stdin.
  func sotto(_ arguments: String..., bytes: [UInt8]) async throws -> Running.Outcome {
    let running = try start(arguments)
    running.write(bytes: bytes)
    running.closeInput()
    return try await running.end()
  }

  func images(_ chat: String, _ arguments: String...) async throws -> (code: Int32, pictures: [ImageRecord]) {
    let outcome = try await start(["images", chat, "--json"] + arguments).end()
    return (outcome.code, try RecordCoding.read(AlbumRecord.self, from: outcome.out).pictures)
  }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.folder + "/" + folder).sorted()
  }

  func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: name))) }
}
