import Frames
import Glibc
import TestSupport
import Testing
import Workers

/// Frames to and from a real child, both ways at once.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ChannelTests {
  @Test func `many frames go both ways at once and keep their order`() async throws {
    let talk = try Talk("echo")
    async let sent: Void = {
      for number in 0..<5_000 {
        try await talk.channel.send(
          Frame(UInt32(number), [UInt8](repeating: UInt8(number & 0xFF), count: number % 300)))
      }
    }()
    for number in 0..<5_000 {
      let frame = try #require(try await talk.channel.next())
      try #require(frame == Frame(UInt32(number), [UInt8](repeating: UInt8(number & 0xFF), count: number % 300)))
    }
    try await sent
    talk.channel.end()
    #expect(try await talk.channel.next() == nil)
    #expect(await talk.child.ended() == .exited(0))
  }

  @Test func `several who send at once do not mix their frames`() async throws {
    let talk = try Talk("echo")
    async let sent: Void = withThrowingTaskGroup { group in
      for number in 1...20 {
        group.addTask {
          try await talk.channel.send(Frame(UInt32(number), [UInt8](repeating: UInt8(number), count: number * 5_000)))
        }
      }
      try await group.waitForAll()
    }
    var seen: Set<UInt32> = []
    for _ in 1...20 {
      let frame = try #require(try await talk.channel.next())
      #expect(frame.bytes == [UInt8](repeating: UInt8(frame.kind), count: Int(frame.kind) * 5_000))
      seen.insert(frame.kind)
    }
    try await sent
    #expect(seen == Set(1...20))
  }

  @Test func `a frame of the most bytes comes, one more does not`() async throws {
    let talk = try Talk("echo")
    let largest = Frame(7, (0..<Talk.frameLimit).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) })
    try await talk.channel.send(largest)
    #expect(try await talk.channel.next() == largest)
    try await talk.channel.send(Frame(8, largest.bytes + [0]))
    await #expect(throws: FrameError.tooLong(bytes: Talk.frameLimit + 1)) { try await talk.channel.next() }
    // It says so to everyone who comes later.
    await #expect(throws: FrameError.tooLong(bytes: Talk.frameLimit + 1)) { try await talk.channel.next() }
  }

  @Test func `a length that lies takes no memory and ends the stream`() async throws {
    let talk = try Talk("lie")
    await #expect(throws: FrameError.tooLong(bytes: 0xFFFF_FFFF)) { try await talk.channel.next() }
  }

  @Test func `a peer that dies within a frame is not one that has ended`() async throws {
    let talk = try Talk("half")
    await #expect(throws: FrameError.broken) { try await talk.channel.next() }
    #expect(await talk.child.ended() == .signalled(SIGKILL))
    await #expect(throws: FrameError.broken) {
      // The first may still be taken by the system.
      for _ in 0..<100 { try await talk.channel.send(Frame(1, [1, 2, 3])) }
    }
  }

  @Test func `stop is heard while the child streams, and the next answer begins again`() async throws {
    let talk = try Talk("stream")
    for _ in 0..<3 {
      try await talk.channel.send(Frame(1))
      var last: UInt64 = 0
      var said: UInt64?
      var isStopped = false
      for try await frame in talk.channel.frames {
        if frame.kind == 2 {
          said = word(frame)
          break
        }
        #expect(word(frame) == last + 1)
        last = word(frame)
        if last > 500, !isStopped {
          isStopped = true
          try await talk.channel.send(Frame(2))
        }
      }
      // Nothing of what came between the word and its being heard is lost.
      #expect(said == last)
    }
  }

  @Test func `a child that nobody listens to is held back`() async throws {
    let talk = try Talk("stream", buffer: 1_000)
    try await talk.channel.send(Frame(1))
    #expect(word(try #require(try await talk.channel.next())) == 1)
    // It sends until the sockets are full. Only then does a call of the system hold it.
    try await lookUntil { try !processFile("syscall", of: talk.child.id).hasPrefix("running") }
    try await talk.channel.send(Frame(2))
    var last: UInt64 = 1
    while let frame = try await talk.channel.next(), frame.kind == 1 { last = word(frame) }
    // What fits into sockets, and no more.
    #expect(last < 20_000)
  }

  @Test func `a task that is cancelled waits no longer, and the next one gets the frame`() async throws {
    let talk = try Talk("echo")
    let waiting = Task { try await talk.channel.next() }
    waiting.cancel()
    await #expect(throws: FrameError.cancelled) { try await waiting.value }
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await talk.channel.next()
    }
    late.cancel()
    await #expect(throws: FrameError.cancelled) { try await late.value }
    try await talk.channel.send(Frame(5, [6]))
    #expect(try await talk.channel.next() == Frame(5, [6]))
  }

  @Test func `whoever waits when the channel ends gets the end`() async throws {
    let talk = try Talk("silent")
    async let next = talk.channel.next()
    talk.channel.end()
    #expect(try await next == nil)
    await #expect(throws: FrameError.broken) { try await talk.channel.send(Frame(1)) }
  }

  @Test func `a child whose channel nobody holds ends`() async throws {
    var talk: Talk? = try Talk("echo")
    let child = try #require(talk?.child)
    try await talk?.channel.send(Frame(1))
    _ = try await talk?.channel.next()
    talk = nil
    #expect(await child.ended() == .exited(0))
  }

  private func processFile(_ name: String, of process: Int32) throws -> String {
    let file = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    return String(decoding: buffer.prefix(max(0, read(file, &buffer, buffer.count))), as: UTF8.self)
  }
}
