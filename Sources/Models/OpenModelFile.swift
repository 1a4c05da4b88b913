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
    try self.init(resolved, named: name)
  }

  /// Opens the file of a record, if it is the same as it was.
  convenience init(of model: LocalModel) throws(ModelFault) {
    try self.init(model.file.path, named: model.name)
    guard file == model.file else { throw .changed(name: model.name) }
  }

  private init(_ path: String, named name: String) throws(ModelFault) {
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
    file = Self.file(path, found)
  }

  deinit { close(descriptor) }

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

  /// What is wrong with the file of a record, without opening it; nil where nothing is.
  static func fault(of model: LocalModel) -> ModelFault? {
    guard let seen = look(at: model.file.path) else {
      let reason = errno
      guard [ENOENT, ENOTDIR].contains(reason) else {
        return .cannotRead(name: model.name, reason: systemReason(reason))
      }
      return model.isBuiltIn ? .notInstalled(name: model.name) : .notFound(name: model.name)
    }
    guard seen.st_mode & S_IFMT == S_IFREG, file(model.file.path, seen) == model.file else {
      return .changed(name: model.name)
    }
    return nil
  }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func look(at path: String) -> stat? {
    var found = stat()
    return lstat(path, &found) == 0 ? found : nil
  }

  private static func file(_ path: String, _ found: stat) -> ModelFile {
    let time = Int64(found.st_mtim.tv_sec).times(1_000_000_000).plus(Int64(found.st_mtim.tv_nsec))
    return ModelFile(
      path: path, bytes: Int64(found.st_size), modifiedAt: time, inode: Int64(bitPattern: UInt64(found.st_ino)),
      device: Int64(truncatingIfNeeded: found.st_dev))
  }
}
