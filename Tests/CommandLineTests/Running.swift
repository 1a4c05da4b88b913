import Dispatch
import Glibc
import Synchronization
import Workers

/// The program as a process of its own, with its streams in the test's hands.
final class Running: Sendable {
  struct Outcome: Sendable {
    /// As a shell counts: 128 and the number for a process that a signal ended.
    var code: Int32
    var out: String
    var err: String
  }

  private struct State {
    var out: [UInt8] = []
    var err: [UInt8] = []
    var openStreams = 2
    var code: Int32?
    var watchers: [UInt64: (isMet: @Sendable (State) -> Bool, wake: CheckedContinuation<Bool, Never>)] = [:]
    var nextWatcher: UInt64 = 0
    var isEnded: Bool { openStreams == 0 && code != nil }
  }

  /// How long anything may take before a test gives up on it; generous, for machines under load.
  static let patience = Duration.seconds(30)

  private let child: ChildProcess
  var process: Int32 { child.id }
  private let input: Mutex<Int32?>
  private let state = Mutex(State())

  /// - Parameter terminal: the program sits at a terminal of its own; all it writes comes as `out`.
  init(_ program: String, _ arguments: [String], environment: [String: String], terminal: Bool = false) throws {
    var command = Command([program] + arguments)
    command.environment = environment.map { "\($0)=\($1)" }
    // In no group of the runner's.
    command.group = .session
    var opened: [Int32] = []
    defer { opened.forEach { close($0) } }
    let streams: (input: Int32, out: Int32, err: Int32?)
    if terminal {
      let (master, name) = try Self.newTerminal()
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
      (command.input, command.output, command.error) = (.file(name), .file(name), .file(name))
      streams = (master, dup(master), nil)
    } else {
      let pipes = try (0..<3).map { _ in try Self.pipe() }
      opened = [pipes[0].read, pipes[1].write, pipes[2].write]
      command.input = .descriptor(opened[0])
      command.output = .descriptor(opened[1])
      command.error = .descriptor(opened[2])
      streams = (pipes[0].write, pipes[1].read, pipes[2].read)
    }
    input = Mutex(streams.input)
    child = try ChildProcess(command)

    read(streams.out) { $0.out += $1 }
    if let err = streams.err { read(err) { $0.err += $1 } } else { change { $0.openStreams -= 1 } }
    Task { [self] in
      let status = await child.ended()
      change { $0.code = status.code }
    }
  }

  struct Refused: Error {}

  /// What was waited for did not come in time.
  struct Late: Error, CustomStringConvertible {
    var description: String
  }

  // MARK: Talking

  /// Writes to the program's stdin, or types at its terminal.
  func write(_ text: String) { write(bytes: Array(text.utf8)) }

  func write(bytes: [UInt8]) {
    input.withLock { descriptor in
      guard let descriptor else { return }
      var done = 0
      while done < bytes.count {
        let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR { return }
        done += max(0, count)
      }
    }
  }

  func closeInput() {
    input.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }

  func send(signal: Int32) { child.send(signal) }

  var out: String { state.withLock { String(decoding: $0.out, as: UTF8.self) } }

  /// Waits until the output holds the text.
  func says(_ text: String, times: Int = 1) async throws {
    try await wait("“\(text)” on stdout") { state in
      String(decoding: state.out, as: UTF8.self).ranges(of: text).count >= times
    }
  }

  /// Waits until the output is as asked.
  func says(_ what: String, _ isMet: @escaping @Sendable (String) -> Bool) async throws {
    try await wait(what) { isMet(String(decoding: $0.out, as: UTF8.self)) }
  }

  func complains(_ text: String) async throws {
    try await wait("“\(text)” on stderr") { String(decoding: $0.err, as: UTF8.self).contains(text) }
  }

  /// Writes the keys again each time that they are answered by one more of this text, until the program ends.
  func end(pressing keys: String, until text: String) async throws -> Outcome {
    while !state.withLock(\.isEnded) {
      let answers = out.ranges(of: text).count
      write(keys)
      try await wait("the end, or “\(text)”") { state in
        state.isEnded || String(decoding: state.out, as: UTF8.self).ranges(of: text).count > answers
      }
    }
    return try await end()
  }

  func end() async throws -> Outcome {
    try await wait("the end") { $0.isEnded }
    return state.withLock {
      Outcome(
        code: $0.code ?? -1, out: String(decoding: $0.out, as: UTF8.self), err: String(decoding: $0.err, as: UTF8.self))
    }
  }

  private func wait(_ what: String, _ isMet: @escaping @Sendable (State) -> Bool) async throws {
    let isInTime = await withCheckedContinuation { (wake: CheckedContinuation<Bool, Never>) in
      let watcher = state.withLock { state -> UInt64? in
        if isMet(state) { return nil }
        state.nextWatcher += 1
        state.watchers[state.nextWatcher] = (isMet, wake)
        return state.nextWatcher
      }
      guard let watcher else { return wake.resume(returning: true) }
      Task {
        try? await Task.sleep(for: Self.patience)
        self.state.withLock { $0.watchers.removeValue(forKey: watcher) }?.wake.resume(returning: false)
      }
    }
    guard isInTime else {
      let (out, err) = state.withLock { ($0.out, $0.err) }
      child.kill()
      throw Late(
        description: "\(what) did not come; stdout: \(String(decoding: out, as: UTF8.self)); "
          + "stderr: \(String(decoding: err, as: UTF8.self))")
    }
  }

  // MARK: Streams

  private func read(_ descriptor: Int32, _ take: @escaping @Sendable (inout State, [UInt8]) -> Void) {
    DispatchQueue(label: "read").async { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        // A terminal whose program has ended answers EIO.
        if count <= 0 { break }
        let bytes = Array(buffer.prefix(count))
        change { take(&$0, bytes) }
      }
      close(descriptor)
      change { $0.openStreams -= 1 }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      let met = state.watchers.filter { $0.value.isMet(state) }
      for id in met.keys { state.watchers[id] = nil }
      return met.values.map(\.wake)
    }
    ready.forEach { $0.resume(returning: true) }
  }

  /// A new terminal: the end that a person sits at, and the path of the program's end.
  private static func newTerminal() throws -> (master: Int32, name: String) {
    let unlock = UInt(0x4004_5431)  // TIOCSPTLCK
    let number = UInt(0x8004_5430)  // TIOCGPTN
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var off: Int32 = 0
    var position: UInt32 = 0
    guard master >= 0, ioctl(master, unlock, &off) == 0, ioctl(master, number, &position) == 0 else { throw Refused() }
    return (master, "/dev/pts/\(position)")
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Refused() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
