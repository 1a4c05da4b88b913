/// The port to the models' files, for whoever runs them.
public protocol ModelFiles: Sendable {
  /// The models of which records are kept, now and each time that one comes, goes or is different.
  func models() -> AsyncStream<[LocalModel]>

  /// Opens the model's file for reading, or its parts in their order, if they are still the same; whoever asks closes
  /// them. Throws `noSuchModel`, `notFound`,
  /// `changed`, and what a system says.
  func open(_ model: ModelID) async throws(ModelFault) -> [Int32]

  /// Looks whether the model's open files hold what it is known by, whatever their times of change say; reads of them only
  /// where something of them is different since the last look. Throws `changed`, `damaged`, and what a system says.
  func verify(_ files: [Int32], of model: LocalModel) async throws(ModelFault)

  /// Notes that the engine is about to load the model, so that it is not loaded again by itself should everything end.
  /// Throws `endedEngine` or `loadCutOff` where the last load ended so.
  func loadBegins(_ model: ModelID) async throws(ModelFault)

  /// Notes that the load is over, or that the engine ended in it.
  func loadEnded(_ model: ModelID, endedEngine: Bool) async throws(ModelFault)
}

/// The port to the program that reads models' headers, where they can do no harm.
public protocol ModelHeaderReader: Sendable {
  /// What the header of the open file says, from the file's beginning; of a split model, those of its parts in their
  /// order. The files stay the caller's.
  ///
  /// - Parameter names: what each of the files is called before people, for what may be thrown.
  func facts(of files: [Int32], named names: [String]) async throws(ModelFault) -> ModelFacts
}

/// The port to what has models loaded. Whoever keeps the records holds it weakly: it asks for their files itself.
public protocol ModelLoader: AnyObject, Sendable {
  /// As `LocalModels` has it. Returns at once.
  func load(_ model: ModelID, context: Int?, anyway: Bool)

  /// As `LocalModels` has it.
  func tryLoading(_ model: ModelID) async throws(ModelFault)

  /// Lets go of the model, after the reply that it makes. Returns at once.
  func unload(_ model: ModelID)

  /// As `LocalModels` has it.
  func stayLoaded(for idle: Duration?)

  /// As `LocalModels` has it.
  func measure(_ model: ModelID, anyway: Bool) async throws(ModelFault) -> ModelSpeed

  /// As `LocalModels` has it.
  func engine() async throws(ModelFault) -> EngineFacts

  /// What is loading or loaded, now and each time that it changes; all other models are not loaded.
  func states() -> AsyncStream<[ModelID: ModelState]>
}
