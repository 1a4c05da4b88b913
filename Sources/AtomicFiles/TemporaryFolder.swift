import Platform
import Synchronization

/// A folder that nobody else may read, made when its first file is written and removed with all in it.
package final class TemporaryFolder: Sendable {
  private let base: String
  private let made = Mutex<String?>(nil)

  /// `base` is where it is made.
  package init(in base: String) { self.base = base }

  package func path() throws(FileError) -> String {
    let result = made.withLock { folder -> Result<String, FileError> in
      if let folder { return .success(folder) }
      var template = Array("\(base)/sotto-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { return .failure(FileError(code: errno, path: base)) }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      folder = path
      return .success(path)
    }
    return try result.get()
  }

  /// Removes the files and the folder; what other programs have open stays theirs.
  package func remove() {
    guard let folder = made.withLock({ $0.take() }), let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
      }
      unlinkat(dirfd(directory), name, 0)
    }
    closedir(directory)
    rmdir(folder)
  }
}
