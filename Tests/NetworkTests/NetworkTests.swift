import Domain
import FoundationEssentials
import Network
import Synchronization
import TestSupport
import Testing
import Workers

@Suite(.timeLimit(.minutes(1))) struct NetworkTests {
  private let server: LoopbackServer
  private let client = NetworkClient(environment: Command.ownVariables)
  private let limits = NetworkLimits(bytes: 100_000, seconds: 20, redirects: 2)

  init() async throws { server = try await LoopbackServer() }

  @Test func `what lies at an address is got, also where that leads to another one`() async throws {
    #expect(try await client.get(server.address("/plain"), within: limits) == Array("plain".utf8))
    #expect(try await client.get(server.address("/moved"), within: limits) == Array("plain".utf8))
  }

  @Test func `an answer beyond its limits is broken off`() async throws {
    await #expect(throws: NetworkError.failed(.tooLarge(limit: 100_000))) {
      try await client.get(server.address("/large"), within: limits)
    }
    await #expect(throws: NetworkError.failed(.tooLong)) {
      try await client.get(server.address("/slow"), within: NetworkLimits(bytes: 1_000, seconds: 1, redirects: 0))
    }
    // A text and its headers are for the host that was named.
    await #expect(throws: NetworkError.failed(.refused(status: 307))) {
      let limits = NetworkLimits(bytes: 10, seconds: 20, redirects: 0)
      return try await client.post(.text(""), to: server.address("/moved"), headers: [], within: limits) { _ in true }
    }
  }

  @Test func `a slow host keeps nobody waiting who asks another one`() async throws {
    let slow = Task { [client, server] in
      try await client.get(server.address("/slow"), within: NetworkLimits(bytes: 100_000, seconds: 10, redirects: 0))
    }
    try await lookUntil { server.log.contains("/slow") }
    #expect(try await client.get("http://localhost:\(server.port)/plain", within: limits) == Array("plain".utf8))
    slow.cancel()
    await #expect(throws: NetworkError.cancelled) { try await slow.value }
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "/etc/passwd", "-o/tmp/x", "http:/x", "http://a b/", "http://a\nurl=b",
    "http://a\"\noutput = \"/tmp/x", "",
  ])
  func `what is no address on the web is not asked for`(address: String) async {
    await #expect(throws: NetworkError.failed(.notOnTheWeb)) { try await client.get(address, within: limits) }
  }

  @Test func `quotes and signs of configuration in an address are only an address`() async throws {
    let address = server.address("/plain?a=\"&b='#c")
    #expect(try await client.get(address, within: limits) == Array("plain".utf8))
    #expect(server.log.contains(#"/plain?a="&b=\'"#))
  }

  @Test func `a text is sent as it is, with its headers`() async throws {
    let text = "{\"a\": \"b\\n\\\"c\\\"\", \"é\": \"\t\r\n😀\"}"
    let heard = Mutex<[UInt8]>([])
    try await client.post(
      .text(text), to: server.address("/plain"),
      headers: [("Content-Type", "application/json"), ("Authorization", "Bearer a\"b\\c")], within: limits
    ) { part in
      heard.withLock { $0 += part }
      return true
    }
    #expect(heard.withLock { $0 } == Array("plain".utf8))
    #expect(server.log.contains("'Authorization': 'Bearer a\"b\\\\c'"))
    #expect(server.log.contains("'Content-Type': 'application/json'"))
    #expect(server.log.contains(#"{"a": "b\\n\\"c\\"", "é": "\t\r\n😀"}"#))
  }

  @Test func `a header of two lines is not sent`() async {
    await #expect(throws: NetworkError.failed(.notOnTheWeb)) {
      try await client.post(.text(""), to: server.address("/plain"), headers: [("A", "b\r\nC: d")], within: limits) {
        _ in
        true
      }
    }
    #expect(server.log.isEmpty)
  }

  @Test func `a streamed answer is heard as it comes`() async throws {
    let heard = Mutex(0)
    try await client.post(
      .text("{}"), to: server.address("/events"), headers: [],
      within: NetworkLimits(bytes: 1_000, seconds: nil, silence: 20, redirects: 0)
    ) { [server] part in
      // The host says the next only when it was told that this was heard.
      let number = heard.withLock { number in
        #expect(part == Array("data: \(number)\n\n".utf8))
        number += 1
        return number - 1
      }
      server.hear(number)
      return true
    }
    #expect(heard.withLock { $0 } == 3)
  }

  @Test func `what a host says to a refusal is kept`() async {
    await #expect(throws: NetworkError.failed(.refused(status: 429), body: #"{"error": "too many"}"#)) {
      try await client.post(.text("{}"), to: server.address("/refused"), headers: [], within: limits) { _ in true }
    }
    await #expect(throws: NetworkError.failed(.refused(status: 429))) {
      try await client.get(server.address("/refused"), within: limits)
    }
  }

  @Test func `nobody who lists processes sees what is asked`() async throws {
    let secret = "hush\(UUID().uuidString.filter { $0 != "-" })"
    let asking = Task { [client, server, limits] in
      try await client.post(
        .text("a text with \(secret)"), to: server.address("/slow?\(secret)"),
        headers: [("Authorization", "Bearer \(secret)")],
        within: limits
      ) { _ in true }
    }
    try await lookUntil { !server.log.isEmpty }
    var seen = 0
    for child in try Self.children(named: "curl") {
      for file in ["cmdline", "environ"] {
        // The curl of another test may end while it is looked at; the one that asks here waits for its answer.
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(child)/\(file)")) else { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(secret))
        if file == "cmdline", text.hasPrefix("curl") || text.contains("/curl") { seen += 1 }
      }
    }
    #expect(seen > 0)
    asking.cancel()
    await #expect(throws: NetworkError.cancelled) { try await asking.value }
  }

  /// The processes that this one has started, by the name of their program.
  private static func children(named name: String) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }.filter { id in
      // A process may end while it is looked at.
      guard let stat = try? String(contentsOf: URL(filePath: "/proc/\(id)/stat"), encoding: .utf8) else { return false }
      return stat.hasPrefix("\(id) (\(name)) ") && !stat.hasPrefix("\(id) (\(name)) Z")
        && stat.split(separator: " ")[3] == "\(ProcessInfo.processInfo.processIdentifier)"
    }
  }
}
