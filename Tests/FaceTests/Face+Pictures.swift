import Adw
import Domain
import FoundationEssentials
import Glibc
import TestSupport
import WindowSupport

/// Pictures for stories: made when needed, said in a chat, looked up where the library keeps them.
extension Face {
  /// Makes a picture file; `fill` is what ImageMagick fills it with.
  func picture(_ name: String, size: String, fill: String) async throws -> String {
    let path = "\(folder.folder)/\(name)"
    try await Pointer.run("convert", "-size", size, fill, path)
    return path
  }

  /// Says something with a picture of these files in a chat. Its agent answers as time goes on.
  func say(_ text: String = "", pictures paths: [String], in title: String) async throws {
    let (service, id) = (service, try await chat(title).id)
    try await awaiting("it is said with its pictures") {
      var attachments: [Attachment] = []
      for path in paths { attachments.append(try await service.pictures.add(.file(path: path))) }
      _ = try await service.send(text, attachments: attachments, in: id)
    }
  }

  /// Sends what stands in the composer once its pictures are ready.
  func sendPending() async throws {
    try await eventually("the pictures are ready") { first("button", "Send")?.has(.sensitive) == true }
    try await press("button", "Send")
  }

  /// All files of the library's pictures.
  func pictureFiles() throws -> [String] {
    let root = folder.home + "/pictures"
    return try FileManager.default.subpathsOfDirectory(atPath: root).map { "\(root)/\($0)" }.filter { path in
      var found = stat()
      return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
    }
  }

  /// What the main window looks like now, as a number that changes with each pixel.
  func looks() async throws -> Int {
    var seen: Texture?
    try await eventually("the window is drawn") {
      seen = Self.application.windows.first?.snapshot()
      return seen != nil
    }
    return seen?.bgra.hashValue ?? 0
  }
}
