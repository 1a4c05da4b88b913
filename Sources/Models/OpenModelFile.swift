internal import Domain
import Platform

/// A model's file, open for reading as long as this lives.
final class OpenModelFile {
  let descriptor: Int32
  /// What shows that it is still the same.
  let file: ModelFile

  /// Opens an ordinary file. Nothing waits for a pipe's other end, and no device does anything.
  ///
  /// - Parameter path: absolute; links are followed here, once, and never again.
  convenience init(_ path: String) throws(ModelFault) {
    let name = Self.name(of: path)
    guard let real = realpath(path, nil) else { throw .cannotRead(name: name, reason: systemReason(errno)) }
    defer { free(real) }
    let resolved = String(cString: real)
    guard let seen = Self.look(at: resolved) else { throw .cannotRead(name: name, reason: systemReason(errno)) }
    guard seen.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name: name) }
    try self.init(itself: resolved, named: name)
  }

  /// Opens the file that this path leads to, and keeps the path as it is.
  convenience init(behind path: String, named name: String) throws(ModelFault) {
    guard let real = realpath(path, nil) else {
      throw [ENOENT, ENOTDIR].contains(errno)
        ? .notFound(name: name) : .cannotRead(name: name, reason: systemReason(errno))
    }
    defer { free(real) }
    try self.init(itself: String(cString: real), called: path, named: name)
  }

  /// Opens the file of this path and follows no link; `name` is what it is called before people, `called` the path that is
  /// kept.
  init(itself path: String, called: String? = nil, named name: String) throws(ModelFault) {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .notFound(name: name)
      case ELOOP, ENXIO: throw .notAFile(name: name)
      default: throw .cannotRead(name: name, reason: systemReason(errno))
      }
    }
    descriptor = opened
    var found = stat()
    guard fstat(opened, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      file = ModelFile(path: path, bytes: 0, modifiedAt: 0, inode: 0, device: 0)
      throw .notAFile(name: name)
    }
    file = Self.file(called ?? path, found)
  }

  deinit { Platform.close(descriptor) }

  static func close(_ descriptors: [Int32]) { for descriptor in descriptors { Platform.close(descriptor) } }

  /// Whether it is the same now as when it was opened.
  var isUnchanged: Bool {
    var found = stat()
    return fstat(descriptor, &found) == 0 && Self.file(file.path, found) == file
  }

  /// The descriptor's copy, for somebody who closes it.
  func handedOver(name: String) throws(ModelFault) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .cannotRead(name: name, reason: systemReason(errno)) }
    return copy
  }

  /// Whether it begins as a file of the format GGUF does.
  var isGGUF: Bool { beginning(4).elementsEqual("GGUF".utf8) }

  /// The first bytes; fewer where the file is shorter or cannot be read.
  func beginning(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// The file of a model as it is now, without opening it, or what is wrong with it.
  ///
  /// - Parameter followed: whether it may be a link.
  static func file(at path: String, followed: Bool, named name: String) -> Result<ModelFile, ModelFault> {
    guard let seen = followed ? look(behind: path) : look(at: path) else {
      let reason = errno
      guard [ENOENT, ENOTDIR].contains(reason) else {
        return .failure(.cannotRead(name: name, reason: systemReason(reason)))
      }
      return .failure(.notFound(name: name))
    }
    return seen.st_mode & S_IFMT == S_IFREG ? .success(file(path, seen)) : .failure(.changed(name: name))
  }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What lies there, be it a link; nil where nothing does.
  static func look(at path: String) -> stat? {
    var found = stat()
    return lstat(path, &found) == 0 ? found : nil
  }

  /// What it leads to; nil where that is nothing.
  static func look(behind path: String) -> stat? {
    var found = stat()
    return stat(path, &found) == 0 ? found : nil
  }

  /// The path with all links followed but for the last name.
  static func inItsFolder(_ path: String) -> String {
    let name = name(of: path)
    guard let folder = realpath(String(path.dropLast(name.count)), nil) else { return path }
    defer { free(folder) }
    let beginning = String(cString: folder)
    return (beginning == "/" ? "" : beginning) + "/" + name
  }

  private static func file(_ path: String, _ found: stat) -> ModelFile {
    let time = Int64(found.st_mtim.tv_sec).times(1_000_000_000).plus(Int64(found.st_mtim.tv_nsec))
    return ModelFile(
      path: path, bytes: Int64(found.st_size), modifiedAt: time, inode: Int64(bitPattern: UInt64(found.st_ino)),
      device: Int64(truncatingIfNeeded: found.st_dev))
  }
}
