import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// A start that counts, over a library of its own file.
private struct CountedStart: Startup {
  let behind: TestLibrary
  let opened = Counter()

  func library(key: LibraryKey?) throws(StartError) -> any Library { try behind.library(key: key) }

  func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary {
    await opened.count()
    return try await behind.open(key: key, progress)
  }
}

private actor Counter {
  private(set) var value = 0
  func count() { value += 1 }
}

@Suite(.timeLimit(.minutes(1)))
final class DesktopSearchTests {
  private func app(_ library: TestLibrary) -> (app: AppModel, start: CountedStart) {
    let start = CountedStart(behind: library)
    return (AppModel(startup: start, clock: MinuteClock(surroundings: library.surroundings), demo: []), start)
  }

  @Test func `The desktop finds chats by all of the words, and is told their titles alone`() async throws {
    let library = try await TestLibrary()
    let plans = try await library.chat(titled: "Plans for autumn", messages: 2)
    _ = try await library.chat(titled: "Plans for spring", messages: 2)
    let (app, start) = app(library)
    #expect(await app.chats(titled: ["AUTUMN", "plan"]) == [plans.id])
    #expect(await app.chats(titled: ["autumn", "spring"]).isEmpty)
    #expect(await app.chats(titled: []).isEmpty)
    let titles = await app.titles(of: [plans.id])
    #expect(titles.map(\.title) == ["Plans for autumn"])
    #expect(await start.opened.value == 1)
    #expect(app.library == nil)
    await app.shutDown()
  }

  @Test func `A window takes over the library that was opened for a search`() async throws {
    let library = try await TestLibrary()
    _ = try await library.chat(titled: "Plans", messages: 1)
    let (app, start) = app(library)
    async let found = app.chats(titled: ["plans"])
    async let opening: Void = app.open()
    #expect(await found.count == 1)
    await opening
    #expect(app.library != nil)
    #expect(await app.chats(titled: ["plans"]).count == 1)
    #expect(await start.opened.value == 1)
    await app.shutDown()
  }

  @Test func `What is in the Trash is not found`() async throws {
    let library = try await TestLibrary()
    let plans = try await library.chat(titled: "Plans", messages: 1)
    try await library.service.moveToTrash(plans.id)
    let (app, _) = app(library)
    #expect(await app.chats(titled: ["plans"]).isEmpty)
    #expect(await app.titles(of: [plans.id]).isEmpty)
    await app.shutDown()
  }

  @Test func `Who wants no search by the desktop is not found`() async throws {
    let library = try await TestLibrary()
    let plans = try await library.chat(titled: "Plans", messages: 1)
    try await library.service.changeSettings { $0.isInDesktopSearch = false }
    let (app, _) = app(library)
    #expect(await app.chats(titled: ["plans"]).isEmpty)
    #expect(await app.titles(of: [plans.id]).isEmpty)
    await app.shutDown()
  }

  @Test func `A link opens its chat, and one that leads nowhere says why`() async throws {
    let library = try await TestLibrary()
    let plans = try await library.chat(titled: "Plans", messages: 1)
    let gone = try await library.chat(titled: "Gone", messages: 1)
    try await library.service.moveToTrash(gone.id)
    let model = try await openModel(library)
    model.open(link: ChatLink(to: plans.id).description)
    await model.whenIdle()
    #expect(model.thread?.chat.id == plans.id)
    func said(of address: String) async -> String? {
      model.open(link: address)
      await model.whenIdle()
      return model.notices.take().last?.text
    }
    #expect(await said(of: "sotto:nonsense") == "“sotto:nonsense” is not a link to a chat.")
    #expect(await said(of: ChatLink(to: gone.id).description) == "“Gone” is in the Trash. Restored, it can be opened.")
    let stranger = ChatLink(to: ChatID(high: 1, low: 2)).description
    #expect(await said(of: stranger) == "The chat of this link is not in this data folder, or was deleted for ever.")
    #expect(model.thread?.chat.id == plans.id)
  }
}
