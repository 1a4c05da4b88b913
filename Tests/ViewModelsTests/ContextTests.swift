import Domain
import FoundationEssentials
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// How much of the context a chat takes, and what the model sees of it.
@Suite(.timeLimit(.minutes(1)))
struct ContextTests {
  private let windows = Windows()
  private let agent = MeasuredAgent()

  /// A chat of six messages of nine bytes each with an agent that holds 100.
  private func open(messages count: Int = 6) async throws -> (TestLibrary, ThreadModel) {
    let library = try await TestLibrary(agents: [agent])
    let chat = try await library.chat(messages: count)
    try await library.service.setAgent("measured", in: chat.id)
    let (_, thread) = try await windows.open(chat.id, in: library)
    return (library, thread)
  }

  @Test func `A chat is measured once it is open, and again with the draft, once the hands rest`() async throws {
    let (library, thread) = try await open()
    let context = thread.context
    #expect(context.isOffered && context.level == .unknown)
    #expect(context.words == "Not measured yet. Measured holds 100 tokens.")
    await measured(library) { context.words == "54 of 100 tokens" }
    #expect(context.level == .roomy && context.part == 0.54)
    let before = agent.timesAsked
    for letter in ["H", "He", "Hel", "Hell", "Hello"] { thread.draft = letter }
    await measured(library) { context.words == "59 of 100 tokens; the draft takes 5" }
    #expect(agent.timesAsked == before + 1)
    thread.draft = String(repeating: "x", count: 20)
    await measured(library) { context.level == .nearlyFull }
    #expect(context.words == "74 of 100 tokens; the draft takes 20. Soon the oldest messages are left out.")
    thread.draft = String(repeating: "x", count: 30)
    await measured(library) { context.level == .over }
    #expect(context.words == "75 of 100 tokens. The oldest messages are left out.")
    #expect(context.part == 1)
    // Nothing was sent, so that nothing is left out yet.
    #expect(context.firstSeen == nil)
  }

  @Test func `What does not fit fills the ring, and says so until it does`() async throws {
    let (library, thread) = try await open()
    let context = thread.context
    await measured(library) { context.part == 0.54 }
    agent.fails(.failed(.tooLong))
    thread.draft = "Hello"
    await measured(library) { context.level == .over }
    #expect(context.part == 1 && context.extent == nil && context.words.hasPrefix("The message is longer than"))
    agent.fails(nil)
    thread.draft = "Hi"
    await measured(library) { context.words == "56 of 100 tokens; the draft takes 2" }
    #expect(context.part == 0.56 && context.level == .roomy)
  }

  @Test func `A line stands above the first message that the model sees, and goes with what made it`() async throws {
    let (library, thread) = try await open(messages: 10)
    await measured(library) { thread.context.firstSeen != nil }
    // 8 messages of 9 bytes and one of 10 are more than 75.
    let index = try #require(thread.rows.firstIndex { if case .unseen = $0.id { true } else { false } })
    #expect(thread.rows[index + 1].text == "Message 3")
    #expect(thread.spoken(thread.rows[index]) == "The model no longer sees what is above this line.")
    #expect(thread.texts.count == 10)
    #expect(thread.context.words == "73 of 100 tokens. The oldest messages are left out.")
    #expect(thread.context.level == .nearlyFull)
    #expect(await thread.choose(agent: "puppet").value)
    await measured(library) { !thread.context.isOffered && thread.context.firstSeen == nil }
    #expect(!thread.rows.contains { if case .unseen = $0.id { true } else { false } })
  }

  @Test func `The line goes with another model and a larger context, measured or not, and stays else`() async throws {
    let (library, thread) = try await open(messages: 10)
    func hasLine() -> Bool { thread.rows.contains { if case .unseen = $0.id { true } else { false } } }
    func change(_ change: @Sendable (inout ChatSettings) -> Void) async throws {
      try await library.service.changeChatSettings(of: thread.chat.id, change)
    }
    await measured(library) { hasLine() }
    let (agents, service) = (library.agents, library.service)
    agents.set(.unloaded, of: "measured")
    await measured(library) { !thread.context.isExact }
    #expect(hasLine())
    // It cannot be measured with that, nor told by the last reply.
    agent.fails(.notLoaded)
    agents.set(.ready, of: "measured")
    try await change { $0.parameters.temperature = 1 }
    await windows.idle()
    #expect(hasLine())
    try await change { $0.parameters.contextLength = 512 }
    await until { !hasLine() }
    agent.fails(nil)
    try await change { $0.parameters.contextLength = nil }
    await measured(library) { hasLine() }
    agents.replace(by: [agent, MeasuredAgent(id: "second")])
    agents.set(.unloaded, of: "second")
    try await service.setAgent("second", in: thread.chat.id)
    await until { !hasLine() && thread.context.isOffered }
  }

  @Test func `A chat that is too long is given a larger context, with what that costs, or left as it is`() async throws
  {
    let (library, thread) = try await open(messages: 10)
    await measured(library) { thread.context.firstSeen != nil }
    let path = library.folder + "/a.gguf"
    try Data(Array("GGUF-a".utf8)).write(to: URL(filePath: path))
    let facts = ModelFacts(architecture: "llama", contextLength: 1_500, contextBytesPerToken: 1_000)
    let record = try await library.addModel(path, facts)
    let model = try await openModel(library)
    // Whatever answers in this chat, it is not this model.
    let other = model.overflow(of: thread)
    await other.look()
    #expect(other.contexts.isEmpty && other.chosen == nil)
    try await library.service.changeChatSettings(of: thread.chat.id) { $0.parameters.contextLength = 512 }
    library.agents.replace(by: [MeasuredAgent(id: record.agent)])
    try await library.service.setAgent(record.agent, in: thread.chat.id)
    await until { thread.chat.agent == record.agent }
    await other.look()
    #expect(other.contexts.map(\.id) == [1_024, 1_500])
    #expect(other.contexts.first?.title == "A context of 1024 tokens")
    #expect(other.contexts.first?.summary.hasPrefix("1024 tokens take 1.0 MB of memory") == true)
    other.choose(other.contexts[1])
    await windows.idle()
    let chosen = try await library.service.chatSettings(of: thread.chat.id)
    #expect(chosen.overflow == .largerContext && chosen.parameters.contextLength == 1_500)
    library.failing.failWrites(with: .diskFull(path: "/library"))
    other.dropOldest()
    #expect(other.chosen == .dropOldest)
    await windows.idle()
    #expect(other.chosen == .largerContext)
    library.failing.failWrites(with: nil)
    other.dropOldest()
    await windows.idle()
    #expect(try await library.service.chatSettings(of: thread.chat.id).overflow == .dropOldest)
  }

  @Test func `Where the model is not loaded nothing is asked of it, and what is said is about or nothing`() async throws
  {
    let library = try await TestLibrary(agents: [agent])
    library.agents.set(.unloaded, of: "measured")
    let chat = try await library.chat(messages: 2)
    try await library.service.setAgent("measured", in: chat.id)
    let (_, thread) = try await windows.open(chat.id, in: library)
    thread.draft = "Hello"
    await measured(library) { library.surroundings.nextWake.map { $0 > .milliseconds(300) } ?? true }
    #expect(thread.context.level == .unknown && agent.timesAsked == 0)
    library.agents.set(.ready, of: "measured")
    await measured(library) { thread.context.words == "23 of 100 tokens; the draft takes 5" }
  }

  @Test func `The lens asks again where replies came first`() async throws {
    let (library, thread) = try await open(messages: 2)
    await measured(library) { thread.context.isExact }
    let lens = try await openModel(library).contextLens(of: thread)
    agent.callsOff(3)
    await lens.look()
    #expect(lens.phase == .ready && !lens.isOutdated)
  }

  @Test func `The lens says why its model cannot be loaded`() async throws {
    let (library, thread) = try await open(messages: 2)
    let path = library.folder + "/a.gguf"
    try Data(Array("GGUF-a".utf8)).write(to: URL(filePath: path))
    let record = try await library.addModel(path, ModelFacts(architecture: "llama"))
    library.agents.replace(by: [MeasuredAgent(id: record.agent)])
    library.agents.set(.unloaded, of: record.agent)
    try await library.service.setAgent(record.agent, in: thread.chat.id)
    await until { thread.chat.agent == record.agent && thread.agent?.status == .unloaded }
    let lens = try await openModel(library).contextLens(of: thread)
    await lens.look()
    #expect(lens.phase == .notLoaded)
    lens.load()
    await library.loader.asked(for: record.id)
    let fault = ModelFault.tooLarge(name: "a", needs: 2_000_000_000, free: 1_000_000_000)
    library.loader.tell([record.id: .failed(fault)])
    await until { lens.phase == .failed(fault.sentence) }
  }

  @Test
  func `The line is there as soon as the chat is opened, by what the last reply saw, and nothing is loaded for it`()
    async throws
  {
    let (library, thread) = try await open(messages: 10)
    let sent = try #require(try await library.service.send("Go on", in: thread.chat.id).reply)
    await agent.puppet.asked(times: 1)
    agent.puppet.say(.text("On"))
    agent.puppet.end()
    await until { thread.texts.last == "On" && !thread.isReplying }
    #expect(thread.messages.last?.id == sent)
    let seen = try #require(try await library.service.context.firstSeen(in: thread.chat))
    library.agents.set(.unloaded, of: "measured")
    let asked = agent.timesAsked
    let (model, again) = try await windows.open(thread.chat.id, in: library)
    #expect(again.phase == .ready && again.context.firstSeen == seen)
    #expect(again.rows.contains { $0.id == .unseen(seen) })
    // With another context it would see other messages.
    agent.holds(200)
    try await library.service.changeChatSettings(of: thread.chat.id) { $0.parameters.contextLength = 512 }
    await measured(library) { again.context.firstSeen == nil }
    #expect(!again.rows.contains { if case .unseen = $0.id { true } else { false } })
    #expect(agent.timesAsked == asked)
    await model.shutDown()
  }

  @Test func `The lens shows each piece with who said it, and asks for the model only when told to`() async throws {
    let (library, thread) = try await open(messages: 10)
    library.agents.set(.unloaded, of: "measured")
    await until { thread.agent?.status == .unloaded }
    let lens = try await openModel(library).contextLens(of: thread)
    await lens.look()
    #expect(lens.phase == .notLoaded)
    lens.load()
    await until { library.agents.prepared.last == "measured" }
    library.agents.set(.ready, of: "measured")
    await until { lens.isOutdated }
    await lens.look()
    #expect(lens.phase == .ready)
    #expect(lens.summary == "73 of 100 tokens · 2 older messages are left out")
    #expect(lens.rows.prefix(4).map(\.title) == ["The model's template", "You", "The model's template", "Measured"])
    #expect(lens.rows.first?.excerpt == "<turn>↵")
    #expect(lens.prompt.hasPrefix("<turn>\nMessage 3<turn>\nMessage 4"))
    // What another agent said stays that one's.
    let other = try #require(thread.messages.first { $0.text == "Message 4" })
    try await library.failing.write { store throws(StoreError) in
      var said = other
      said.usage = ReplyUsage(model: "Other", replyTokens: 2, milliseconds: 1)
      try store.update(said)
    }
    await lens.look()
    #expect(
      lens.rows.filter { $0.kind == .message(.agent) }.map(\.title) == ["Other", "Measured", "Measured", "Measured"])
    thread.draft = String(repeating: "long text\n", count: 200)
    await lens.look()
    #expect(lens.rows.last?.isFolded == true)
    #expect(lens.rows.last.map { $0.excerpt.utf8.count < 800 && $0.text.utf8.count == 1_999 } == true)
    agent.fails(.failed(.noTemplate))
    await lens.look()
    #expect(lens.phase == .failed("The model's file does not say how to talk with it. Choose another model."))
  }
}
