package import Platform
import Synchronization

/// A file that is complete and on the disk, but has not yet its name; it is gone with this object unless it gets one.
package final class NewFile {
  /// What such a file is called until it has its name.
  package enum Place: Sendable {
    /// In a folder of the library: with a lock on it, by which a sweep sees whether somebody still writes it.
    case library
    /// In a folder of the user's, which may lie where nothing can be locked.
    case elsewhere
  }

  /// What the names of those in the library begin with.
  package static let mark = "tmp-"

  private let folder: String
  private let path: String
  private let descriptor: Int32
  private var isNamed = false

  /// Writes the bytes to a file in `folder` with these permissions and returns when they are on the disk. `time` is when
  /// it is said to have changed; now where that is nil.
  package convenience init(
    in folder: String, of place: Place, mode: mode_t, time: timespec? = nil, _ bytes: [UInt8]
  ) throws(FileError) {
    try self.init(in: folder, of: place, mode: mode)
    try append(bytes)
    if let time {
      // A time that is not taken leaves the disk's own, which is as good.
      futimens(descriptor, [time, time])
    }
    try sync()
  }

  /// Makes an empty file, to be appended to; the bytes are on the disk once `sync` has returned.
  package init(in folder: String, of place: Place, mode: mode_t) throws(FileError) {
    self.folder = folder
    (path, descriptor) = try Self.make(in: folder, of: place, mode: mode)
  }

  package func append(_ bytes: [UInt8]) throws(FileError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try writeAll(bytes, to: descriptor, path: folder) }
    }
    try result.get()
  }

  package func sync() throws(FileError) { try syncAll(descriptor, path: folder) }

  deinit {
    if !isNamed { unlink(path) }
    close(descriptor)
  }

  /// Gives it its name; what had that name is replaced. The name is on the disk once its folder is.
  package func name(_ target: String) throws(FileError) {
    guard rename(path, target) == 0 else { throw FileError(code: errno, path: path) }
    isNamed = true
  }

  /// Removes a file of the library if the process that wrote it has ended: the system has then let go of its lock.
  package static func removeIfLeft(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if FileLock.ask(LOCK_EX, on: descriptor) == .taken { unlink(path) }
  }

  private static let count = Atomic(0)

  private static func make(in folder: String, of place: Place, mode: mode_t) throws(FileError) -> (String, Int32) {
    while true {
      let number = "\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
      let path = folder + (place == .library ? "/\(mark)\(number)" : "/sotto-\(number).part")
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        // Left by an earlier process of the same number.
        guard errno == EEXIST else { throw FileError(code: errno, path: folder) }
        continue
      }
      guard place == .library else { return (path, descriptor) }
      var found = stat()
      switch FileLock.ask(LOCK_EX, on: descriptor) {
      case .taken where fstat(descriptor, &found) == 0 && found.st_nlink == 1: return (path, descriptor)
      // A sweeper has taken the file away between the two calls, or is about to.
      case .taken, .held: close(descriptor)
      case .refused(let code):
        unlink(path)
        close(descriptor)
        throw FileError(code: code, path: folder)
      }
    }
  }
}
