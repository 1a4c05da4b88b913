import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// The first page, with a model that loads when it is told to.
@Suite(.timeLimit(.minutes(1)))
struct WelcomeTests {
  private func open() async throws -> (TestLibrary, AppModel, LibraryModel) {
    let library = try await TestLibrary(agents: [SilentAgent(id: Settings.agentOfNewPeople)], builtIn: #filePath)
    try await library.service.changeSettings {
      $0.hadDemo = true
      $0.agentForNewChats = Settings.agentOfNewPeople
    }
    let app = AppModel(startup: library, clock: MinuteClock(surroundings: library.surroundings), demo: [])
    await app.open()
    let model = try #require(app.library)
    #expect(model.isWelcoming && model.welcome.partner == .model)
    await app.start()
    await library.loader.asked(for: .builtIn)
    return (library, app, model)
  }

  @Test func `A model that does not load is not promised: another agent answers, also in later chats`() async throws {
    let (library, app, model) = try await open()
    library.loader.loads(.failure(.damaged(name: "Mini")))
    await until { model.welcome.partner != .model }
    guard case .standIn("Puppet", let reason) = model.welcome.partner else {
      Issue.record("\(model.welcome.partner)")
      return
    }
    #expect(reason == "“Mini” is damaged or cut off. Download or copy it again.")
    model.welcome.start {}
    #expect(model.thread?.chat.agent == "puppet" && model.thread?.isNew == true)
    #expect(!model.isWelcoming && model.settings.agentForNewChats == "puppet")
    await app.shutDown()
  }

  @Test func `Who was quicker than the load gets the other agent where nothing was said yet, and is told why`()
    async throws
  {
    let (library, app, model) = try await open()
    model.welcome.start {}
    #expect(model.thread?.chat.agent == Settings.agentOfNewPeople)
    library.loader.loads(.failure(.noEngine(reason: nil)))
    await until { model.thread?.chat.agent == "puppet" }
    await until { model.notices.newest?.text == "The program that runs models is not there. Install Sotto again." }
    #expect(model.settings.agentForNewChats == "puppet")
    await app.shutDown()
  }

  @Test func `Where somebody brings agents of their own, the first of these answers and not one that is not there`()
    async throws
  {
    let library = try await TestLibrary()
    try await library.service.changeSettings { $0.hadDemo = true }
    let app = AppModel(startup: library, clock: MinuteClock(surroundings: library.surroundings), demo: [])
    await app.open()
    let model = try #require(app.library)
    #expect(model.isWelcoming && model.welcome.partner == .chosen(name: "Puppet"))
    model.welcome.start {}
    #expect(!model.isWelcoming && model.thread?.chat.agent == "puppet" && model.thread?.agentTrouble == nil)
    await app.shutDown()
  }

  @Test func `Who starts to chat gets an empty chat, and the list no chats of others`() async throws {
    let library = try await TestLibrary()
    let model = try await openModel(library, demo: [Self.trip])
    model.welcome.start {}
    await model.whenIdle()
    #expect(!model.isWelcoming && model.thread?.isNew == true && model.list.rows.isEmpty)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
    await model.shutDown()
  }

  private static let trip = DemoChat(
    title: "Trip", agent: "puppet", lines: [.init(sender: .user, text: "Hi", minutesAgo: 9)])

  @Test func `Demo chats that come late do not take the place of a chat that was begun`() async throws {
    let library = try await TestLibrary()
    let model = try await openModel(library, demo: [Self.trip])
    library.failing.holdWrites()
    var isLed = false
    model.welcome.showDemo { isLed = true }
    await library.failing.heldWrite()
    model.welcome.start {}
    let begun = try #require(model.thread)
    library.failing.releaseWrites()
    await until { model.list.rows.map(\.title) == ["Trip"] }
    await model.whenIdle()
    // Whoever reads the list for the demo has read it by then.
    for _ in 0..<3 { await model.list.load() }
    #expect(model.thread === begun && begun.isNew && !isLed)
    await model.shutDown()
  }

  @Test func `A quit waits for the demo chats that were asked for`() async throws {
    let library = try await TestLibrary()
    let model = try await openModel(library, demo: [Self.trip])
    library.failing.holdWrites()
    var isLed = false
    model.welcome.showDemo { isLed = true }
    await library.failing.heldWrite()
    let quit = Task { await model.shutDown() }
    library.failing.releaseWrites()
    await quit.value
    #expect(isLed)
  }

  @Test func `A model that loads stays who is talked to first`() async throws {
    let (library, app, model) = try await open()
    library.loader.loads(.success(()))
    model.welcome.start {}
    await model.whenIdle()
    #expect(model.thread?.chat.agent == Settings.agentOfNewPeople && model.notices.newest == nil)
    await app.shutDown()
  }
}
