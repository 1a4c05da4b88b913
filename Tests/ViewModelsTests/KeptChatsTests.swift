import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// What is kept of chats that models have read, as the preferences have it.
@Suite(.timeLimit(.minutes(1)))
struct KeptChatsTests {
  @Test func `The preferences say how much there is, clear it, and keep nothing any more when they are told to`()
    async throws
  {
    let library = try await TestLibrary()
    let path = library.folder + "/a.gguf"
    try Data("GGUF and more".utf8).write(to: URL(filePath: path))
    let model = try await library.addModel(path, ModelFacts(architecture: "llama"))
    let chat = try await library.chat(messages: 2)
    let state = library.folder + "/states/\(chat.id)-\(model.id.short).state"
    func put() throws {
      mkdir(library.folder + "/states", 0o700)
      try Data(repeating: 1, count: 2_000_000).write(to: URL(filePath: state))
    }
    let app = try await openModel(library)
    let kept = app.keptChats
    await kept.look()
    #expect(kept.isPossible && kept.used == nil)
    #expect(kept.choices == ["Off", "1 GB", "2 GB", "4 GB", "8 GB", "16 GB", "32 GB"])
    #expect(kept.chosen == 3)
    try put()
    await kept.look()
    #expect(kept.used == "2.0 MB")
    kept.clear()
    await until { kept.used == nil }
    #expect(access(state, F_OK) != 0)
    try put()
    #expect(truncate(state, 1_500_000_000) == 0)
    await kept.look()
    kept.choose(2)
    await until { kept.chosen == 2 }
    #expect(kept.used == "1.5 GB")
    kept.choose(1)
    await until { kept.used == nil }
    #expect(access(state, F_OK) != 0)
    try put()
    await kept.look()
    kept.choose(0)
    await until { kept.used == nil }
    #expect(access(state, F_OK) != 0)
    #expect(kept.chosen == 0)
    try await lookUntil { try await library.service.currentSettings().warmChats == 0 }
    await library.service.shutDown()
  }

  @Test func `A start removes what is of no chat any more`() async throws {
    let library = try await TestLibrary()
    let path = library.folder + "/a.gguf"
    try Data("GGUF and more".utf8).write(to: URL(filePath: path))
    let model = try await library.addModel(path, ModelFacts(architecture: "llama"))
    let chat = try await library.chat(messages: 2)
    mkdir(library.folder + "/states", 0o700)
    let (kept, left) = (chat.id, ChatID(high: 1, low: 1))
    let paths = [kept, left].map { "\(library.folder)/states/\($0)-\(model.id.short).state" }
    for path in paths { try Data("words".utf8).write(to: URL(filePath: path)) }
    let app = try await openModel(library)
    await app.start()
    await app.whenIdle()
    #expect(paths.map { access($0, F_OK) } == [0, -1])
    await library.service.shutDown()
  }
}
