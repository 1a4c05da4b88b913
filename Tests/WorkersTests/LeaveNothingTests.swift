import Frames
import Glibc
import TestSupport
import Testing
import Workers

/// A desktop for tests (`scripts/with-display`) that is killed leaves no process, mount, socket or folder.
@Suite(.timeLimit(.minutes(Effort.isLong ? 30 : 1))) struct LeaveNothingTests {
  /// What the desktop is about when it is killed.
  enum Moment: UInt64, CaseIterable {
    case begins, displayStarts, busStarts, commandRuns, commandEnds
  }

  private static let seed = Effort.seed(65)
  private static let rounds = Effort.isLong ? 20 : 1

  /// One child of each sort, a socket, a file and a small disk; then the command waits for a line. `$LEFT` is in each
  /// child's words or environment.
  private static let command = """
    sleep "$LEFT" &
    setsid sleep "$LEFT" &
    (set -m; sleep "$LEFT" & exec sleep "$LEFT") &
    env -i sleep "$LEFT" &
    python3 -c 'import os, socket, time
    socket.socket(socket.AF_UNIX).bind(os.environ["XDG_RUNTIME_DIR"] + "/left")
    time.sleep(1000)' &
    mkdir "$TMPDIR/disk"
    mount -t tmpfs -o size=1m tmpfs "$TMPDIR/disk" 2>"$TMPDIR/left" || true
    until [ -S "$XDG_RUNTIME_DIR/left" ]; do sleep 0.01; done
    : >"$READY"
    read -r line
    """

  @Test(arguments: Moment.allCases, 0..<rounds)
  func `A desktop that a signal ends leaves nothing`(moment: Moment, round: Int) async throws {
    var chance = SeededChance(seed: Self.seed &+ UInt64(round * 10) &+ moment.rawValue)
    let signal = [SIGTERM, SIGINT, SIGHUP].randomElement(using: &chance) ?? SIGTERM
    let desktop = try Desktop(["bash", "-c", Self.command])
    try await desktop.reach(moment)
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &chance)))
    let status = try await desktop.ends(by: signal)
    // It may end by itself just before, or be killed before its first line was read.
    let expected: [Workers.ExitStatus] =
      [.exited(128 + signal), .signalled(signal)] + (moment == .commandEnds ? [.exited(0)] : [])
    #expect(expected.contains(status), "seed \(Self.seed), signal \(signal): \(status)")
    #expect(desktop.left() == [], "seed \(Self.seed), signal \(signal)")
  }

  @Test(arguments: Moment.allCases.dropFirst(Effort.isLong ? 0 : 3).dropLast(Effort.isLong ? 0 : 1), 0..<rounds)
  func `What a desktop that was killed outright leaves goes by itself`(moment: Moment, round: Int) async throws {
    var chance = SeededChance(seed: Self.seed &+ UInt64(1_000 + round))
    let desktop = try Desktop(["bash", "-c", Self.command])
    try await desktop.reach(moment)
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &chance)))
    _ = try await desktop.ends(by: SIGKILL)
    try await lookUntil { desktop.left() == [] }
  }

  @Test func `A desktop that ends by itself leaves nothing`() async throws {
    let desktop = try Desktop(["bash", "-c", Self.command])
    try await desktop.reach(.commandEnds)
    #expect(await desktop.child.ended() == .exited(0))
    #expect(desktop.left() == [])
  }

  @Test(.enabled(if: Effort.isLong), arguments: 0..<rounds)
  func `A story that is killed leaves nothing`(round: Int) async throws {
    var chance = SeededChance(seed: Self.seed &+ UInt64(2_000 + round))
    let signal = [SIGTERM, SIGINT, SIGHUP, SIGKILL].randomElement(using: &chance) ?? SIGTERM
    let desktop = try Desktop([
      HelperProgram.path(of: "SottoPackageTests.xctest"), "--testing-library", "swift-testing", "--filter",
      "WindowTests.Stories/DialogStories",
    ])
    try await desktop.reach(.busStarts)
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...8_000, using: &chance)))
    _ = try await desktop.ends(by: signal)
    if signal == SIGKILL { try await lookUntil { desktop.left() == [] } }
    #expect(desktop.left() == [], "seed \(Self.seed), round \(round), signal \(signal)")
  }
}

/// A running `scripts/with-display` in a folder of its own.
private final class Desktop {
  let child: ChildProcess
  private let folder = newTemporaryFolder("desktop")
  private let aside = newTemporaryFolder("ready")
  /// Where the command reads its line from.
  private let input: Int32
  /// No other desktop has it; also a time that `sleep` takes.
  private let mark: String
  /// The numbers of its processes before it was killed.
  private var seen: Set<String> = []

  init(_ words: [String]) throws {
    let ends = try socketPair()
    input = ends.near
    defer { close(ends.far) }
    mark = "9999\(getpid())\(folder.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) })"
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    var command = Command(["/\(root)/scripts/with-display"] + words)
    command.environment = Command.environment(with: ["TMPDIR": folder, "LEFT": mark, "READY": aside + "/ready"])
    command.input = .descriptor(ends.far)
    child = try ChildProcess(command)
  }

  deinit {
    close(input)
    for folder in [folder, aside] {
      unlink(folder + "/ready")
      rmdir(folder)
    }
  }

  /// Waits until it is about that.
  func reach(_ moment: LeaveNothingTests.Moment) async throws {
    switch moment {
    case .begins: break
    case .displayStarts: try await lookUntil { processes().contains { $0.name == "Xvfb" } }
    case .busStarts: try await lookUntil { processes().contains { $0.name == "dbus-daemon" } }
    case .commandRuns, .commandEnds: try await lookUntil { access(aside + "/ready", F_OK) == 0 }
    }
    if moment == .commandEnds { try #require(write(input, "\n", 1) == 1) }
    seen = Set(processes().map(\.id))
  }

  func ends(by signal: Int32) async throws -> Workers.ExitStatus {
    child.send(signal)
    return await child.ended()
  }

  /// What there is of it still.
  func left() -> [String] {
    let locks = entries(of: "/tmp").filter { name in
      name.hasPrefix(".X") && name.hasSuffix("-lock")
        && seen.contains(text(of: "/tmp/\(name)").split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
    }
    let mounts = text(of: "/proc/mounts").split(separator: "\n").filter { $0.contains(folder + "/") }.map(String.init)
    return processes().map { "\($0.name) \($0.id)" } + entries(of: folder) + mounts + locks
  }

  /// Those that live with its mark.
  private func processes() -> [(id: String, name: String)] {
    entries(of: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap { id in
      guard text(of: "/proc/\(id)/environ").contains(mark) || text(of: "/proc/\(id)/cmdline").contains(mark),
        let number = Int32(id), isAlive(number)
      else { return nil }
      return (id, String(text(of: "/proc/\(id)/comm").dropLast()))
    }
  }

  private func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &buffer, buffer.count), count > 0 { all += buffer.prefix(count) }
    return String(decoding: all, as: UTF8.self)
  }

  private func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
