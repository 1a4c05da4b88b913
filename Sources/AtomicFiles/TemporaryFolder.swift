import Platform
import Synchronization

/// A folder that no other user may read, made when its first file is written and removed with all in it: at the latest by
/// the next sweep after its process has ended, however that ended. While it is used it is locked.
package final class TemporaryFolder: Sendable {
  private struct Made {
    let path: String
    /// Holds the lock.
    let descriptor: Int32
  }

  private static let prefix = "sotto-copies-"

  private let base: String
  private let made = Mutex<Made?>(nil)

  /// `base` is where it is made.
  package init(in base: String) { self.base = base }

  deinit { remove() }

  package func path() throws(FileError) -> String {
    let result = made.withLock { folder -> Result<String, FileError> in
      if let folder { return .success(folder.path) }
      while true {
        var template = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return .failure(FileError(code: errno, path: base)) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 {
          let reason = errno
          // A sweeper was quicker.
          if reason == ENOENT { continue }
          rmdir(path)
          return .failure(FileError(code: reason, path: path))
        }
        guard Self.lock(descriptor), Self.isThere(path, descriptor) else {
          close(descriptor)
          continue
        }
        folder = Made(path: path, descriptor: descriptor)
        return .success(path)
      }
    }
    return try result.get()
  }

  /// Removes the files and the folder; what other programs have open stays theirs.
  package func remove() {
    guard let folder = made.withLock({ $0.take() }) else { return }
    Self.remove(folder.path, folder.descriptor)
    close(folder.descriptor)
  }

  /// Removes such folders in `base` whose processes have ended without doing so.
  package static func sweep(_ base: String) {
    for name in namesInFolder(base) ?? [] where name.hasPrefix(prefix) {
      let path = "\(base)/\(name)"
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var found = stat()
      guard fstat(descriptor, &found) == 0, found.st_uid == geteuid(), FileLock.ask(LOCK_EX, on: descriptor) == .taken
      else { continue }
      remove(path, descriptor)
    }
  }

  /// False where a sweeper has it. A disk that knows no locks has no sweepers either.
  private static func lock(_ descriptor: Int32) -> Bool { FileLock.ask(LOCK_EX, on: descriptor) != .held }

  /// Whether a sweeper has left it its name.
  private static func isThere(_ path: String, _ descriptor: Int32) -> Bool {
    var (named, mine) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &mine) == 0 && named.st_ino == mine.st_ino
      && named.st_dev == mine.st_dev
  }

  private static func remove(_ path: String, _ descriptor: Int32) {
    for name in namesInFolder(path) ?? [] { unlinkat(descriptor, name, 0) }
    rmdir(path)
  }
}
