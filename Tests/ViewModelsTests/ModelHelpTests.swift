import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// What is known of models on this machine, and what helps a reply of one that failed.
@Suite(.timeLimit(.minutes(1)))
struct ModelHelpTests {
  private func file(_ name: String, in folder: String, filledWith byte: UInt8 = 1) throws -> String {
    let path = folder + "/" + name
    var data = Data(repeating: byte, count: 5_000)
    data.replaceSubrange(0..<4, with: "GGUF".utf8)
    try data.write(to: URL(filePath: path))
    return path
  }

  @Test func `Speed is measured on demand, said in the row and the details, and kept while the page is closed`()
    async throws
  {
    let library = try await TestLibrary()
    let model = try await library.models.add(try file("a.gguf", in: library.folder))
    let window = try await openModel(library)
    let models = window.models
    await models.show()
    await until { models.rows.count == 1 }
    models.measure(model.id)
    #expect(models.rows[0].isMeasured && models.rows[0].state == "Measuring its speed…")
    await until { models.trouble?.contains("could not be measured") == true && !models.rows[0].isMeasured }
    library.loader.measures(.success(ModelSpeed(reading: 512.4, writing: 30.94)))
    models.measure(model.id)
    await until { models.rows[0].speed != nil }
    #expect(models.trouble == nil && models.rows[0].state == "Reads 512 and writes 30.9 tokens per second")
    models.hide()
    await models.show()
    let details = await models.details(of: model.id)
    #expect(details.contains { $0 == ("Speed on this machine", "Reads 512 and writes 30.9 tokens per second") })
    #expect(details.contains { $0 == ("Engine", "llama.cpp 1.2.3") })
    let confinement = details.first { $0.name == "Runs without network and files" }?.value
    #expect(confinement?.hasPrefix("Yes, but not every lock is there. No filter of system calls holds it") == true)
  }

  @Test func `How long a model stays loaded is a setting, which the engine is told`() async throws {
    let library = try await TestLibrary()
    let window = try await openModel(library)
    #expect(window.settings.modelIdleMinutes == 5)
    window.settings.change { $0.modelIdleMinutes = 60 }
    try await lookUntil { library.loader.idle == .seconds(3_600) }
    window.settings.change { $0.modelIdleMinutes = nil }
    try await lookUntil { library.loader.idle == nil }
    #expect(try await library.service.currentSettings().modelIdleMinutes == nil)
  }

  /// A chat with a model whose reply has failed of this.
  private func failed(
    _ fault: ModelFault, in library: TestLibrary, _ puppet: PuppetAgent
  ) async throws -> (LibraryModel, ThreadModel, ThreadRow) {
    let window = try await openModel(library)
    let chat = try await library.service.createChat(titled: "Chat", agent: puppet.profile.id)
    window.open(chat)
    let thread = try #require(window.thread)
    await until { thread.phase == .ready }
    _ = try await thread.composer.send("Hello", pictures: [], isTyped: false)
    await puppet.asked(times: 1)
    puppet.end(.failed(.model(fault)))
    await until { thread.rows.last?.state == .failed }
    return (window, thread, try #require(thread.rows.last))
  }

  /// A library with a model that a puppet plays.
  private func library() async throws -> (TestLibrary, PuppetAgent, LocalModel) {
    let first = try await TestLibrary()
    let path = try file("a.gguf", in: first.folder)
    let model = try await first.models.add(path)
    let puppet = PuppetAgent(id: model.agent, name: "a")
    let library = try await TestLibrary(agents: [puppet])
    return (library, puppet, try await library.models.add(try file("a.gguf", in: library.folder)))
  }

  @Test func `A reply whose model's file is gone finds it where somebody says`() async throws {
    let (library, puppet, model) = try await library()
    let (window, thread, row) = try await failed(.notFound(name: "a"), in: library, puppet)
    #expect(window.remedy(for: row, in: thread) == .findFile)
    let moved = library.folder + "/moved.gguf"
    #expect(rename(model.file.path, moved) == 0)
    window.find(at: try file("other.gguf", in: library.folder, filledWith: 9), for: row, in: thread)
    await until { window.notices.newest?.text.contains("is another model") == true }
    #expect(puppet.timesAsked == 1)
    window.find(at: moved, for: row, in: thread)
    await puppet.asked(times: 2)
    #expect(try await library.models.entries().map(\.model.file.path) == [moved])
  }

  @Test func `Trying again takes a file that was only touched as it is, and loads a model that ended the engine`()
    async throws
  {
    let (library, puppet, model) = try await library()
    let (window, thread, row) = try await failed(.changed(name: "a"), in: library, puppet)
    #expect(utimes(model.file.path, nil) == 0)
    #expect(window.remedy(for: row, in: thread) == .findFile)
    window.tryAgain(row, in: thread)
    await puppet.asked(times: 2)
    #expect(try await library.models.entries().map(\.state) == [.unloaded])
    puppet.end(.failed(.model(.endedEngine(name: "a"))))
    await until { thread.rows.last?.state == .failed }
    try await library.models.loadEnded(model.id, endedEngine: true)
    #expect(window.remedy(for: row, in: thread) == nil)
    window.tryAgain(row, in: thread)
    await puppet.asked(times: 3)
    #expect(library.loader.loads == [model.id])
    #expect(try await library.models.entries().map(\.state) == [.unloaded])
  }

  @Test func `Trying again loads Sotto Mini, too, once it has ended the engine`() async throws {
    let puppet = PuppetAgent(id: ModelID.builtIn.agent, name: "Sotto Mini")
    let library = try await TestLibrary(agents: [puppet], builtIn: #filePath)
    let (window, thread, row) = try await failed(.endedEngine(name: "Sotto Mini"), in: library, puppet)
    try await library.models.loadEnded(.builtIn, endedEngine: true)
    await #expect(throws: ModelFault.endedEngine(name: "Sotto Mini")) { try await library.models.loadBegins(.builtIn) }
    window.tryAgain(row, in: thread)
    await puppet.asked(times: 2)
    #expect(library.loader.loads == [.builtIn])
    try await library.models.loadBegins(.builtIn)
  }

  @Test func `A reply whose model does not fit can have it loaded anyway, while it is that model that answers`()
    async throws
  {
    let (library, puppet, model) = try await library()
    let (window, thread, row) = try await failed(.tooLarge(name: "a", needs: 2, free: 1), in: library, puppet)
    #expect(window.remedy(for: row, in: thread) == .loadAnyway)
    window.loadAnyway(for: row, in: thread)
    await puppet.asked(times: 2)
    #expect(library.loader.loads == [model.id])
    puppet.end(.failed(.model(.largeContext(name: "a", tokens: 9_000, needs: 2, free: 1))))
    await until { thread.rows.last?.state == .failed }
    #expect(window.remedy(for: try #require(thread.rows.last), in: thread) == .loadAnyway)
    _ = await thread.choose(agent: "puppet").value
    await until { thread.chat.agent == "puppet" }
    #expect(window.remedy(for: row, in: thread) == nil)
  }
}
