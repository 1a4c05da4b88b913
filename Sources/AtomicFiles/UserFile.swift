import Platform

/// Files in folders of the user's own: each is there complete, or not at all.
package enum UserFile {
  private static let mode: mode_t = 0o644

  /// Writes the bytes to a file; what was at the path is replaced.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do throws(FileError) {
      let file = try NewFile(in: folder, of: .elsewhere, mode: mode, bytes)
      try file.name(path)
    } catch {
      throw FileError(code: error.code, path: path)
    }
    sync(folder)
  }

  /// Writes the bytes to a file in `folder` under this name, or with a number before its ending where a file has the
  /// name; returns its path.
  package static func write(_ bytes: [UInt8], named name: String, into folder: String) throws(FileError) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var number = 1
    while true {
      let path = "\(folder)/" + (number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])")
      // Takes the name, so that nobody else's file is replaced.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 {
        close(descriptor)
        do throws(FileError) { try write(bytes, to: path) } catch {
          unlink(path)
          throw error
        }
        return path
      }
      guard errno == EEXIST else { throw FileError(code: errno, path: path) }
      number += 1
    }
  }

  /// Makes the folder, and those above it, as the user's other folders are.
  package static func makeFolder(_ path: String) throws(FileError) {
    var found = stat()
    if stat(path, &found) == 0 {
      guard found.st_mode & S_IFMT == S_IFDIR else { throw FileError(code: ENOTDIR, path: path) }
      return
    }
    for end in path.indices.filter({ path[$0] == "/" && $0 > path.startIndex }) + [path.endIndex] {
      guard mkdir(String(path[..<end]), 0o777) == 0 || errno == EEXIST else {
        throw FileError(code: errno, path: path)
      }
    }
  }

  /// The content is on the disk and has its name; a folder that may not be opened, or a disk that syncs no folders,
  /// leaves only open when the name gets there.
  private static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
