import Dispatch
import Glibc
import Synchronization

/// Looks all the while at the sockets that a process has open, and remembers those that could reach another machine:
/// all but the local and the kernel's own.
public final class SocketWatch: Sendable {
  private struct State {
    var isOver = false
    /// Inodes of sockets that lead nowhere.
    var local: Set<String> = []
    var strange: Set<String> = []
    var rounds = 0
  }
  private let state = Mutex(State())
  private let process: Int32
  private let queue = DispatchQueue(label: "app.sotto.tests.sockets", qos: .userInitiated)

  public init(of process: Int32) {
    self.process = process
    queue.async { [self] in
      while !state.withLock(\.isOver) {
        let spent = processorTime { look() }
        // It takes at most a tenth of a processor, which those that it watches need.
        usleep(UInt32(min(5_000, max(1_000, spent / .microseconds(1) * 9))))
      }
    }
  }

  /// How often it has looked until now.
  public var rounds: Int { state.withLock(\.rounds) }

  /// What was seen until now, each as the system calls it: "socket:[123]".
  public var found: Set<String> { state.withLock(\.strange) }

  /// Looks no more; what was seen.
  public func end() -> Set<String> {
    state.withLock { $0.isOver = true }
    queue.sync {}
    return found
  }

  private func look() {
    let known = state.withLock { $0.local.union($0.strange) }
    var new: [(descriptor: String, socket: String)] = []
    for name in names(in: "/proc/\(process)/fd") {
      if let socket = socket(name), !known.contains(socket) { new.append((name, socket)) }
    }
    if !new.isEmpty { judge(new) }
    state.withLock { $0.rounds += 1 }
  }

  private func judge(_ new: [(descriptor: String, socket: String)]) {
    let local = inodes(in: "unix", column: 6).union(inodes(in: "netlink", column: 9))
    for (descriptor, socket) in new {
      if local.contains(socket) {
        state.withLock { _ = $0.local.insert(socket) }
      } else if self.socket(descriptor) == socket {
        // Still there, so it was not merely closed between the two looks.
        state.withLock { _ = $0.strange.insert(socket) }
      }
    }
  }

  private func socket(_ descriptor: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = readlink("/proc/\(process)/fd/\(descriptor)", &buffer, buffer.count)
    let target = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return target.hasPrefix("socket:[") ? target : nil
  }

  private func inodes(in table: String, column: Int) -> Set<String> {
    guard let file = fopen("/proc/\(process)/net/\(table)", "r") else { return [] }
    defer { fclose(file) }
    var inodes: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let text = line {
      let words = String(cString: text).split(whereSeparator: \.isWhitespace)
      if words.count > column { inodes.insert("socket:[\(words[column])]") }
    }
    return inodes
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }
}
