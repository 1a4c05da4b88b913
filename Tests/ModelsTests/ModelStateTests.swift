import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing

@testable import Models

/// What becomes of models, and who hears of it.
@Suite(.timeLimit(.minutes(1)))
struct ModelStateTests {
  @Test func `Everybody hears what there is, what comes, is loaded and goes`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    var heard = models.changes().makeAsyncIterator()
    #expect(await heard.next() == [])
    let b = try await models.add(try fixture.file("b.gguf"))
    #expect(await heard.next() == [ModelEntry(model: b)])
    let a = try await models.add(try fixture.file("a.gguf", filledWith: 2))
    #expect(await heard.next() == [ModelEntry(model: a), ModelEntry(model: b)])
    fixture.library.loader.tell([b.id: .loading(part: 0.5)])
    #expect(await heard.next()?.map(\.state) == [.unloaded, .loading(part: 0.5)])
    fixture.library.loader.tell([:])
    #expect(await heard.next()?.map(\.state) == [.unloaded, .unloaded])
    _ = try await models.remove(b.id)
    #expect(await heard.next()?.map(\.id) == [a.id])
    #expect(fixture.library.loader.unloads == [b.id])
  }

  @Test func `What another process imports is heard here, too`() async throws {
    let fixture = try await ModelFixture()
    let other = try await TestLibrary(in: fixture.library.folder)
    var heard = other.models.models().makeAsyncIterator()
    #expect(await heard.next() == [])
    let model = try await fixture.library.models.add(try fixture.file("a.gguf"))
    #expect(await heard.next() == [model])
    #expect(try await other.models.entries() == [ModelEntry(model: model)])
    _ = try await other.models.remove(model.id)
    #expect(try await fixture.library.models.entries() == [])
  }

  @Test func `A change of a record is heard also where a model's state changes at the same moment`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    var model = try await models.add(try fixture.file("a.gguf"))
    var heard = models.models().makeAsyncIterator()
    for number in 0..<200 {
      model.name = "\(number)"
      let changed = model
      async let saved: Void = models.restore(changed)
      for part in 0..<3 { fixture.library.loader.tell([model.id: .loading(part: Double(part))]) }
      _ = try await saved
      while let now = await heard.next(), now.first?.name != changed.name {}
    }
  }

  @Test func `A model that ended the engine is not loaded by itself, but when somebody asks`() async throws {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let model = try await models.add(try fixture.file("a.gguf"))
    try await models.loadBegins(model.id)
    #expect(try await models.entries().map(\.state) == [.unloaded])
    try await models.loadEnded(model.id, endedEngine: true)
    #expect(try await models.entries().map(\.state) == [.unavailable(.endedEngine(name: "a"))])
    #expect(await fault { try await models.loadBegins(model.id) } == .endedEngine(name: "a"))
    try await models.load(model.id, context: nil, anyway: false)
    #expect(fixture.library.loader.loads == [model.id])
    try await models.loadBegins(model.id)
    try await models.loadEnded(model.id, endedEngine: false)
    #expect(try await models.entries().map(\.state) == [.unloaded])
  }

  @Test func `A model that another process was loading when it ended says just that, and is loaded when somebody asks`()
    async throws
  {
    let fixture = try await ModelFixture()
    let models = fixture.library.models
    let model = try await models.add(try fixture.file("a.gguf"))
    let killed = try await TestLibrary(in: fixture.library.folder)
    try await killed.models.loadBegins(model.id)
    await killed.close()
    #expect(try await models.entries().map(\.state) == [.unavailable(.loadCutOff(name: "a"))])
    #expect(await fault { try await models.loadBegins(model.id) } == .loadCutOff(name: "a"))
    try await models.load(model.id, context: nil, anyway: false)
    #expect(fixture.library.loader.loads == [model.id])
    #expect(try await models.entries().map(\.state) == [.unloaded])
    try await models.loadBegins(model.id)
    try await models.loadEnded(model.id, endedEngine: false)
    #expect(try await models.entries().map(\.state) == [.unloaded])
  }

  @Test func `What is free now is said of this machine, and how large a context would fit`() async throws {
    let fixture = try await ModelFixture()
    let model = try await fixture.library.models.add(try fixture.file("a.gguf"))
    let free = try #require(fixture.library.models.memory(of: model).free)
    #expect((1 << 20...1 << 50).contains(free))
    // A model of 1B: 32 KiB a token, and an estimate of 1.5 GB at 4,096 tokens.
    func memory(free: Int64?) -> ModelMemory {
      ModelMemory(fileBytes: 767_000_000, bytesPerToken: 32_768, trainedContext: 131_072, free: free)
    }
    let expected: Int64 = 767_000_000 + 536_900_000 + 60_000_000 + 134_217_728
    #expect(memory(free: nil).needed == expected)
    #expect(memory(free: nil).fits && memory(free: nil).largestContext == nil)
    #expect(memory(free: 1_500_000_000).fits && !memory(free: 1_490_000_000).fits)
    #expect(memory(free: 1_490_000_000).largestContext == 3_840)
    #expect(memory(free: 1_364_000_000).largestContext == nil)
    #expect(memory(free: 1 << 40).largestContext == 131_072)
    let odd = ModelMemory(fileBytes: .max, bytesPerToken: .max, trainedContext: .max, free: 0)
    #expect(odd.needed == .max && odd.largestContext == nil && !odd.fits)
  }
}
