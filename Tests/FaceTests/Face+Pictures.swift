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

  /// A chat “Album”: a picture "old" (“Long ago”), so many messages “Number 1”, “Number 2”…, and a picture "new" (“The
  /// last one”). With personas that stay silent.
  func makeAlbum(messages: Int) async throws {
    let old = try await picture("old.jpg", size: "640x480", fill: "gradient:red-blue")
    let new = try await picture("new.jpg", size: "640x480", fill: "gradient:green-white")
    let (service, id) = (service, try await newChat("Album").id)
    try await say("Long ago", pictures: [old], in: "Album")
    try await awaiting("all is said") {
      for number in 1...messages { _ = try await service.send("Number \(number)", in: id) }
    }
    try await say("The last one", pictures: [new], in: "Album")
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
