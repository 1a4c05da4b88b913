internal import Domain
import Platform

/// A file that a user hands over, read once and wholly.
enum SourceFile {
  static func read(_ path: String) throws(PictureError) -> [UInt8] {
    let name = PictureDisplayName.of(path: path)
    var seen = stat()
    guard lstat(path, &seen) == 0 else { throw .cannotRead(name: name, reason: systemReason(errno)) }
    // Before it is opened: to open a pipe may wait for ever, and to open a device may do something.
    guard seen.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name: name) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENXIO { throw .notAFile(name: name) }
      throw .cannotRead(name: name, reason: systemReason(errno))
    }
    defer { close(descriptor) }
    return try read(descriptor, name: name)
  }

  /// The bytes of an open file, if it is the same from the first byte to the last. `meanwhile` stands for what other
  /// programs do.
  static func read(
    _ descriptor: Int32, name: String, meanwhile: () -> Void = {}
  ) throws(PictureError) -> [UInt8] {
    var before = stat()
    guard fstat(descriptor, &before) == 0 else {
      throw .cannotRead(name: name, reason: systemReason(errno))
    }
    guard before.st_mode & S_IFMT == S_IFREG, !isAnswerOfKernel(descriptor) else {
      throw .notAFile(name: name)
    }
    guard before.st_size <= PictureLimits.bytes else {
      throw .fileTooLarge(name: name, bytes: Int64(before.st_size))
    }
    meanwhile()
    // One more than there should be, to see a file that grew.
    let room = Int(before.st_size) + 1
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      while filled < room {
        let count = Platform.read(descriptor, buffer.baseAddress! + filled, room - filled)
        if count < 0, errno == EINTR { continue }
        if count < 0 { code = errno }
        if count <= 0 { break }
        filled += count
      }
    }
    guard code == 0 else { throw .cannotRead(name: name, reason: systemReason(code)) }
    var after = stat()
    guard fstat(descriptor, &after) == 0, bytes.count == Int(before.st_size), isSame(before, after) else {
      throw .changed(name: name)
    }
    return bytes
  }

  /// Whether what looks like a file is made up by the kernel while it is read.
  private static func isAnswerOfKernel(_ descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!, $0.count)
    }
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return path.hasPrefix("/proc/") || path.hasPrefix("/sys/")
  }

  private static func isSame(_ one: stat, _ other: stat) -> Bool {
    one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_size == other.st_size
      && one.st_mtim.tv_sec == other.st_mtim.tv_sec && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec
      && one.st_ctim.tv_sec == other.st_ctim.tv_sec && one.st_ctim.tv_nsec == other.st_ctim.tv_nsec
  }
}
