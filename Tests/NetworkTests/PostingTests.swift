import Dispatch
import Domain
import FoundationEssentials
import Glibc
import Network
import Synchronization
import TestSupport
import Testing
import Workers

/// Requests with a body, to a real host on this machine.
@Suite(.timeLimit(.minutes(1))) struct PostingTests {
  private let server: LoopbackServer
  private let client = NetworkClient(environment: Command.ownVariables)
  private let limits = NetworkLimits(bytes: 100_000, seconds: nil, redirects: 0)

  init() async throws { server = try await LoopbackServer() }

  private func post(_ body: RequestBody, _ path: String = "/plain", _ limits: NetworkLimits? = nil) async throws
    -> String
  {
    let heard = Mutex<[UInt8]>([])
    try await client.post(body, to: server.address(path), headers: [], within: limits ?? self.limits) { part in
      heard.withLock { $0 += part }
      return true
    }
    return String(decoding: heard.withLock { $0 }, as: UTF8.self)
  }

  /// A file of so many bytes, no two parts of which are alike, that has no name; its path is for the host.
  private func withFile(_ count: Int, _ body: (Int32, String) async throws -> Void) async throws {
    let folder = newTemporaryFolder("sotto-body")
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }  // what is left goes with its folder
    let path = folder + "/body"
    var data = Data(count: count)
    for place in stride(from: 0, to: count, by: 4_096) { data[place] = UInt8(truncatingIfNeeded: place / 4_096 * 7) }
    try data.write(to: URL(filePath: path))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try await body(descriptor, path)
  }

  @Test func `a file of 50 MB is sent as it is, with its length`() async throws {
    try await withFile(50_000_000) { descriptor, path in
      let answer = try await post(try #require(RequestBody.file(descriptor)), "/same?\(path)")
      #expect(answer == "same")
      #expect(server.log.contains("'Content-Length': '50000000'"))
    }
  }

  @Test func `a file is sent from where it was read, and only a file is one`() async throws {
    try await withFile(10) { descriptor, _ in
      lseek(descriptor, 4, SEEK_SET)
      let answer = try await post(try #require(RequestBody.file(descriptor)))
      #expect(answer == "plain")
      #expect(server.log.contains("'Content-Length': '6'"))
    }
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    #expect(RequestBody.file(ends[0]) == nil && RequestBody.file(-1) == nil)
    for end in ends { close(end) }
  }

  @Test(arguments: [nil, 50_000_000]) func `a stream of 50 MB is sent as it comes`(length: Int?) async throws {
    try await withFile(50_000_000) { descriptor, path in
      let stream = AsyncThrowingStream<[UInt8], any Error>(unfolding: {
        let part = [UInt8](unsafeUninitializedCapacity: 1_000_000) { room, count in
          count = max(0, read(descriptor, room.baseAddress, 1_000_000))
        }
        return part.isEmpty ? nil : part
      })
      let answer = try await post(.stream(stream, length: length), "/same?\(path)")
      #expect(answer == "same")
      #expect(server.log.contains(length == nil ? "'Transfer-Encoding': 'chunked'" : "'Content-Length': '50000000'"))
    }
  }

  @Test func `a part of a stream is sent before the next is there`() async throws {
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    parts.yield(Array("first".utf8))
    let posting = Task { try await post(.stream(stream), "/plain") }
    try await lookUntil { server.log.contains("heard: first") }
    parts.yield(Array("second".utf8))
    parts.finish()
    #expect(try await posting.value == "plain")
    #expect(server.log.contains("'firstsecond'"))
  }

  @Test(arguments: [(nil, true), (5, false), (20, false), (9, false), (9, true)] as [(Int?, Bool)])
  func `a body that cannot be had as a whole is not sent as one`(length: Int?, fails: Bool) async throws {
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    parts.yield(Array("the first".utf8))
    let posting = Task { try await post(.stream(stream, length: length), "/plain?broken") }
    if length == 9 {
      // The host would have all that was named.
      try await lookUntil { server.log.contains("asked: /plain?broken") }
      if !fails { parts.yield(Array("more".utf8)) }
    }
    parts.finish(throwing: fails ? Failed() : nil)
    await #expect(throws: NetworkError.bodyBroken) { try await posting.value }
    // By then the host has heard what it will of the former.
    #expect(try await post(.text("whole"), "/plain?next") == "plain")
    try await lookUntil { server.log.contains("'POST', '/plain?next'") }
    #expect(!server.log.contains("'POST', '/plain?broken'"))
  }

  @Test func `a stream of the length that was named is sent as a whole`() async throws {
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    for part in ["the first", "second", ""] { parts.yield(Array(part.utf8)) }
    parts.finish()
    #expect(try await post(.stream(stream, length: 15)) == "plain")
    #expect(server.log.contains("'the firstsecond'"))
  }

  @Test func `a stream that rests is broken off once the request takes too long`() async throws {
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    defer { parts.finish() }
    parts.yield(Array("first".utf8))
    var short = limits
    short.seconds = 1
    await #expect(throws: NetworkError.failed(.tooLong)) { try await post(.stream(stream), "/plain", short) }
  }

  @Test func `a body without end is sent until its host refuses it`() async throws {
    let body = AsyncThrowingStream<[UInt8], any Error>(unfolding: { [UInt8](repeating: 7, count: 1 << 16) })
    await #expect(throws: NetworkError.failed(.refused(status: 429), body: #"{"error": "too many"}"#)) {
      try await post(.stream(body), "/refused-early")
    }
  }

  @Test func `a request that is cancelled while its body comes ends at once`() async throws {
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    parts.yield(Array("first".utf8))
    let posting = Task { try await post(.stream(stream), "/plain") }
    try await lookUntil { server.log.contains("heard: first") }
    posting.cancel()
    await #expect(throws: NetworkError.cancelled) { try await posting.value }
    #expect(!server.log.contains("'POST'"))
  }

  @Test func `silence ends a request only where its sender says so`() async throws {
    let patient = Task { try await post(.text("{}"), "/quiet?patient") }
    try await lookUntil { server.log.contains("/quiet?patient") }
    var hasty = limits
    hasty.silence = 1
    // The host says nothing to anyone until twice as long has passed as such a request waits.
    for _ in 0..<2 {
      await #expect(throws: NetworkError.failed(.tooLong)) { try await post(.text("{}"), "/quiet", hasty) }
    }
    server.hear(0)
    #expect(try await patient.value == "plain")
  }

  @MainActor @Test func `lines are given on as they come, with the one that ends with the answer`() async throws {
    let lines = Mutex<[String]>([])
    // The caller's thread stays free.
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    #expect(DispatchQueue.getSpecific(key: mark) == true)
    try await client.post(.text("{}"), to: server.address("/lines"), headers: [], within: limits, mostBytes: 100) {
      line in
      #expect(DispatchQueue.getSpecific(key: mark) == nil, "\(line)")
      let count = lines.withLock { lines in
        lines.append(line)
        return lines.count
      }
      // The host says the next only when it was told that this was heard.
      server.hear(count - 1)
      return true
    }
    #expect(lines.withLock { $0 } == [#"{"n": 0}"#, #"{"n": 1}"#, #"{"n": 2}"#, "end"])
  }

  @Test func `events are given on as they come, until no more are wanted`() async throws {
    let events = Mutex<[ServerSentEvent]>([])
    try await client.post(.text("{}"), to: server.address("/events"), headers: [], within: limits, mostBytes: 100) {
      event in
      let count = events.withLock { events in
        events.append(event)
        return events.count
      }
      guard count < 2 else { return false }
      server.hear(count - 1)
      return true
    }
    #expect(events.withLock { $0 } == [ServerSentEvent(data: "0"), ServerSentEvent(data: "1")])
  }

  @Test func `an event that is too large ends the request with its limit`() async throws {
    await #expect(throws: NetworkError.partTooLarge(limit: 1_000)) {
      try await client.post(.text("{}"), to: server.address("/large"), headers: [], within: limits, mostBytes: 1_000) {
        (_: ServerSentEvent) in true
      }
    }
  }

  @Test func `what a host says to a refusal is no line and no event`() async throws {
    await #expect(throws: NetworkError.failed(.refused(status: 429), body: #"{"error": "too many"}"#)) {
      try await client.post(.text("{}"), to: server.address("/refused"), headers: [], within: limits, mostBytes: 1_000)
      {
        (line: String) in
        Issue.record("\(line)")
        return true
      }
    }
  }
}

private struct Failed: Error {}
