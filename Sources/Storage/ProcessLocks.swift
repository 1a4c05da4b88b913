import AtomicFiles
import Domain
import Platform

typealias ProcessID = Identifier<ProcessLocks>

/// Tells which processes on a library are alive: each holds a lock on a file named by its own id, and the system lets go
/// of the lock when the process ends, however it ends.
final class ProcessLocks: Sendable {
  let me: ProcessID
  private let folder: String
  private let descriptor: Int32

  /// Takes a lock under an id that no process has or had here, and sweeps the files of processes that have ended.
  ///
  /// - Parameters:
  ///   - reserve: its file becomes the lock where the disk has no place for one more file.
  ///   - isTaken: whether something in the library still belongs to a process of that id.
  init(
    in folder: String, surroundings: any Surroundings, reserve: Reserve? = nil,
    isTaken: (ProcessID) throws(StoreError) -> Bool
  ) throws(StoreError) {
    self.folder = folder
    while true {
      let id: ProcessID = surroundings.newID()
      guard try !isTaken(id), let descriptor = try Self.lock(id, in: folder, reserve) else { continue }
      self.descriptor = descriptor
      me = id
      break
    }
    Self.sweep(folder, but: me)
  }

  /// For a process that writes nothing, and so owns nothing.
  init(lookingIn folder: String, surroundings: any Surroundings) {
    self.folder = folder
    descriptor = -1
    me = surroundings.newID()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func owner(_ process: ProcessID?) -> UnfinishedReply.Owner {
    guard let process else { return .nobody }
    if process == me { return .thisProcess }
    return isAlive(process) ? .another : .nobody
  }

  /// Lets go of the lock before the process ends.
  func end() {
    guard descriptor >= 0 else { return }
    unlink(Self.path(of: me, in: folder))
    flock(descriptor, LOCK_UN)
  }

  private static func path(of process: ProcessID, in folder: String) -> String { "\(folder)/\(process).lock" }

  /// Makes the file and locks it; nil when another process has it.
  private static func lock(_ id: ProcessID, in folder: String, _ reserve: Reserve?) throws(StoreError) -> Int32? {
    let path = path(of: id, in: folder)
    let make = { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    var descriptor = make()
    if descriptor < 0 {
      let reason = errno
      if reason == EEXIST { return nil }
      let error = StoreError(systemError: reason, path: path)
      guard case .diskFull = error else { throw error }
      // What a killed process left has a place to give, too.
      sweep(folder, but: id)
      descriptor = make()
      if descriptor < 0 { descriptor = reserve?.become(path) ?? -1 }
      guard descriptor >= 0 else { throw error }
    }
    var mine = stat()
    var named = stat()
    switch FileLock.ask(LOCK_EX, on: descriptor) {
    case .taken where fstat(descriptor, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino:
      return descriptor
    // A sweeper has taken the file away between the two calls; a lock without a name would say nothing.
    case .taken, .held:
      close(descriptor)
      return nil
    case .refused(let code):
      unlink(path)
      close(descriptor)
      throw StoreError(systemError: code, path: path)
    }
  }

  private func isAlive(_ process: ProcessID) -> Bool {
    let descriptor = open(Self.path(of: process, in: folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Shared, so that two processes that ask at once do not take each other for the owner.
    return FileLock.ask(LOCK_SH, on: descriptor) != .taken
  }

  private static func sweep(_ folder: String, but me: ProcessID) {
    for name in Files.names(in: folder) where name.hasSuffix(".lock") {
      guard let process = ProcessID(name.dropLast(5)), process != me else { continue }
      let path = path(of: process, in: folder)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if FileLock.ask(LOCK_EX, on: descriptor) == .taken { unlink(path) }
      close(descriptor)
    }
  }
}
