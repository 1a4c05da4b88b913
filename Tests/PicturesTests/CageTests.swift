import Glibc
import Testing

/// What a picture could do that takes its reader over, tried inside the very cage that the reader closes around itself.
@Suite(.timeLimit(.minutes(1))) struct CageTests {
  /// As whom it is tried.
  enum Who: String, CaseIterable {
    case theUser, nobody
  }

  /// The child is ended by the kernel for these, and told "no" for the others.
  static let ended: Set = [
    "connect", "bind", "send to", "fork", "execve", "ptrace", "read another's memory", "kill", "kill by thread",
    "io_uring", "bpf", "userfaultfd", "unshare", "another architecture",
  ]
  static let refused: Set = [
    "read", "write", "create", "unlink", "rename", "link", "symlink", "mkdir", "chmod", "chown", "truncate", "stat",
    "list", "socket unix", "socket inet", "clone3", "memfd", "dumpable", "code", "another's limits",
  ]

  private let fixture = PicturesFixture()
  private let child: String

  init() throws {
    let reader = try #require(getenv("SOTTO_BIN_DIR").map { String(cString: $0) } ?? ownFolder())
    child = reader + "/CageChild"
    _ = try fixture.write([1, 2, 3], as: "kept", mode: 0o666)
    // So that nothing but the cage stands in the way of another user.
    chmod(fixture.path, 0o777)
    chmod(fixture.path + "/kept", 0o666)
  }

  @Test(arguments: Who.allCases)
  func `nothing but computing works`(who: Who) async throws {
    guard who == .theUser || getuid() == 0 else { return }
    #expect(try await tried("nothing", who) == "done")
    for what in Self.refused.sorted() {
      let said = try await tried(what, who)
      #expect(["1", "13", "38"].contains(said), "\(what): \(said)")
    }
    for what in Self.ended.sorted() {
      let said = try await tried(what, who)
      #expect(said == "ended", "\(what): \(said)")
    }
    #expect(names(in: fixture.path) == ["kept"])
    #expect(try contents(of: fixture.path + "/kept") == [1, 2, 3])
  }

  /// Else the test above would also hold for a child that can do nothing anyway.
  @Test func `without the cage it would`() async throws {
    for what in ["read", "create", "list", "socket unix", "stat", "unshare", "kill"] {
      #expect(try await tried(what, .theUser, isFree: true) == "done", "\(what)")
    }
  }

  /// The child's word; "ended" where the kernel ended it for a call.
  private func tried(_ what: String, _ who: Who, isFree: Bool = false) async throws -> String {
    let words =
      (who == .nobody ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [])
      + [child, what, fixture.path, "\(getpid())"] + (isFree ? ["free"] : [])
    return await offPool {
      var ends: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
      defer { close(ends[0]) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      var arguments = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var process: pid_t = 0
      let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
      close(ends[1])
      guard code == 0 else { return "not started: \(code)" }
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(ends[0], &buffer, buffer.count)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      if status & 0x7F == SIGSYS { return "ended" }
      return status == 0 ? String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) : "status \(status)"
    }
  }
}

/// The folder of the program that runs.
private func ownFolder() -> String? {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
  let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  return path.lastIndex(of: "/").map { String(path[..<$0]) }
}
