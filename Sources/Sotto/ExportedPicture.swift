internal import Dispatch
public import Domain
import Glibc
import Synchronization

/// Pictures that leave the library on the user's word: into the user's folders, or as a copy for another program.
public enum ExportedPicture {
  /// A file's name for the picture: how it was called when it came, else "Picture".
  public static func name(of attachment: Attachment, format: PictureFormat) -> String {
    if case .drawing(let name) = attachment.content { return "\(name).\(format.fileExtension)" }
    let words = attachment.alternative.unicodeScalars.map { scalar in
      scalar == "/" || ShownLine.breaks(scalar) || ShownLine.turns(scalar) ? " " : Character(scalar)
    }
    var stem = String(String(words).split(separator: " ").joined(separator: " ").prefix(60))
    // A name in the file system has 255 bytes; some are left for a number and for the file while it is written.
    while stem.utf8.count > 180 { stem.removeLast() }
    while stem.hasPrefix(".") { stem.removeFirst() }
    return (stem.isEmpty ? "Picture" : stem) + "." + format.fileExtension
  }

  /// Writes the file whole or not at all; what was at the path is replaced.
  public static func write(_ file: PictureFile, to path: String) async throws(PictureError) {
    try await onQueue { () throws(PictureError) in try write(file.bytes, to: path, mode: 0o644) }
  }

  /// Writes the file into `folder` under a name that no other file there has; returns its path.
  public static func write(_ file: PictureFile, named name: String, into folder: String) async throws(PictureError)
    -> String
  {
    try await onQueue { () throws(PictureError) in
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      var number = 1
      while true {
        let free = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
        let path = "\(folder)/\(free)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor >= 0 {
          close(descriptor)
          do throws(PictureError) { try write(file.bytes, to: path, mode: 0o644) } catch {
            unlink(path)
            throw error
          }
          return path
        }
        guard errno == EEXIST else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        number += 1
      }
    }
  }

  /// A copy that other programs may do with as they like, in a folder of this process; `forgetCopies` removes it.
  public static func copyForOthers(_ file: PictureFile, of attachment: Attachment) async throws(PictureError) -> String
  {
    let name = name(of: attachment, format: file.format)
    return try await write(file, named: name, into: try copies())
  }

  /// Removes the copies that were handed to other programs; what these have open stays theirs.
  public static func forgetCopies() {
    guard let folder = folderOfCopies.withLock({ $0.take() }), let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
      }
      unlinkat(dirfd(directory), name, 0)
    }
    closedir(directory)
    rmdir(folder)
  }

  private static let folderOfCopies = Mutex<String?>(nil)

  private static func copies() throws(PictureError) -> String {
    let result = folderOfCopies.withLock { folder -> Result<String, PictureError> in
      if let folder { return .success(folder) }
      let base = (getenv("XDG_RUNTIME_DIR") ?? getenv("TMPDIR")).map { String(cString: $0) } ?? "/tmp"
      var template = Array("\(base)/sotto-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        return .failure(.cannotWrite(path: base, reason: String(cString: strerror(errno))))
      }
      let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      folder = made
      return .success(made)
    }
    return try result.get()
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(PictureError) {
    let partial = path + ".part-\(getpid())"
    func fail() -> PictureError {
      let reason = String(cString: strerror(errno))
      unlink(partial)
      return .cannotWrite(path: path, reason: reason)
    }
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw fail() }
    var written = 0
    while written < bytes.count {
      let part = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else {
        let error = fail()
        close(descriptor)
        throw error
      }
      written += part
    }
    let isOnDisk = fsync(descriptor) == 0
    close(descriptor)
    guard isOnDisk, rename(partial, path) == 0 else { throw fail() }
  }

  private static let queue = DispatchQueue(label: "sotto.export")

  /// Files are written away from the shared pool.
  private static func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(PictureError) -> Value
  ) async throws(PictureError) -> Value {
    let result = await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, PictureError>, Never>) in
      queue.async {
        do throws(PictureError) { waiting.resume(returning: .success(try work())) } catch {
          waiting.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
