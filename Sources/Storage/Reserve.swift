import Domain
import Platform

/// Room on the disk kept free for a delete that meets a full disk. A look takes only the little that the index beside the
/// log needs, and there is less of it where the disk has little room.
struct Reserve {
  let path: String
  /// The most that is kept.
  static let bytes: Int64 = 8 << 20
  /// What an opening may take.
  static let loan: Int64 = 256 << 10
  /// The least that is worth a file.
  static let least: Int64 = 64 << 10
  /// So much is kept where it is at most half of the free room, be the quarter less.
  static let small: Int64 = 128 << 10
  /// It grows by parts of this size, and not with every change of the free room.
  static let step: Int64 = 16 << 10

  /// The room that is kept now; 0 for none, or for what is no file of Sotto's making.
  var size: Int64 {
    var found = stat()
    guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int64(found.st_size)
  }

  /// Takes up to a quarter of the free room, on a very small disk up to a half; a missing reserve is no error.
  func take() {
    let kept = size
    guard kept < Self.bytes, let free else { return }
    let room = kept.plus(free)
    grow(from: kept, to: min(Self.bytes, max(room / 4, min(Self.small, room / 2))))
  }

  /// Takes back what a delete was given, but for a little with which the next message can be sent.
  func take(back room: Int64) {
    guard room > 0, let free else { return }
    grow(from: size, to: min(room, free / 8 * 7))
  }

  /// Gives all of it to a delete; returns how much that was.
  func release() -> Int64 {
    let kept = size
    // Emptied before it goes: a program that is just being started may still hold it for a moment, and its room with it.
    if let descriptor = open(O_RDWR) {
      ftruncate(descriptor, 0)
      close(descriptor)
    }
    return kept > 0 && unlink(path) == 0 ? kept : 0
  }

  /// Gives its place on the disk to an empty file of another name, where there is none for one more; nil where that
  /// cannot be. Taken back with the next `take`, once that file is gone.
  func become(_ target: String) -> Int32? {
    guard size > 0, let descriptor = open(O_RDWR) else { return nil }
    guard rename(path, target) == 0 else {
      close(descriptor)
      return nil
    }
    ftruncate(descriptor, 0)
    return descriptor
  }

  /// Gives a little of it to an opening, at most half; false when there is too little.
  func lend() -> Bool {
    guard size >= 2 * Self.least, let descriptor = open(O_RDWR) else { return false }
    defer { close(descriptor) }
    return ftruncate(descriptor, off_t(size - min(Self.loan, size / 2))) == 0
  }

  private var free: Int64? { freeSpace(in: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") }

  private func grow(from kept: Int64, to wanted: Int64) {
    let wanted = wanted / Self.step * Self.step
    guard wanted > kept, wanted >= Self.least, let descriptor = open(O_RDWR | O_CREAT) else { return }
    defer { close(descriptor) }
    guard reserveRoom(descriptor, bytes: off_t(wanted)) != 0 else { return }
    if kept == 0 { unlink(path) } else { ftruncate(descriptor, off_t(kept)) }
  }

  /// Nil for a link, a pipe, or whatever else is no file.
  private func open(_ flags: Int32) -> Int32? {
    let descriptor = Platform.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    var found = stat()
    if fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_nlink == 1 { return descriptor }
    close(descriptor)
    return nil
  }
}
