import Frames
import Glibc
import Workers

// A worker that does what its first word says, over frames on its standard input and output.
//
// usage: WorkersChild echo|stream|silent|spin|lie|half|say|lost|leaks|complain|stubborn [leash]
let words = CommandLine.arguments
let stream = FrameStream(input: STDIN_FILENO, output: STDOUT_FILENO)
if words.last == "leash", !Leash.tie(to: STDIN_FILENO) { exit(3) }
/// What a test may send at once.
let most = 1 << 24

@MainActor func say(_ text: String) throws(FrameError) { try stream.send(0, Array(text.utf8)) }

do {
  switch words.count > 1 ? words[1] : "" {
  // Says each frame again.
  case "echo":
    while true { try stream.send(try stream.frame(atMost: most)) }
  // Counts without end, until any frame comes; then says how far it came, and waits for the next one to begin again.
  case "stream":
    while true {
      _ = try stream.frame(atMost: most)
      var count: UInt64 = 0
      while !stream.hasInput {
        count += 1
        try stream.send(1, words: [count])
      }
      _ = try stream.frame(atMost: most)
      try stream.send(2, words: [count])
    }
  // Takes everything and says nothing.
  case "silent":
    while true { _ = try stream.frame(atMost: most) }
  // Computes without looking at its stream.
  case "spin":
    try say("\(getpid())")
    while true { sched_yield() }
  // A length that lies: 4 GB, and then nothing.
  case "lie":
    var header: UInt64 = 0xFFFF_FFFF_0000_0001
    _ = write(STDOUT_FILENO, &header, 8)
    _ = try stream.frame(atMost: most)
  // Dies within a frame.
  case "half":
    var header = FrameHeader(1, count: 1_000).word
    _ = write(STDOUT_FILENO, &header, 8)
    _ = write(STDOUT_FILENO, [UInt8](repeating: 7, count: 500), 500)
    kill(getpid(), SIGKILL)
  // What a child finds: its folder, environment, signals, and the descriptors with what is in them.
  case "say":
    var folder = [CChar](repeating: 0, count: 4_096)
    getcwd(&folder, folder.count)
    try say(String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    try say(getenv("GIVEN").map { String(cString: $0) } ?? "nothing")
    try say((0..<4_096).filter { fcntl($0, F_GETFD) >= 0 }.map(String.init).joined(separator: " "))
    var blocked = sigset_t()
    sigprocmask(0, nil, &blocked)
    var pipe = sigaction()
    sigaction(SIGPIPE, nil, &pipe)
    try say("\(sigismember(&blocked, SIGTERM)) \(pipe.__sigaction_handler.sa_handler == nil)")
    try say("\(getpgrp() == getpid()) \(getsid(0) == getpid())")
    for number in words.dropFirst(2).compactMap({ Int32($0) }) {
      var byte: UInt8 = 0
      try say(pread(number, &byte, 1, 0) == 1 ? "\(byte)" : "none")
    }
  // Starts a worker of its own on a leash that computes, says its number, and waits to be killed.
  case "lost":
    let ends = try socketPair()
    var command = Command([HelperProgram.path(of: "WorkersChild"), "spin", "leash"])
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    command.environment = Command.environment()
    let worker = try ChildProcess(command)
    close(ends.far)
    // Held until the end: what is on a leash dies with the other end of its stream.
    let leash = FrameStream(socket: ends.near)
    try stream.send(try leash.frame(atMost: most))
    _ = try stream.frame(atMost: most)
    leash.end()
    worker.kill()
  // Has children of all sorts, and says how many descriptors it has after some and after many of them.
  case "leaks":
    for counted in [2, 20] {
      for _ in 0..<counted { try await oneOfEach() }
      try say("\(try await descriptors())")
    }
  // Complains at length, and gives up.
  case "complain":
    for number in 1...10_000 {
      let line = Array("line \(number)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
    }
    exit(9)
  // Does not end when it is asked to.
  case "stubborn":
    signal(SIGTERM, SIG_IGN)
    try say("\(getpid())")
    while true { pause() }
  default: exit(2)
  }
} catch {
  // The asker is gone: so is this one.
  exit(error as? FrameError == .ended ? 0 : 4)
}
