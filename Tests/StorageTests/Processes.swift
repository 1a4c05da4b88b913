import Dispatch
import Glibc
import Testing

@testable import Storage

/// Another process on a library: `Tests/StorageChild`. Not an exit test, which would hold one of the pool's few threads
/// for as long as the process lives.
final class Child: Sendable {
  let process: pid_t
  private let output: Int32

  init(_ task: String, on home: String) throws {
    var ends: [Int32] = [0, 0]
    let isPiped = pipe(&ends) == 0
    try #require(isPiped)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = [try Self.program(), task, home]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    output = ends[0]
    self.process = process
    try #require(code == 0, "\(words[0]) cannot be started")
  }

  deinit { close(output) }

  /// Waits until the child has come to its point; false when it ended instead.
  func isReady() async -> Bool {
    await offPool {
      var byte: UInt8 = 0
      return read(self.output, &byte, 1) == 1
    }
  }

  /// Waits for the child's end and counts what it has said until then.
  func words() async -> Int {
    await offPool {
      var count = 0
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let part = read(self.output, &buffer, buffer.count)
        guard part > 0 else { return count }
        count += part
      }
    }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the child's end; the signal that ended it, or 0.
  func end() async -> Int32 {
    await offPool {
      var status: Int32 = 0
      waitpid(self.process, &status, 0)
      return status & 0x7F
    }
  }

  /// Beside the program that runs the tests.
  private static func program() throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
    try #require(count > 0)
    let tests = String(decoding: buffer.prefix(count), as: UTF8.self)
    let folder = tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)]
    return folder + "/StorageChild"
  }
}

/// Runs what blocks on a thread that is not the pool's.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { done in
    DispatchQueue(label: "off the pool").async { done.resume(returning: work()) }
  }
}

/// A small disk of its own, in memory; needs the right to mount.
final class SmallDisk: Sendable {
  let path: String

  static let canMount = SmallDisk(at: "/tmp/sotto-mount-\(getpid())", megabytes: 1) != nil

  /// - Parameter files: how many files and folders there may be; nil for as many as fit.
  init?(at path: String, megabytes: Int, files: Int? = nil) {
    self.path = path
    mkdir(path, 0o700)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m" + (files.map { ",nr_inodes=\($0)" } ?? "")) == 0 else {
      rmdir(path)
      return nil
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  /// Writes a file until nothing more fits.
  func fill() {
    let descriptor = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    for size in [1 << 20, 1 << 12] {
      let block = [UInt8](repeating: 7, count: size)
      while Glibc.write(descriptor, block, size) == size {}
    }
    close(descriptor)
  }
}

/// A folder seen through a place where nothing can be written; needs the right to mount.
final class ReadOnlyView: Sendable {
  let path: String

  init?(of folder: String, at path: String) {
    self.path = path
    mkdir(path, 0o700)
    guard mount(folder, path, nil, UInt(MS_BIND), nil) == 0 else {
      rmdir(path)
      return nil
    }
    guard mount(nil, path, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0 else { return nil }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
