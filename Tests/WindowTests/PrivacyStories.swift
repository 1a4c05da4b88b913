import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// What the program and all that it starts ask of the system, written down by strace from the first call to the last.
  @Suite struct PrivacyStories {
    @Test func `A chat with a local model and a picture, to the end, asks for no socket that leads off the machine`()
      throws
    {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let path = fixture.folder + "/tiny.gguf"
      try Data(TinyModel.speaking(["Good", " morning"].map { Array($0.utf8) }).bytes).write(to: URL(filePath: path))
      let photo = try fixture.picture("lake.png", size: "300x200", fill: "plasma:green-blue")
      let importing = SystemTrace(fixture.folder + "/import.trace")
      _ = try output(importing.words + [RunningApp.binary("sotto"), "--home", fixture.home, "models", "import", path])
      let trace = SystemTrace(fixture.folder + "/window.trace")
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas(), under: trace.words)
      try lookAtDemo(in: app)
      try app.text("Mumbai Trip")
      try app.key("ctrl+n")
      try app.text("Talk with Sotto Mini")
      try choose("Tiny", in: app)
      try app.text("Talk with Tiny")
      try send("See http://127.0.0.1/a.png", in: app)
      try answers(1, of: "Good morning", in: app)
      let clipboard = try Clip(type: "image/png", file: photo)
      defer { clipboard.end() }
      try app.key("ctrl+v")
      try app.the("button", "Remove Pasted picture")
      try app.the("text box", "Add a caption").setText("Our lake")
      try eventually("the picture is ready") { app.all("button", "Send").first?.has(.sensitive) == true }
      try app.press("button", "Send")
      try answers(2, of: "Good morning", in: app)
      try app.key("ctrl+q")
      try eventually("the program has ended", seconds: 15) { !app.isRunning }
      let imported = try importing.calls()
      #expect(imported.programs.isSuperset(of: ["sotto", "sotto-engine"]))
      #expect(imported.strangers == [])
      let seen = try trace.calls()
      #expect(seen.programs.isSuperset(of: ["sotto-gtk", "sotto-engine", "sotto-pictures"]))
      #expect(!seen.programs.contains("curl"))
      #expect(seen.strangers == [])
    }

    @Test(arguments: ["AF_INET, socket.SOCK_STREAM", "AF_INET6, socket.SOCK_DGRAM", "AF_PACKET, socket.SOCK_RAW"])
    func `Such a trace shows a socket that a child of a child asks for`(kind: String) throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let trace = SystemTrace(fixture.folder + "/child.trace")
      let program = "import socket\ntry: socket.socket(socket.\(kind))\nexcept OSError: pass"
      try run(trace.words + ["sh", "-c", "(exec python3 -c \"$0\"); true", program])
      let seen = try trace.calls()
      #expect(seen.programs.isSuperset(of: ["sh", "python3"]))
      #expect(seen.strangers.count == 1)
    }
  }
}

/// Has strace write down which programs begin, and which sockets are asked for, by whomever.
private struct SystemTrace {
  private let path: String

  init(_ path: String) { self.path = path }

  /// To be put before a program and its arguments. The program stays this process's own child: strace goes aside.
  var words: [String] {
    ["strace", "-D", "-f", "-q", "-e", "trace=execve,socket,connect,io_uring_setup", "-o", path]
  }

  struct Calls {
    /// By their names.
    var programs: Set<String> = []
    /// Calls for what could lead off the machine.
    var strangers: [Substring] = []
  }

  /// What was seen, once all of them have ended.
  func calls() throws -> Calls {
    var lines: [Substring] = []
    try eventually("strace has seen the end of all") {
      lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let seen = Set(lines.map { $0.prefix { $0.isNumber } })
      let ended = Set(lines.filter { $0.contains(" +++ ") }.map { $0.prefix { $0.isNumber } })
      return !seen.isEmpty && seen == ended
    }
    var calls = Calls()
    for line in lines {
      if let program = line.firstMatch(of: /execve\("(?:[^"]*\/)?([^"\/]+)"/) {
        calls.programs.insert(String(program.1))
      }
      let isLocal = line.contains("AF_UNIX") || line.contains("AF_NETLINK")
      if line.contains(/\b(?:socket|connect|io_uring_setup)\(/), !isLocal { calls.strangers.append(line) }
    }
    return calls
  }
}
