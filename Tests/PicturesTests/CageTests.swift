import Frames
import Glibc
import TestSupport
import Testing
import Workers

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
    child = HelperProgram.path(of: "CageChild")
    _ = try fixture.write([1, 2, 3], as: "kept", mode: 0o666)
    // So that nothing but the cage stands in the way of another user.
    chmod(fixture.path, 0o777)
    chmod(fixture.path + "/kept", 0o666)
  }

  /// By which rules.
  enum Cage: String, CaseIterable {
    /// Those of what decodes pictures.
    case strict
    /// Those of a worker that is handed a file, and has no limits to memory and time.
    case handed
    case free
  }

  @Test(arguments: Who.allCases, [Cage.strict, .handed])
  func `nothing but computing works`(who: Who, cage: Cage) async throws {
    guard who == .theUser || getuid() == 0 else { return }
    #expect(try await tried("nothing", who, cage) == "done")
    for what in Self.refused.sorted() {
      let said = try await tried(what, who, cage)
      #expect(["1", "13", "38"].contains(said), "\(what): \(said)")
    }
    for what in Self.ended.sorted() {
      let said = try await tried(what, who, cage)
      #expect(said == "ended", "\(what): \(said)")
    }
    #expect(names(in: fixture.path) == ["kept"])
    #expect(try contents(of: fixture.path + "/kept") == [1, 2, 3])
  }

  @Test func `a file that is handed over on purpose can be read, and only that one`() async throws {
    #expect(try await tried("read what was handed over", .theUser, .handed) == "done")
    #expect(try await tried("ask how it is open", .theUser, .handed) == "done")
    #expect(try await tried("change how it is open", .theUser, .handed) == "1")
    #expect(try await tried("copy it", .theUser, .handed) == "1")
    #expect(try await tried("read the one after it", .theUser, .handed) == "9")
    #expect(try await tried("read what was handed over", .theUser, .strict) == "9")
    #expect(try await tried("ask how it is open", .theUser, .strict) == "1")
  }

  @Test func `the real reader has a thread that waits for the app's end, behind its filter`() async throws {
    let ends = try socketPair()
    let stream = FrameStream(socket: ends.near)
    defer { close(ends.far) }
    var command = Command([BuiltProgram.path(of: "sotto-pictures"), "kept"])
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    let child = try ChildProcess(command)
    #expect(try stream.frame(atMost: 8).bytes == Array("SottoPR2".utf8))
    #expect(names(in: "/proc/\(child.id)/task").count == 2)
    stream.end()
    #expect(await child.ended() == .exited(0))
  }

  /// Else the test above would also hold for a child that can do nothing anyway.
  @Test func `without the cage it would`() async throws {
    for what in ["read", "create", "list", "socket unix", "stat", "unshare", "kill"] {
      #expect(try await tried(what, .theUser, .free) == "done", "\(what)")
    }
  }

  /// The child's word; "ended" where the kernel ended it for a call.
  private func tried(_ what: String, _ who: Who, _ cage: Cage) async throws -> String {
    let words =
      (who == .nobody ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [])
      + [child, what, fixture.path, "\(getpid())", cage.rawValue]
    var command = Command(words)
    command.environment = Command.environment()
    command.error = .inherited
    var output = try Pipe()
    command.output = .descriptor(output.writing)
    let file = open(fixture.path + "/kept", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    command.descriptors = [3: file, 4: file]
    let child = try ChildProcess(command)
    output.closeWriting()
    // What it says is one word.
    let status = await child.ended()
    if status == .signalled(SIGSYS) { return "ended" }
    return status.isSuccess ? String(decoding: output.read(), as: UTF8.self) : "status \(status.code)"
  }
}
