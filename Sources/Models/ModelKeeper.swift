public import Domain
import Executors
import Platform

/// Keeps the records of local models in a library, behind `LocalModels` for the faces and `ModelFiles` for whoever runs
/// models. It opens files only to know them; what their headers say it asks the reader.
public actor ModelKeeper {
  private let executor = QueueExecutor(label: "sotto.models")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any OpenLibrary
  let reader: any ModelHeaderReader
  nonisolated let chatStates: StateKeeper?
  let surroundings: any Surroundings
  nonisolated let places: [ModelPlace]
  private nonisolated let entryListeners = Listeners<[ModelEntry]>()
  private nonisolated let modelListeners = Listeners<[LocalModel]>()
  private weak var loader: (any ModelLoader)?
  private var states: [ModelID: ModelState] = [:]
  private let kept: ModelRecords
  private let contents = ModelContents()
  private var following: [Task<Void, Never>] = []

  /// - Parameters:
  ///   - states: what models have read of chats; nil where nothing of it is kept.
  ///   - environment: this process's, for the folders in which other programs keep models.
  ///   - userHome: the user's home folder where the environment does not name it.
  ///   - builtIn: the path of the model that comes with Sotto; nil for none.
  public init(
    store: any OpenLibrary, reader: any ModelHeaderReader, states: StateKeeper? = nil, surroundings: any Surroundings,
    environment: [String: String], userHome: String?, builtIn: String? = nil
  ) {
    kept = ModelRecords(store, builtIn: builtIn)
    self.store = store
    self.reader = reader
    chatStates = states
    self.surroundings = surroundings
    places = ModelPlace.all(environment: environment, userHome: userHome)
  }

  deinit {
    following.forEach { $0.cancel() }
    entryListeners.finish()
    modelListeners.finish()
  }

  /// Who loads models, from now on; to be called once.
  public func attach(_ loader: any ModelLoader) {
    self.loader = loader
    let states = loader.states()
    following.append(
      Task { [weak self] in
        for await states in states { await self?.take(states) }
      })
  }

  private func take(_ states: [ModelID: ModelState]) async {
    self.states = states
    await tell(ofModels: false)
  }

  // MARK: Telling

  /// Which of the readings for `tell` began last, and which was told of last: readings may overtake each other.
  private var begun = 0
  private var told = 0
  /// The same for those who hear of models alone: since which reading there is something to tell, and which they were told
  /// of. A reading from before the change may come after it, and is not enough.
  private var modelsDue = 0
  private var modelsTold = 0
  private var isFollowing = false

  private func follow() {
    guard !isFollowing else { return }
    isFollowing = true
    let changes = store.modelChangesByOtherProcesses()
    following.append(
      Task { [weak self] in
        for await _ in changes { await self?.tell() }
      })
  }
  /// - Parameter ofModels: whether records are different, and not only what becomes of them.
  private func tell(ofModels: Bool = true) async {
    begun += 1
    let mine = begun
    if ofModels { modelsDue = mine }
    // A library that cannot be read now says so to whoever asks for the entries.
    guard let models = try? await records(), mine > told else { return }
    told = mine
    if modelsTold < modelsDue {
      modelListeners.tell(models)
      modelsTold = mine
    }
    entryListeners.tell(entries(of: models))
  }

  private func entries(of models: [LocalModel]) -> [ModelEntry] {
    models.map { ModelEntry(model: $0, state: state(of: $0)) }.sorted { $0.model.order < $1.model.order }
  }

  private func state(of model: LocalModel) -> ModelState {
    if let fault = OpenModel.fault(of: model) { return .unavailable(fault) }
    if contents.isKnownToDiffer(model) { return .unavailable(.changed(name: model.name)) }
    switch states[model.id] {
    case .loading(let part): return .loading(part: part)
    case .loaded(let context): return .loaded(context: context)
    case .failed, .unavailable, .unloaded, nil: break
    }
    if let fault = model.loadFault { return .unavailable(fault) }
    return states[model.id] ?? .unloaded
  }

  // MARK: Records

  func records() async throws(ModelFault) -> [LocalModel] { try await kept.all() }

  func record(_ id: ModelID) async throws(ModelFault) -> LocalModel {
    guard let model = try await records().first(where: { $0.id == id }) else { throw .noSuchModel }
    return model
  }

  /// Changes records in one transaction, and tells of it.
  func change(_ body: @Sendable (any ModelWriting) throws(StoreError) -> Void) async throws(ModelFault) {
    try await kept.change(body)
    await tell()
  }
}

extension ModelKeeper: LocalModels {
  public func entries() async throws(ModelFault) -> [ModelEntry] { entries(of: try await records()) }

  public nonisolated func changes() -> AsyncStream<[ModelEntry]> {
    let stream = entryListeners.add()
    Task { [weak self] in
      await self?.follow()
      await self?.tell(ofModels: false)
    }
    return stream
  }

  public func load(_ id: ModelID, context: Int?, anyway: Bool) async throws(ModelFault) {
    let loader = try await forLoading(id)
    // Told in a moment by the loader, too; who looks now shall not see what came of the load before.
    if case .failed = states[id] { states[id] = nil }
    loader.load(id, context: context, anyway: anyway)
  }

  public func measure(_ id: ModelID, anyway: Bool) async throws(ModelFault) -> ModelSpeed {
    try await forLoading(id).measure(id, anyway: anyway)
  }

  public func tryLoading(_ id: ModelID) async throws(ModelFault) {
    let model = try await record(id)
    if let fault = OpenModel.fault(of: model) { throw fault }
    if let fault = model.loadFault { throw fault }
    try await attached.tryLoading(id)
  }

  public func engine() async throws(ModelFault) -> EngineFacts { try await attached.engine() }

  /// Who loads the model because somebody asked for that.
  private func forLoading(_ id: ModelID) async throws(ModelFault) -> any ModelLoader {
    let model = try await record(id)
    if let fault = OpenModel.fault(of: model) { throw fault }
    let loader = try attached
    // Whoever asks for it knows what happened.
    if model.loadFault != nil {
      try await kept.forgetLoad(of: id)
      await tell()
    }
    return loader
  }

  private var attached: any ModelLoader {
    get throws(ModelFault) {
      guard let loader else { throw .noEngine(reason: nil) }
      return loader
    }
  }

  public nonisolated func unload(_ model: ModelID) {
    Task { [weak self] in await self?.unloadNow(model) }
  }

  public nonisolated func stayLoaded(for idle: Duration?) {
    Task { [weak self] in await self?.loader?.stayLoaded(for: idle) }
  }

  func unloadNow(_ model: ModelID) { loader?.unload(model) }

  public nonisolated func memory(of model: LocalModel) -> ModelMemory {
    ModelMemory(
      fileBytes: model.file.bytes, bytesPerToken: model.facts.contextBytesPerToken,
      trainedContext: model.facts.contextLength, free: availableMemory())
  }

  public nonisolated var canKeepChats: Bool { chatStates?.isPossible == true }

  public func keptChats() async -> [KeptChat] { await chatStates?.kept() ?? [] }

  public func clearKeptChats() async { await chatStates?.clear() }

  public func tidyKeptChats() async { await chatStates?.tidy() }

  public nonisolated func found() -> AsyncStream<FoundModel> { ModelSearch(places).found() }
}

extension ModelKeeper: ModelFiles {
  public nonisolated func models() -> AsyncStream<[LocalModel]> {
    let stream = modelListeners.add()
    Task { [weak self] in
      await self?.follow()
      await self?.tell()
    }
    return stream
  }

  public func open(_ id: ModelID) async throws(ModelFault) -> [Int32] {
    let before = kept.builtIn
    let model = try await record(id)
    // A newer Sotto was installed meanwhile: whoever runs models hears of it.
    if model.id == before?.id, model != before { await tell() }
    do throws(ModelFault) { return try OpenModel(of: model).handedOver(name: model.name) } catch {
      if case .notFound = error { throw model.missing }
      throw error
    }
  }

  public func verify(_ files: [Int32], of model: LocalModel) async throws(ModelFault) {
    guard let fault = contents.fault(of: files, model) else { return }
    // Whoever lists models hears of it.
    if model.isRecorded { await tell(ofModels: false) }
    throw fault
  }

  public func loadBegins(_ id: ModelID) async throws(ModelFault) {
    let model = try await record(id)
    if let fault = model.loadFault { throw fault }
    try await kept.beginLoad(of: model)
  }

  public func loadEnded(_ id: ModelID, endedEngine: Bool) async throws(ModelFault) {
    try await kept.endLoad(of: id, endedEngine: endedEngine)
    await tell()
  }
}
