import Domain
import FoundationEssentials
import Glibc
import Models
import Synchronization
import TestLibrary
import TestSupport
import Testing
import Workers

@testable import Engine

/// One test after another: they count this process's children.
@Suite(.serialized, .timeLimit(.minutes(1))) enum WithEngine {}

/// A library with the models of a test in it, the engine for them, and a service that has it answer.
final class EngineFixture: Sendable {
  let library: TestLibrary
  let surroundings: ManualSurroundings
  let models: any LocalModels & ModelFiles
  let states: WatchedStates
  /// The start before this one, in whose folder it is.
  private let before: EngineFixture?
  let engine: ModelEngine
  let agents: LocalAgents
  let service: ChatService
  let log: EventLog
  private let flag = Flag()

  /// `models` are what files say that the program reads; `facts` what their headers say, by their names.
  convenience init(
    program: String = HelperProgram.path(of: "EngineChild"), _ models: String..., facts: [String: ModelFacts] = [:]
  ) async throws {
    // The number makes files of the same words different models.
    let files = models.enumerated().map { Array("GGUF\n\($1)\n\($0)\n".utf8) }
    let headers = FakeModelHeaders()
    for (name, facts) in facts { headers.answer(.success(facts), for: name) }
    try await self.init(files, program: program, reader: headers)
  }

  /// With `sotto-engine`.
  convenience init(real models: TinyModel...) async throws { try await self.init(real: models) }

  convenience init(real models: [TinyModel]) async throws {
    let program = BuiltProgram.path(of: "sotto-engine")
    try await self.init(models.map(\.bytes), program: program, reader: EngineHeaders(program: program))
  }

  /// Each file is called by its place, "1.gguf" first.
  private init(
    _ files: [[UInt8]], program: String, reader: any ModelHeaderReader, after before: EngineFixture? = nil
  ) async throws {
    self.before = before
    library = try await TestLibrary(
      in: before?.library.folder, surroundings: before?.surroundings ?? ManualSurroundings())
    surroundings = library.surroundings
    let states = StateKeeper(store: library.store, library: library.folder, isPossible: true)
    self.states = WatchedStates(states)
    let keeper = ModelKeeper(
      store: library.store, reader: reader, states: states, surroundings: surroundings, environment: [:], userHome: nil)
    self.models = keeper
    var records: [LocalModel] = []
    for (index, file) in files.enumerated() {
      let path = "\(library.folder)/\(index + 1).gguf"
      if before == nil {
        try Data(file).write(to: URL(filePath: path))
        records.append(try await keeper.add(path))
      }
    }
    if before != nil { records = try await keeper.entries().map(\.model) }
    engine = ModelEngine(program: program, files: keeper, states: self.states, surroundings: surroundings) {
      [flag] in flag.isSet
    }
    agents = LocalAgents(records, files: keeper, engine: engine)
    await keeper.attach(agents)
    service = ChatService(store: library.store, agents: agents, surroundings: surroundings)
    log = await EventLog(of: service)
  }

  /// The same library with the real engine, as another start finds it; the one before has ended.
  convenience init(again fixture: EngineFixture) async throws {
    let program = BuiltProgram.path(of: "sotto-engine")
    let count = fixture.agents.entries.count
    try await self.init(
      Array(repeating: [], count: count), program: program, reader: EngineHeaders(program: program),
      after: fixture)
  }

  /// Lets the model rest, five seconds at a time, until something has come of it. What serves nobody may begin a rest anew.
  func rest(until isSo: () throws -> Bool) async throws {
    try await lookUntil(isSo) {
      if surroundings.nextWake == .seconds(5) { surroundings.advance(by: .seconds(5)) }
    }
  }

  /// Quits, a second after which nobody waits for chats that are written or come back.
  func quit() async {
    let quitting = Task { await service.shutDown() }
    let waking = Task {
      while !Task.isCancelled {
        if surroundings.nextWake == .seconds(1) { surroundings.advance(by: .seconds(1)) }
        await Task.yield()
      }
    }
    await quitting.value
    waking.cancel()
  }

  /// Memory is short from now on.
  func takeMemory() { flag.set() }

  /// The agent of a model, the first of which has the number 1.
  func agent(_ number: Int) -> String { agents.entries[number - 1].id }

  func name(_ number: Int) -> String { agents.entries[number - 1].profile.name }

  func path(_ number: Int) -> String { "\(library.folder)/\(number).gguf" }

  func status(_ number: Int) -> AgentStatus { agents.entries[number - 1].status }

  /// The record of a model.
  func model(_ number: Int) async throws -> LocalModel {
    let agent = agent(number)
    return try #require(try await models.entries().first { $0.model.agent == agent }).model
  }

  /// The messages of the chat as they are on the disk.
  func saved(in chat: ChatID) async throws -> [Message] { try await library.saved(in: chat) }

  /// A new chat with the model, in which this was said; the reply that is due.
  func ask(_ number: Int, _ text: String = "Go on") async throws -> (chat: ChatID, reply: MessageID) {
    let chat = try await service.createChat(titled: "Chat", agent: agent(number))
    return (chat.id, try await ask(in: chat.id, text))
  }

  func ask(in chat: ChatID, _ text: String = "Go on") async throws -> MessageID {
    try #require(try await service.send(text, in: chat).reply)
  }

  /// Waits until a phase of the reply is told.
  func phase(_ reply: MessageID, is wanted: @escaping @Sendable (ReplyPhase) -> Bool) async {
    await log.first { if case .phase(reply, in: _, let phase) = $0 { wanted(phase) } else { false } }
  }

  /// Waits until what has come of the reply holds this. Growth is told as time goes on, and here time stands still but for
  /// that.
  func says(_ reply: MessageID, _ part: String) async throws {
    try await lookUntil {
      log.events.contains { Self.text(of: reply, in: $0)?.contains(part) == true }
    } meanwhile: {
      if let wait = surroundings.nextWake, wait < .milliseconds(50) { surroundings.advance(by: wait) }
    }
  }

  private static func text(of reply: MessageID, in event: ChatEvent) -> String? {
    switch event {
    case .messageSaved(let message) where message.id == reply: message.text
    case .streamed(reply, in: _, let text): text
    default: nil
    }
  }

  /// Waits until the agents are as wanted.
  func agents(are wanted: ([AgentEntry]) -> Bool) async {
    let changes = agents.changes()
    if wanted(agents.entries) { return }
    for await entries in changes where wanted(entries) { return }
  }

  /// Waits until the first model is loaded with so many tokens held at once.
  func loaded(_ context: Int) async {
    let changes = engine.changes()
    for await states in changes where states.values.contains(.loaded(context: context)) { return }
  }

  /// Waits until the agent of the model is as ready as this.
  func status(_ number: Int, is wanted: AgentStatus) async {
    await agents { $0[number - 1].status == wanted }
  }
}

/// What is so from some moment on.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

/// Waits until no engine runs any more.
func noEngines(_ program: String = "EngineChild") async throws { try await lookUntil { engines(program).isEmpty } }

/// The children of this process that run the program.
func engines(_ program: String = "EngineChild") -> [Int32] {
  var found: [Int32] = []
  guard let folder = opendir("/proc") else { return [] }
  defer { closedir(folder) }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    guard let process = Int32(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
    else { continue }
    let words = text.split(separator: " ")
    if words.count > 3, words[1] == "(\(program))", words[2] != "Z", words[3] == "\(getpid())" { found.append(process) }
  }
  return found
}
