import FoundationEssentials
import Glibc
import TestSupport
import Workers

/// Pictures for stories, made when needed.
extension WindowFixture {
  /// Makes a picture file; `fill` is what ImageMagick fills it with.
  func picture(_ name: String, size: String, fill: String) throws -> String {
    let path = "\(folder)/\(name)"
    try run(["convert", "-size", size, fill, path])
    return path
  }
}

/// What another program has on the clipboard, until it ends.
final class Clip {
  private var child: ChildProcess?

  init(type: String, file: String) throws {
    child = try spawn([
      "sh", "-c", "exec xclip -quiet -selection clipboard -t \"$0\" -i \"$1\" 2>/dev/null", type, file,
    ])
    try eventually("the clipboard holds \(type)") {
      (try? run(["sh", "-c", "xclip -selection clipboard -o -t TARGETS 2>&1 | grep -qx \(type)"])) != nil
    }
  }

  convenience init(type: String, text: String) throws {
    let path = "\(temporaryFolder)/sotto-clip-\(getpid())"
    try Data(text.utf8).write(to: URL(filePath: path))
    try self.init(type: type, file: path)
    unlink(path)
  }

  func end() {
    child?.kill()
    child?.wait()
    child = nil
  }
}
