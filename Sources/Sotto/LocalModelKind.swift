internal import Domain
internal import Engine
internal import Models
internal import Platform
internal import Storage

/// Local models as a kind of agents: their records, the engine that runs them, and the catalogue that offers them.
struct LocalModelKind {
  /// The agents that the models are.
  let agents: LocalAgents
  /// Their records.
  let models: ModelKeeper
  private let engine: ModelEngine

  /// The local models of an open library, and the one that comes with Sotto.
  ///
  /// - Parameter keepsChats: whether what models have read of chats may be kept on the disk.
  init(
    in library: any OpenLibrary, at home: String, keepsChats: Bool, surroundings: any Surroundings,
    environment: [String: String]
  ) async throws(StartError) {
    let program = EngineProgram.path(environment: environment)
    let states = StateKeeper(store: library, library: home, isPossible: keepsChats)
    let builtIn = BuiltIn.path(environment: environment)
    models = ModelKeeper(
      store: library, reader: EngineHeaders(program: program), states: states, surroundings: surroundings,
      environment: environment, userHome: SQLiteLibrary.userHome(), builtIn: builtIn)
    let records = try await StartError.store { () throws(StoreError) in
      try await library.read { store throws(StoreError) in try store.models() }
    }
    engine = Self.engine(for: models, states: states, surroundings: surroundings, environment: environment)
    agents = LocalAgents([BuiltIn.record(at: builtIn)] + records, files: models, engine: engine)
    await models.attach(agents)
  }

  /// How long a model that is not asked stays loaded; nil for as long as the program runs.
  func stayLoaded(for idle: Duration?) async { await engine.stayLoaded(for: idle) }

  /// What runs the models in these files.
  static func engine(
    for files: any ModelFiles, states: (any ChatStates)? = nil, surroundings: any Surroundings,
    environment: [String: String]
  ) -> ModelEngine {
    ModelEngine(
      program: EngineProgram.path(environment: environment), files: files, states: states, surroundings: surroundings,
      isMemoryShort: isMemoryShort)
  }
}
