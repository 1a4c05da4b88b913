import AtomicFiles
internal import Domain
import Platform
import Synchronization

/// What has come of a file, open for writing: nobody else writes it meanwhile. What is written goes behind what is there.
final class PartFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let length: Mutex<Int64>

  /// Opens the file, and makes it where it is not there. Throws `elsewhere` while another process has it, or another
  /// part of this one.
  init(_ path: String, named name: String) throws(DownloadFault) {
    self.path = path
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
      guard opened >= 0 else { throw .cannotWrite(path: path, reason: systemReason(errno)) }
      switch Self.lock(opened) {
      case .taken: break
      case .held:
        close(opened)
        throw .elsewhere(name: name)
      case .refused(let code):
        close(opened)
        throw .cannotWrite(path: path, reason: systemReason(code))
      }
      var found = stat()
      fstat(opened, &found)
      guard found.st_nlink > 0 else {
        // Somebody has taken its name between the two calls.
        close(opened)
        continue
      }
      descriptor = opened
      length = Mutex(Int64(found.st_size))
      return
    }
  }

  deinit {
    letGo()
    close(descriptor)
  }

  /// Lets others have it at once: also while a thread that is about to end, or a program that just starts, has it open.
  func letGo() { flock(descriptor, LOCK_UN) }

  /// Who only looks whether it is held has it for an instant, too.
  private static func lock(_ descriptor: Int32) -> FileLock {
    for _ in 0..<20 {
      let lock = FileLock.ask(LOCK_EX, on: descriptor)
      guard lock == .held else { return lock }
      usleep(5_000)
    }
    return .held
  }

  var bytes: Int64 { length.withLock { $0 } }

  /// Puts the bytes behind what is there; how many there are then.
  func append(_ bytes: [UInt8]) throws(DownloadFault) -> Int64 {
    let result = length.withLock { length -> Result<Int64, DownloadFault> in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(length)) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          let code = count < 0 ? errno : ENOSPC
          guard code == ENOSPC else {
            return .failure(.cannotWrite(path: path, reason: systemReason(code)))
          }
          return .failure(.noSpace(needs: Int64(rest.count), free: freeSpace(in: path) ?? 0))
        }
        length += Int64(count)
        rest = rest.dropFirst(count)
      }
      return .success(length)
    }
    return try result.get()
  }

  /// Throws what is behind this away.
  func cut(to bytes: Int64) throws(DownloadFault) {
    guard bytes < self.bytes else { return }
    guard ftruncate(descriptor, off_t(bytes)) == 0 else {
      throw .cannotWrite(path: path, reason: systemReason(errno))
    }
    length.withLock { $0 = bytes }
  }

  /// Returns once all of it is on the disk.
  func sync() throws(DownloadFault) {
    do throws(FileError) { try syncAll(descriptor, path: path) } catch { throw DownloadFault(error) }
  }

  /// The first bytes.
  func beginning(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// The SHA-256 of all of it, in hexadecimal digits. `tell` hears the part done.
  func digest(_ tell: @escaping @Sendable (Double) -> Void) async throws(DownloadFault) -> String {
    do throws(FileDigest.Failure) { return try await FileDigest.of(descriptor, tell: tell) } catch {
      guard case .system(let code) = error else { throw .cancelled }
      throw .cannotWrite(path: path, reason: systemReason(code))
    }
  }

  /// Whether a process has the file just now.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    switch FileLock.ask(LOCK_SH, on: descriptor) {
    case .held: return true
    // A disk that grants no lock grants it to no other process either.
    case .refused: return false
    case .taken:
      // A program that just starts has it open, too.
      flock(descriptor, LOCK_UN)
      return false
    }
  }
}
