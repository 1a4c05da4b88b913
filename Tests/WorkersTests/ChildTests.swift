import Frames
import Glibc
import Testing
import Workers

/// Children from their start to their end.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ChildTests {
  @Test func `a child finds what it was given and nothing else`() async throws {
    // Two open files that any child would inherit, in an order that crosses the numbers they get.
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let files = (1...2).map { number -> Int32 in
      var path = Array("\(folder)/workers-XXXXXX".utf8CString)
      let file = mkstemp(&path)
      unlink(path)
      _ = [UInt8(number)].withUnsafeBytes { write(file, $0.baseAddress, 1) }
      return file
    }
    defer { for file in files { close(file) } }
    let (low, high) = (files.min() ?? 0, files.max() ?? 0)
    try #require(low != high)
    let talk = try Talk("say", "\(low)", "\(high)") {
      $0.environment = ["GIVEN=this"]
      $0.folder = "/usr"
      $0.descriptors = [low: high, high: low]
      $0.group = .own
    }
    #expect(try await talk.text() == "/usr")
    #expect(try await talk.text() == "this")
    #expect(try await talk.text() == "0 1 2 \(low) \(high)")
    #expect(try await talk.text() == "0 true")
    #expect(try await talk.text() == "true false")
    #expect(try await talk.text() == "\(low < high && files[0] == low ? 2 : 1)")
    #expect(try await talk.text() == "\(low < high && files[0] == low ? 1 : 2)")
    #expect(await talk.child.ended() == .exited(0))
  }

  @Test func `a program that is not there is named`() {
    #expect(throws: CannotStart(code: ENOENT)) { try ChildProcess(Command(["/nowhere/program"])) }
    #expect(CannotStart(code: ENOENT).reason == "No such file or directory")
  }

  @Test func `how it ended is told, again and again`() async throws {
    let child = try ChildProcess(Command(["/bin/sh", "-c", "exit 7"]))
    async let first = child.ended()
    async let second = child.ended()
    #expect(await (first, second) == (.exited(7), .exited(7)))
    #expect(child.status == .exited(7))
    #expect(await child.ended().code == 7)
    #expect(child.peakMemory > 0)
    let killed = try ChildProcess(Command(["/bin/sh", "-c", "kill -TERM $$"]))
    #expect(await killed.ended().code == 128 + SIGTERM)
  }

  @Test func `one that is asked ends gently, one that will not is ended`() async throws {
    let gentle = try Talk("silent")
    gentle.child.end(within: .seconds(60))
    #expect(await gentle.child.ended() == .signalled(SIGTERM))
    let stubborn = try Talk("stubborn")
    _ = try await stubborn.number()
    stubborn.child.end(within: .milliseconds(50))
    #expect(await stubborn.child.ended() == .signalled(SIGKILL))
  }

  @Test func `what it started ends with it where it leads a group`() async throws {
    var command = Command(["/bin/sh", "-c", "sleep 600 & echo $!; wait"])
    command.group = .own
    var output = try Pipe()
    command.output = .descriptor(output.writing)
    let child = try ChildProcess(command)
    output.closeWriting()
    let grandchild = try #require(Int32(output.readLine()))
    #expect(isAlive(grandchild))
    child.kill()
    #expect(await child.ended() == .signalled(SIGKILL))
    try await gone(grandchild)
  }

  @Test func `a peer that never answers meets its deadline`() async throws {
    let talk = try Talk("silent")
    try await talk.channel.send(Frame(1))
    let answer = try await talk.child.withDeadline(.milliseconds(100)) { try await talk.channel.next() }
    #expect(answer == nil)
    #expect(talk.child.isOvertime)
    #expect(await talk.child.ended() == .signalled(SIGKILL))
  }

  @Test func `a deadline that was met ends nobody`() async throws {
    let talk = try Talk("echo")
    for _ in 0..<3 {
      try await talk.child.withDeadline(.seconds(2)) {
        try await talk.channel.send(Frame(1))
        _ = try await talk.channel.next()
      }
    }
    let dog = try Talk("silent")
    // Longer than the deadlines above had left.
    _ = try await dog.child.withDeadline(.milliseconds(2_200)) { try await dog.channel.next() }
    try await talk.channel.send(Frame(2))
    #expect(try await talk.channel.next() == Frame(2))
    #expect(!talk.child.isOvertime)
  }

  @Test func `a task that is cancelled in the middle takes its child along`() async throws {
    let talk = try Talk("silent")
    let asking = Task { try await talk.child.whileWanted { try await talk.channel.next() } }
    asking.cancel()
    _ = await asking.result
    #expect(await talk.child.ended() == .signalled(SIGKILL))
  }

  @Test func `a child on a leash dies with its parent, though it computes`() async throws {
    let talk = try Talk("lost")
    let grandchild = try await talk.number()
    #expect(isAlive(grandchild))
    talk.child.kill()
    try await gone(grandchild)
  }

  @Test func `a child that nobody holds is ended and reaped`() async throws {
    var talk: Talk? = try Talk("spin")
    let child = try await talk?.number()
    let process = try #require(child)
    talk = nil
    // Reaped: there is not even its number any more.
    while kill(process, 0) == 0 { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test func `what a child said last is kept, and no more`() async throws {
    let errors = try Pipe()
    let talk = try Talk("complain") { $0.error = .descriptor(errors.writing) }
    let words = LastWords(errors, atMost: 100)
    #expect(await talk.child.ended() == .exited(9))
    // The thread that reads it may come later.
    while !words.text.hasSuffix("line 10000\n") { try await Task.sleep(for: .milliseconds(2)) }
    #expect(words.text.utf8.count == 100)
  }

  /// In a process of its own: others open and close files in this one.
  @Test func `no descriptor is left behind, whatever becomes of the child`() async throws {
    let talk = try Talk("leaks")
    let (before, after) = (try await talk.number(), try await talk.number())
    #expect(before == after)
    #expect(await talk.child.ended() == .exited(0))
  }
}
