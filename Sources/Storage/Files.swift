import AtomicFiles
import Domain
import Platform

/// Files and folders by plain system calls, with errors in the store's words.
///
/// Never opens a database that this process has open: closing it would drop the locks that SQLite holds on it.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What the system knows a file by, whatever it is called; nil where there is none.
  static func number(of path: String) -> UInt64? {
    var found = stat()
    return lstat(path, &found) == 0 ? UInt64(found.st_ino) : nil
  }

  /// The size in bytes; nil when there is no such file.
  static func size(_ path: String) -> Int64? {
    var found = stat()
    return stat(path, &found) == 0 ? Int64(found.st_size) : nil
  }

  /// The permission bits; nil when there is no such file.
  static func permissions(_ path: String) -> mode_t? {
    var found = stat()
    return stat(path, &found) == 0 ? found.st_mode & 0o777 : nil
  }

  /// When the file's content last changed, or was said to; nil when there is no such file.
  static func changedAt(_ path: String) -> Timestamp? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return Timestamp(
      milliseconds: Int64(found.st_mtim.tv_sec).times(1_000).plus(Int64(found.st_mtim.tv_nsec) / 1_000_000))
  }

  /// Opens a file, or a folder to be synced. Nothing is written through a link, and nothing waits for a pipe's other end.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(StoreError) -> Int32 {
    let isReading = flags & O_ACCMODE == O_RDONLY
    let descriptor = Platform.open(path, flags | O_CLOEXEC | O_NONBLOCK | (isReading ? 0 : O_NOFOLLOW), mode)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, [S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT) else {
      close(descriptor)
      throw StoreError(systemError: ENXIO, path: path)
    }
    return descriptor
  }

  /// Opens, works, closes.
  static func with<Result>(
    _ path: String, _ flags: Int32, _ body: (Int32) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let descriptor = try open(path, flags)
    defer { close(descriptor) }
    return try body(descriptor)
  }

  static func isLink(_ path: String) -> Bool {
    var found = stat()
    return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes the folder, and those above it, for the user alone; tightens one that is there and belongs to the user.
  ///
  /// - Parameter mayBeLink: true for the library itself, which the user may have put elsewhere.
  static func makeFolder(_ path: String, mayBeLink: Bool = false) throws(StoreError) {
    var found = stat()
    if isLink(path), !mayBeLink { throw StoreError(systemError: ELOOP, path: path) }
    // One that leads nowhere.
    if isLink(path), !exists(path) { throw StoreError(systemError: ENOENT, path: path) }
    if stat(path, &found) != 0 {
      let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      if !parent.isEmpty, !exists(parent) { try makeFolder(parent) }
      // EEXIST: another process was quicker.
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StoreError(systemError: errno, path: path) }
      return
    }
    guard found.st_mode & S_IFMT == S_IFDIR else { throw StoreError(systemError: ENOTDIR, path: path) }
    tighten(path)
  }

  /// Takes the rights of others away, where the file is the user's; `verify` reports what could not be tightened.
  static func tighten(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0, found.st_uid == geteuid(), found.st_mode & 0o077 != 0 else { return }
    chmod(path, found.st_mode & 0o700)
  }

  /// The names in a folder, sorted; none when it is not there or cannot be read, which `list` tells apart.
  static func names(in folder: String) -> [String] {
    do throws(StoreError) { return try list(folder) } catch { return [] }
  }

  /// The names in a folder, sorted; none when it is not there.
  static func list(_ folder: String) throws(StoreError) -> [String] {
    guard let names = namesInFolder(folder) else {
      let reason = errno
      if reason == ENOENT, !isLink(folder) { return [] }
      throw StoreError(systemError: reason == ENOENT ? ELOOP : reason, path: folder, isReading: true)
    }
    return names
  }

  static func rename(_ from: String, to: String) throws(StoreError) {
    guard Platform.rename(from, to) == 0 else { throw StoreError(systemError: errno, path: from) }
  }

  static func remove(_ path: String) { unlink(path) }

  /// Returns when the file's content, or a folder's entries, are on the disk.
  static func sync(_ path: String) throws(StoreError) {
    try with(path, O_RDONLY) { descriptor throws(StoreError) in
      try inStoreWords { () throws(FileError) in try syncAll(descriptor, path: path) }
    }
  }

  /// Writes a file in `folder` that only the user may read and that has not yet its name; returns when it is on the disk.
  static func new(in folder: String, _ bytes: [UInt8], at time: Timestamp) throws(StoreError) -> NewFile {
    try inStoreWords { () throws(FileError) in
      try NewFile(in: folder, of: .library, mode: 0o600, time: timespec(time), bytes)
    }
  }

  static func name(_ file: NewFile, _ target: String) throws(StoreError) {
    try inStoreWords { () throws(FileError) in try file.name(target) }
  }

  private static func inStoreWords<Result>(_ body: () throws(FileError) -> Result) throws(StoreError) -> Result {
    do throws(FileError) { return try body() } catch { throw StoreError(systemError: error.code, path: error.path) }
  }

  /// Copies a file that no process has open, and returns when the copy is on the disk.
  static func copy(_ from: String, to: String) throws(StoreError) {
    try with(from, O_RDONLY) { source throws(StoreError) in
      try with(to, O_WRONLY | O_CREAT | O_TRUNC) { target throws(StoreError) in
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
          let count = read(source, &buffer, buffer.count)
          if count == 0 { break }
          guard count > 0 else { throw StoreError(systemError: errno, path: from, isReading: true) }
          let written = buffer.withUnsafeBytes { bytes in
            Result { () throws(FileError) in
              try writeAll(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: target, path: to)
            }
          }
          try inStoreWords { () throws(FileError) in try written.get() }
        }
        try inStoreWords { () throws(FileError) in try syncAll(target, path: to) }
      }
    }
  }

  /// All bytes of a file that no database lies in; nil when it is not there.
  static func bytes(_ path: String) throws(StoreError) -> [UInt8]? {
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(systemError: errno, path: path, isReading: true)
    }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { throw StoreError(systemError: errno, path: path) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw StoreError(systemError: ENXIO, path: path) }
    var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { Platform.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      guard part >= 0 else { throw StoreError(systemError: errno, path: path, isReading: true) }
      if part == 0 { break }
      count += part
    }
    bytes.removeSubrange(count...)
    return bytes
  }

  /// The first bytes of a file that this process has not open; fewer when it is shorter.
  static func head(_ path: String, count: Int) throws(StoreError) -> [UInt8] {
    try with(path, O_RDONLY) { descriptor throws(StoreError) in
      var bytes = [UInt8](repeating: 0, count: count)
      let found = read(descriptor, &bytes, count)
      guard found >= 0 else { throw StoreError(systemError: errno, path: path, isReading: true) }
      return Array(bytes.prefix(found))
    }
  }
}

extension timespec {
  init(_ time: Timestamp) {
    let second = time.milliseconds / 1_000
    self.init(tv_sec: Int(second), tv_nsec: Int(time.milliseconds - second * 1_000) * 1_000_000)
  }
}
