import EngineWire
import Frames
import Glibc
import TestSupport
import Testing
import Workers

/// What the engine is denied, and when it ends. What a process in such a cage can try is tried by `CageTests`.
@Suite(.timeLimit(.minutes(1))) struct ConfinementTests {
  private static let model = TinyModel.speaking([[0x61], [0x62]], ends: false)

  @Test func `it is locked in before it is told what to do`() async throws {
    let engine = try RunningEngine(Self.model)
    guard case .greeting(let greeting)? = try await engine.event() else { throw RunningEngine.Unexpected() }
    // System calls, limits and capabilities; a network of its own where a user may make one.
    #expect(greeting.holds & 14 == 14)
    #expect(greeting.landlock > 0)
    let status = try contents(of: "/proc/\(engine.child.id)/status")
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(names(in: "/proc/\(engine.child.id)/fd") == ["0", "1", "2", "3"])
    #expect(names(in: "/proc/\(engine.child.id)/task").count == 2)
  }

  @Test func `the app's other files do not reach it`() async throws {
    let other = Glibc.open("/dev/null", O_RDONLY)
    defer { close(other) }
    let engine = try RunningEngine(Self.model)
    guard case .greeting? = try await engine.event() else { throw RunningEngine.Unexpected() }
    #expect(!names(in: "/proc/\(engine.child.id)/fd").contains("\(other)"))
  }

  @Test func `it ends when the app is gone, whatever it computes`() async throws {
    let (engine, _) = try await RunningEngine.opened(Self.model, .init(contextLength: 2_048))
    try await engine.say(.generate(id: 1, .init(EnginePrompt("Hello"))))
    guard case .began? = try await engine.event() else { throw RunningEngine.Unexpected() }
    engine.channel.end()
    #expect(await engine.child.ended() == .exited(0))
  }

  @Test(arguments: [
    Frame(0x999), Frame(0x101, [1, 2, 3]), Frame(0x102), Frame(0x100, Array(repeating: 0xFF, count: 18)),
    EngineOrder.open(.init()).frame, EngineEvent.loading(part: 0.5).frame,
  ])
  func `nonsense ends it`(frame: Frame) async throws {
    let (engine, _) = try await RunningEngine.opened(Self.model)
    try await engine.channel.send(frame)
    #expect(await engine.child.ended() == .exited(0))
  }

  @Test func `an order before the model is open, or to a header, ends it`() async throws {
    let early = try RunningEngine(Self.model)
    try await early.say(.measure(id: 1, EnginePrompt("Hello")))
    #expect(await early.child.ended() == .exited(0))
    let header = try RunningEngine(Self.model)
    _ = try #require(try await header.open(.init(isHeaderOnly: true))).get()
    try await header.say(.measure(id: 1, EnginePrompt("Hello")))
    #expect(await header.child.ended() == .exited(0))
  }

  @Test func `what is no file is refused, and nothing waits for it`() async throws {
    let pipe = try Pipe()
    let engine = try RunningEngine(descriptors: [pipe.writing])
    guard case .failure(let refusal)? = try await engine.open(.init()) else { throw RunningEngine.Unexpected() }
    #expect(refusal.code == .unreadable)
  }

  @Test func `it is measured`() async throws {
    let (engine, _) = try await RunningEngine.opened(Self.model)
    try await engine.say(.bench(id: 4, promptTokens: 64, replyTokens: 8))
    guard case .benched(4, let prompt, let reply)? = try await engine.event() else { throw RunningEngine.Unexpected() }
    #expect(prompt > 0 && reply > 0)
  }

  private func contents(of path: String) throws -> String {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func names(in folder: String) -> Set<String> {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: Set<String> = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.insert(name) }
    }
    return names
  }
}
