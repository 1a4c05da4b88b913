import Domain
import FoundationEssentials
import Glibc
import Models
import TestLibrary
import TestSupport
import Testing

@testable import Engine

extension WithEngine {
  /// The model that comes with Sotto, through the real engine.
  @Suite struct `Sotto Mini` {
    @Test func `is what its record says, and answers what it offers to be asked`() async throws {
      let fixture = try await MiniFixture()
      let entry = try #require(fixture.agents.entries.first)
      #expect(entry.id == "mini" && entry.profile.name == "Sotto Mini" && entry.profile.contextLength == 2_048)
      let file = open(fixture.path, O_RDONLY)
      defer { close(file) }
      let reader = EngineHeaders(program: BuiltProgram.path(of: "sotto-engine"))
      #expect(try await reader.facts(of: [file], named: ["Mini"]) == BuiltIn.record(at: fixture.path).facts)
      fixture.agents.prepare("mini", context: nil, for: nil)
      await fixture.agents { $0.first?.status == .ready }
      for question in entry.profile.suggestions {
        let answer = try await fixture.answer(to: question)
        #expect(!answer.isEmpty && !answer.hasPrefix("I know only Sotto"), "\(question) \(answer)")
      }
      #expect(try await fixture.answer(to: "who are you?").hasPrefix("I am Sotto Mini, a tiny language model"))
      await fixture.service.shutDown()
    }

    @Test func `is the same agent with the file of a newer Sotto, which is loaded before the next but one reply`()
      async throws
    {
      let fixture = try await MiniFixture()
      #expect(try await fixture.answer(to: "hello").hasPrefix("Hello!"))
      let engine = try #require(engines("sotto-engine").first)
      // As an installation does: another file in its place.
      let new = fixture.path + ".new"
      try FileManager.default.copyItem(atPath: fixture.path, toPath: new)
      rename(new, fixture.path)
      let changes = fixture.models.models()
      #expect(try await fixture.answer(to: "hello").hasPrefix("Hello!"))
      for await records in changes where records.first?.file.inode == inode(fixture.path) { break }
      #expect(try await fixture.answer(to: "hello").hasPrefix("Hello!"))
      #expect(engines("sotto-engine") != [engine])
      unlink(fixture.path)
      let gone = await fixture.log.message(try await fixture.ask("hello"), is: .failed)
      #expect(gone.failure == .model(.notInstalled(name: "Sotto Mini")))
      #expect(ReplyFailure(code: try #require(gone.failure).code) == gone.failure)
      await #expect(throws: ModelFault.builtIn(name: "Sotto Mini")) { try await fixture.models.remove(.builtIn) }
      await fixture.service.shutDown()
    }
  }
}

/// A library with nothing but the model that comes with Sotto, and a chat with it.
private final class MiniFixture: Sendable {
  let library: TestLibrary
  let path: String
  let models: any LocalModels & ModelFiles
  let agents: LocalAgents
  let service: ChatService
  let log: EventLog
  private let chat: ChatID

  init() async throws {
    library = try await TestLibrary()
    path = library.folder + "/sotto-mini.gguf"
    try FileManager.default.copyItem(atPath: BuiltProgram.path(of: "models/sotto-mini.gguf"), toPath: path)
    let program = BuiltProgram.path(of: "sotto-engine")
    let keeper = ModelKeeper(
      store: library.store, reader: EngineHeaders(program: program), surroundings: library.surroundings,
      environment: [:], userHome: nil, builtIn: path)
    models = keeper
    agents = LocalAgents(
      [BuiltIn.record(at: path)], files: keeper,
      engine: ModelEngine(program: program, files: keeper, surroundings: library.surroundings, isMemoryShort: { false })
    )
    await keeper.attach(agents)
    service = ChatService(store: library.store, agents: agents, surroundings: library.surroundings)
    log = await EventLog(of: service)
    chat = try await service.createChat(titled: "Chat", agent: "mini").id
  }

  /// The reply that is due.
  func ask(_ question: String) async throws -> MessageID {
    try #require(try await service.send(question, in: chat).reply)
  }

  func answer(to question: String) async throws -> String {
    await log.message(try await ask(question), is: .complete).text
  }

  /// Waits until the agents are as wanted.
  func agents(are wanted: ([AgentEntry]) -> Bool) async {
    let changes = agents.changes()
    if wanted(agents.entries) { return }
    for await entries in changes where wanted(entries) { return }
  }
}

private func inode(_ path: String) -> Int64 {
  var found = stat()
  return lstat(path, &found) == 0 ? Int64(bitPattern: UInt64(found.st_ino)) : 0
}
