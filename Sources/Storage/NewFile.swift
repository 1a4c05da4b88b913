import Domain
import Glibc
import Synchronization

/// A file that is whole and on the disk, but has not yet its name; it is gone with this object unless it gets one.
final class NewFile {
  /// What the names of such files begin with.
  static let mark = "tmp-"

  private let path: String
  private let descriptor: Int32
  private var isNamed = false

  /// Writes the bytes to a file in `folder` that only the user may read, and returns when they are on the disk.
  init(in folder: String, _ bytes: [UInt8], at time: Timestamp) throws(StoreError) {
    (path, descriptor) = try Self.make(in: folder)
    // From here on `deinit` removes and closes the file, also when this making fails.
    try Self.write(bytes, to: descriptor, path: folder)
    var times = [timespec(time), timespec(time)]
    // A time that is not taken leaves the disk's own, which is as good.
    futimens(descriptor, &times)
    guard fsync(descriptor) == 0 else { throw StoreError(systemError: errno, path: folder) }
  }

  deinit {
    if !isNamed { unlink(path) }
    close(descriptor)
  }

  func name(_ target: String) throws(StoreError) {
    try Files.rename(path, to: target)
    isNamed = true
  }

  /// Removes the file if the process that wrote it has ended: the system has then let go of its lock.
  static func removeIfLeft(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }

  private static let count = Atomic(0)

  /// A new file with a lock on it, by which a sweep sees that it is being written.
  private static func make(in folder: String) throws(StoreError) -> (String, Int32) {
    while true {
      let path = "\(folder)/\(mark)\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        // Left by an earlier process of the same number.
        guard errno == EEXIST else { throw StoreError(systemError: errno, path: folder) }
        continue
      }
      var found = stat()
      // A sweeper may have taken the file away between the two calls.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &found) == 0, found.st_nlink == 1 {
        return (path, descriptor)
      }
      close(descriptor)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StoreError) {
    var written = 0
    while written < bytes.count {
      let part = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
      guard part > 0 else { throw StoreError(systemError: errno, path: path) }
      written += part
    }
  }
}

extension timespec {
  init(_ time: Timestamp) {
    let second = time.milliseconds / 1_000
    self.init(tv_sec: Int(second), tv_nsec: Int(time.milliseconds - second * 1_000) * 1_000_000)
  }
}
