import Dispatch
import Glibc
import TestSupport
import Testing
import Workers

@testable import Storage

/// Another process on a library: `Tests/StorageChild`. Not an exit test, which would hold one of the pool's few threads
/// for as long as the process lives.
final class Child: Sendable {
  private let child: ChildProcess
  private let output: Pipe

  init(_ task: String, on home: String) throws {
    var output = try Pipe()
    var command = Command([HelperProgram.path(of: "StorageChild"), task, home])
    command.environment = Command.environment()
    command.output = .descriptor(output.writing)
    command.error = .inherited
    child = try ChildProcess(command)
    output.closeWriting()
    self.output = output
  }

  var process: Int32 { child.id }

  /// Waits until the child has come to its point; false when it ended instead.
  func isReady() async -> Bool {
    await offPool { !self.output.readSome(atMost: 1).isEmpty }
  }

  /// Waits for the child's end and counts what it has said until then.
  func words() async -> Int {
    await offPool { self.output.read().count }
  }

  func send(_ signal: Int32) { child.send(signal) }

  /// Waits for the child's end; the signal that ended it, or 0.
  func end() async -> Int32 {
    if case .signalled(let signal) = await child.ended() { signal } else { 0 }
  }
}

/// Runs what blocks on a thread that is not the pool's.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { done in
    DispatchQueue(label: "off the pool").async { done.resume(returning: work()) }
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
