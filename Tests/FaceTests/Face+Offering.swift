import Adw
import FoundationEssentials
import TestSupport
import WindowSupport

/// The clipboard, between this program and others.
extension Face {
  /// Lets another program offer what is in a file on the clipboard, and waits until this one knows.
  func offer(_ type: String, file path: String) async throws -> Pointer.Program {
    Clipboard.copy(EncodedPicture(bytes: [], mimeType: "application/x-nothing"))
    let program = try Pointer.start([
      "sh", "-c", "exec xclip -quiet -selection clipboard -t \"$0\" -i \"$1\" 2>/dev/null", type, path,
    ])
    try await eventually("the clipboard holds \(type)") {
      Clipboard.hasPicture || Clipboard.hasFiles || Clipboard.hasText
    }
    return program
  }

  /// The same with files, as a file manager copies them.
  func offer(files paths: [String]) async throws -> Pointer.Program {
    let list = folder.folder + "/list"
    try Data(paths.map { "file://\($0)\r\n" }.joined().utf8).write(to: URL(filePath: list))
    return try await offer("text/uri-list", file: list)
  }

  /// What another program gets from the clipboard; nothing where this one does not give it.
  func taken(as type: String = "UTF8_STRING") async throws -> [UInt8] {
    let file = folder.folder + "/taken"
    try await Pointer.run(
      "sh", "-c", "timeout 5 xclip -selection clipboard -o -t $0 >$1 2>/dev/null || true", type, file)
    return try Scratch.read(file)
  }
}
