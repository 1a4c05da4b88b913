import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Models

/// What models have read of chats, as it lies on the disk.
@Suite(.timeLimit(.minutes(1))) struct StateTests {
  private let library: TestLibrary
  private let states: StateKeeper
  private let model: ModelID
  private let folder: String

  init() async throws {
    library = try await TestLibrary()
    states = StateKeeper(store: library.store, library: library.folder, isPossible: true)
    folder = library.folder + "/states"
    let path = library.folder + "/a.gguf"
    try Data("GGUF and more".utf8).write(to: URL(filePath: path))
    model = try await library.addModel(path, ModelFacts(architecture: "llama")).id
  }

  private func key(format: String = "1") async throws -> ChatStateKey {
    let chat = try await library.service.createChat(titled: "Chat", agent: "puppet")
    return ChatStateKey(chat: chat.id, model: model, format: format)
  }

  @discardableResult
  private func write(_ key: ChatStateKey, _ bytes: [UInt8]) async -> Bool {
    guard let writer = await states.write(key, bytes: Int64(bytes.count)) else { return false }
    let half = bytes.count / 2
    guard await writer.append(Array(bytes[..<half])), await writer.append(Array(bytes[half...])) else { return false }
    return await writer.finish()
  }

  /// Nil where there is none that is whole.
  private func read(_ key: ChatStateKey) async -> [UInt8]? {
    guard let reader = await states.read(key) else { return nil }
    var bytes: [UInt8] = []
    while let next = await reader.next() { bytes += next }
    return await reader.isWhole() ? bytes : nil
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] }

  private static let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test func `what was written is read, also in parts, and a new state takes the place of the old one`() async throws {
    let key = try await key()
    #expect(await read(key) == nil)
    #expect(await write(key, Self.bytes))
    #expect(await read(key) == Self.bytes)
    // More than the system is told to fetch at once.
    let large = [UInt8](repeating: 7, count: 40_000_000)
    #expect(await write(key, large))
    #expect(await read(key) == large)
    #expect(names.count == 1)
    #expect(await states.kept().bytes > 40_000_000)
    await states.clear()
    #expect(names == [])
  }

  @Test func `one that was cut anywhere, or in which a bit is another, is not believed, and goes`() async throws {
    let key = try await key()
    let path = folder + "/" + StateFile.name(key)
    #expect(await write(key, Self.bytes))
    let whole = Array(try Data(contentsOf: URL(filePath: path)))
    let seed = Effort.seed(300)
    var random = SeededChance(seed: seed)
    let cuts = (0..<100).map { Array(whole[..<(whole.count * $0 / 100)]) }
    let flips = (0..<300).map { _ in
      var bytes = whole
      bytes[Int.random(in: whole.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      return bytes
    }
    for damaged in cuts + flips + [whole + [0], whole + whole] {
      try Data(damaged).write(to: URL(filePath: path))
      #expect(await read(key) == nil, "seed \(seed)")
      #expect(names == [])
    }
    try Data(whole).write(to: URL(filePath: path))
    #expect(await read(key) == Self.bytes)
  }

  @Test func `one of other settings, another model or another chat is not believed, whatever it is called`()
    async throws
  {
    let mine = try await key()
    let other = try await key()
    var settings = mine
    settings.format = "2"
    var model = mine
    model.model = try #require(ModelID(bytes: mine.model.bytes.prefix(8) + [UInt8](repeating: 1, count: 24)))
    for wrong in [settings, model, other] {
      #expect(await write(mine, Self.bytes))
      try #require(rename(folder + "/" + StateFile.name(mine), folder + "/" + StateFile.name(wrong)) == 0)
      #expect(await read(wrong) == nil)
      #expect(names == [])
    }
  }

  @Test func `one that is not finished, or has another length than was said, leaves nothing`() async throws {
    let key = try await key()
    for count in [0, 5, 11] {
      let writer = try #require(await states.write(key, bytes: 10))
      _ = await writer.append([UInt8](repeating: 1, count: count))
      #expect(await !writer.finish())
    }
    #expect(names == [])
  }

  @Test func `those that were not of use for longest go when there is no room`() async throws {
    try await library.service.changeSettings { $0.warmChats = 1 }
    var keys: [ChatStateKey] = []
    for _ in 0..<4 {
      let key = try await key()
      keys.append(key)
      #expect(await write(key, Self.bytes))
      // Larger than it looks on the disk.
      #expect(truncate(folder + "/" + StateFile.name(key), keys.count < 4 ? 400_000_000 : 20_000) == 0)
      let time = timespec(tv_sec: 1_000 - keys.count, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, folder + "/" + StateFile.name(key), [time, time], 0) == 0)
    }
    let last = try await key()
    #expect(await write(last, Self.bytes))
    // The third was of use before the first two, when the fourth came.
    #expect(Set(names) == Set([keys[0], keys[1], keys[3], last].map(StateFile.name)))
    #expect(await states.write(last, bytes: 1_000_000_001) == nil)
    try await library.service.changeSettings { $0.warmChats = 0 }
    #expect(await states.write(last, bytes: 10) == nil)
    #expect(await read(last) == nil)
  }

  @Test func `one that is written while less is allowed, or nothing any more, does not stay`() async throws {
    let (old, new) = (try await key(), try await key())
    #expect(await write(old, Self.bytes))
    #expect(truncate(folder + "/" + StateFile.name(old), 1_000_000_000) == 0)
    let writer = try #require(await states.write(new, bytes: 10))
    #expect(await writer.append([UInt8](repeating: 1, count: 10)))
    try await library.service.changeSettings { $0.warmChats = 1 }
    #expect(await writer.finish())
    #expect(names == [StateFile.name(new)])
    let last = try #require(await states.write(old, bytes: 10))
    #expect(await last.append([UInt8](repeating: 1, count: 10)))
    try await library.service.changeSettings { $0.warmChats = 0 }
    #expect(await !last.finish())
    await states.tidy()
    #expect(names == [])
  }

  @Test func `a chat or a model that is gone leaves none, and a start finds what was left over`() async throws {
    let (first, second) = (try await key(), try await key())
    for key in [first, second] { await write(key, Self.bytes) }
    await states.remove(of: first.chat)
    #expect(names == [StateFile.name(second)])
    // Of a process that was killed, and of a chat that was deleted meanwhile.
    try Data([1]).write(to: URL(filePath: folder + "/tmp-1-1"))
    let writer = try #require(await states.write(first, bytes: 1))
    #expect(await writer.append([1]))
    try await library.service.deleteForEver(first.chat)
    #expect(await !writer.finish())
    try await library.service.deleteForEver(second.chat)
    let next = StateKeeper(store: library.store, library: library.folder, isPossible: true)
    #expect(await next.kept() == [])
    #expect(names == [])
    let third = try await key()
    await write(third, Self.bytes)
    _ = try await library.models.remove(model)
    #expect(names == [])
    #expect(await !write(third, Self.bytes))
  }

  @Test func `nothing is kept where what is written would lie open`() async throws {
    let key = try await key()
    let closed = StateKeeper(store: library.store, library: library.folder, isPossible: false)
    #expect(await closed.write(key, bytes: 10) == nil)
    #expect(await !closed.areWanted())
    #expect(names == [])
  }
}
