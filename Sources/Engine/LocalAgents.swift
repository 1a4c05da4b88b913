public import Domain
import Synchronization

/// The local models as agents, in the order of their records.
public final class LocalAgents: AgentCatalogue, ModelLoader {
  private let engine: ModelEngine
  private let listeners = Listeners<[AgentEntry]>()
  private let models: Mutex<[LocalModel]>
  private let following = Mutex<[Task<Void, Never>]>([])

  /// `records` is what there is now.
  package init(_ records: [LocalModel], files: any ModelFiles, engine: ModelEngine) {
    self.engine = engine
    models = Mutex(records)
    listeners.answer { [weak self] in self?.entries }
    let tasks = [
      Task { [weak self, changes = files.models()] in for await records in changes { self?.take(records) } },
      Task { [weak self, changes = engine.changes()] in for await _ in changes { self?.listeners.tell() } },
    ]
    following.withLock { $0 = tasks }
  }

  deinit { for task in following.withLock({ $0 }) { task.cancel() } }

  /// How a model presents itself as an agent.
  public static func profile(of model: LocalModel) -> AgentProfile { LocalAgent.profile(of: model) }

  private func take(_ records: [LocalModel]) {
    let gone = models.withLock { models in
      let gone = Set(models.map(\.id)).subtracting(records.map(\.id))
      models = records
      return gone
    }
    for model in gone { engine.unload(model) }
    listeners.tell()
  }

  // MARK: Agents

  public var entries: [AgentEntry] {
    let states = engine.states
    return models.withLock { $0 }.map { model in
      AgentEntry(profile: LocalAgent.profile(of: model), status: Self.status(of: model, states[model.id]))
    }
  }

  private static func status(of model: LocalModel, _ state: ModelState?) -> AgentStatus {
    switch state {
    case .loading(let part): .loading(part: part)
    case .loaded: .ready
    case .unavailable(let fault): .unavailable(.model(fault))
    // It can be asked all the same, and says then what is wrong.
    case .unloaded, .failed, nil:
      if model.file.isMissing {
        .unavailable(.model(model.missing))
      } else {
        model.loadFault.map { .unavailable(.model($0)) } ?? .unloaded
      }
    }
  }

  public func changes() -> AsyncStream<[AgentEntry]> { listeners.add() }

  public func agent(for id: String) -> (any Agent)? {
    record { $0.agent == id }.map { LocalAgent(model: $0, engine: engine) }
  }

  public func prepare(_ id: String, context: Int?, for chat: ChatID?) {
    // One that has ended the engine, or all, is loaded only where a person asks for that.
    guard let model = record({ $0.agent == id && $0.loadFault == nil }) else { return }
    engine.load(LoadWish(model: model, context: context, chat: chat))
  }

  public func release(_ id: String) { record { $0.agent == id }.map { engine.unload($0.id) } }

  public func forget(_ chat: ChatID) { engine.forget(chat) }

  public func end() async { await engine.end() }

  // MARK: Models

  public func load(_ model: ModelID, context: Int?, anyway: Bool) {
    guard let model = record({ $0.id == model }) else { return }
    engine.load(LoadWish(model: model, context: context, isExact: context != nil, anyway: anyway, isAsked: true))
  }

  public func stayLoaded(for idle: Duration?) { Task { await engine.stayLoaded(for: idle) } }

  public func measure(_ model: ModelID, anyway: Bool) async throws(ModelFault) -> ModelSpeed {
    guard let model = record({ $0.id == model }) else { throw .noSuchModel }
    return try await engine.measure(model, anyway: anyway)
  }

  public func tryLoading(_ model: ModelID) async throws(ModelFault) {
    guard let model = record({ $0.id == model }) else { throw .noSuchModel }
    try await engine.tryLoading(model)
  }

  public func engine() async throws(ModelFault) -> EngineFacts { try await engine.facts() }

  public func unload(_ model: ModelID) { engine.unload(model) }

  public func states() -> AsyncStream<[ModelID: ModelState]> { engine.changes() }

  private func record(_ isMeant: (LocalModel) -> Bool) -> LocalModel? { models.withLock { $0.first(where: isMeant) } }
}
