import Domain
import FoundationEssentials
import TestSupport
import WindowSupport

extension Face {
  /// Makes a picture file; `fill` is what ImageMagick fills it with.
  func picture(_ name: String, size: String, fill: String) async throws -> String {
    let path = "\(folder.folder)/\(name)"
    try await Pointer.run("convert", "-size", size, fill, path)
    return path
  }

  /// Sends pictures in a chat, with a caption or without.
  func send(pictures paths: [String], caption: String = "", in chat: ChatID) async throws {
    let service = service
    try await awaiting("the pictures are sent") {
      var pictures: [Attachment] = []
      for path in paths { pictures.append(try await service.pictures.add(.file(path: path))) }
      _ = try await service.send(caption, attachments: pictures, in: chat)
    }
  }
}
