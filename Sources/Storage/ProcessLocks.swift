import Domain
import Glibc

typealias ProcessID = Identifier<ProcessLocks>

/// Tells which processes on a house are alive: each holds a lock on a file named by its own id, and the system lets go
/// of the lock when the process ends, however it ends.
final class ProcessLocks: Sendable {
  let me: ProcessID
  private let folder: String
  private let descriptor: Int32

  /// Takes this process's lock and sweeps the files of processes that have ended.
  init(in folder: String, startedAt time: Timestamp) throws(StoreError) {
    // Not from `Surroundings`: where chance is scripted, two processes would take each other for themselves.
    var chance = SystemRandomNumberGenerator()
    me = ProcessID(high: UInt64(bitPattern: time.milliseconds) << 16 | 0x7000, low: chance.next() >> 2 | 1 << 63)
    self.folder = folder
    descriptor = try Self.lock(Self.path(of: me, in: folder))
    sweep()
  }

  deinit { close(descriptor) }

  func owner(_ process: ProcessID?) -> UnfinishedReply.Owner {
    guard let process else { return .nobody }
    if process == me { return .thisProcess }
    return isAlive(process) ? .another : .nobody
  }

  /// Lets go of the lock before the process ends.
  func end() {
    unlink(Self.path(of: me, in: folder))
    flock(descriptor, LOCK_UN)
  }

  private static func path(of process: ProcessID, in folder: String) -> String { "\(folder)/\(process).lock" }

  private static func lock(_ path: String) throws(StoreError) -> Int32 {
    while true {
      let descriptor = try Files.open(path, O_RDWR | O_CREAT)
      // Blocks only while another process asks whether this one is alive.
      guard flock(descriptor, LOCK_EX) == 0 else {
        let error = StoreError(systemError: errno, path: path)
        close(descriptor)
        throw error
      }
      var mine = stat()
      var named = stat()
      // A sweeper may have taken the file away between the two calls; a lock without a name would say nothing.
      if fstat(descriptor, &mine) == 0, stat(path, &named) == 0, mine.st_ino == named.st_ino { return descriptor }
      close(descriptor)
    }
  }

  private func isAlive(_ process: ProcessID) -> Bool {
    let descriptor = open(Self.path(of: process, in: folder), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Shared, so that two processes that ask at once do not take each other for the owner.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private func sweep() {
    for name in Files.names(in: folder) where name.hasSuffix(".lock") {
      guard let process = ProcessID(name.dropLast(5)), process != me else { continue }
      let path = Self.path(of: process, in: folder)
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }
}
