/// The port to the local models, for the faces: which there are, what each does, what can be done with them.
public protocol LocalModels: Sendable {
  /// All models by their names, the one that comes with Sotto last, each looked at now.
  func entries() async throws(ModelFault) -> [ModelEntry]

  /// What `entries` is, now and each time that it changes, here or in another process. Each caller gets its own stream.
  func changes() -> AsyncStream<[ModelEntry]>

  /// Keeps a record of the model in the file, which stays where it is. Throws `alreadyHere` where there is one of it whose
  /// file is still there; one whose file has moved is found again.
  ///
  /// - Parameter path: absolute; a link is followed once, and the file that it leads to is kept.
  func add(_ path: String) async throws(ModelFault) -> LocalModel

  /// Forgets the record; the file stays, and chats with the model can be read. Returns what was forgotten, for `restore`.
  /// Throws `builtIn` for the model that comes with Sotto.
  func remove(_ model: ModelID) async throws(ModelFault) -> LocalModel

  /// Keeps a record that was just forgotten.
  func restore(_ model: LocalModel) async throws(ModelFault)

  /// Looks whether the file still holds the model, and if so takes it as it is now. Throws what is wrong with it, and
  /// `replaced` where it is another model.
  ///
  /// - Parameter path: absolute; where the file is now, nil for where it was. Throws `otherModel` where that is another one.
  func check(_ model: ModelID, at path: String?) async throws(ModelFault) -> LocalModel

  /// Asks for the model to be loaded, although it may have ended the engine before. Returns at once; what becomes of it is
  /// told by `changes`.
  ///
  /// - Parameters:
  ///   - context: exactly so many tokens are to be held at once, also where it is loaded with others; nil for as many as is
  ///     usual, or more where it is loaded.
  ///   - anyway: also where it needs more memory than is free.
  func load(_ model: ModelID, context: Int?, anyway: Bool) async throws(ModelFault)

  /// Loads the model, and returns once it is loaded; throws why it is not. One that has ended the engine stays as it is.
  func tryLoading(_ model: ModelID) async throws(ModelFault)

  /// Lets go of what is loaded, after the reply that is being made, unless it is asked for again. Returns at once.
  func unload(_ model: ModelID)

  /// How long a model stays loaded that nobody asks; nil for as long as there is memory. Returns at once.
  func stayLoaded(for idle: Duration?)

  /// Reads and makes some words to tell how fast the model is here; waits for its turn, and loads it first. A task that is
  /// cancelled breaks it off.
  ///
  /// - Parameter anyway: also where it needs more memory than is free.
  func measure(_ model: ModelID, anyway: Bool) async throws(ModelFault) -> ModelSpeed

  /// What is known of the program that runs models; it is started where none runs.
  func engine() async throws(ModelFault) -> EngineFacts

  /// What the model needs, against what is free now.
  func memory(of model: LocalModel) -> ModelMemory

  /// Whether what models have read of chats can be kept on the disk: not in an encrypted library, for it would lie open there,
  /// and not where nothing may be written.
  var canKeepChats: Bool { get }

  /// What of it there is, what was of use last first.
  func keptChats() async -> [KeptChat]

  /// Removes all of it: each chat is read again when it goes on.
  func clearKeptChats() async

  /// Removes what is more than the settings allow, and what is of chats and models that are gone.
  func tidyKeptChats() async

  /// Models that other programs have on this machine, as they are found. Ending the stream ends the search.
  func found() -> AsyncStream<FoundModel>
}

/// A model, and what becomes of it in this process.
public struct ModelEntry: Hashable, Sendable, Identifiable {
  /// The record.
  public var model: LocalModel
  /// What it does now.
  public var state: ModelState
  /// The model's.
  public var id: ModelID { model.id }
  /// Why it cannot be used; nil where it can.
  public var fault: ModelFault? {
    switch state {
    case .failed(let fault), .unavailable(let fault): fault
    case .unloaded, .loading, .loaded: nil
    }
  }

  public init(model: LocalModel, state: ModelState = .unloaded) {
    self.model = model
    self.state = state
  }
}

/// What a model does now.
public enum ModelState: Hashable, Sendable {
  case unloaded
  /// The part done, 0 to 1, where it is known.
  case loading(part: Double?)
  /// With so many tokens held at once.
  case loaded(context: Int)
  /// It could not be loaded when somebody asked for that last; it may be tried again.
  case failed(ModelFault)
  /// It cannot be used: its file is gone or was changed, or it ended the engine.
  case unavailable(ModelFault)
}

/// A model's file that another program has on this machine.
public struct FoundModel: Hashable, Sendable {
  /// Whose it is.
  public enum Origin: String, Sendable, CaseIterable {
    case huggingFace = "hugging-face"
    case lmStudio = "lm-studio"
    case jan
    case gpt4All = "gpt4all"
    case llamaCpp = "llama.cpp"
    case ollama
  }
  /// Absolute; what `add` takes.
  public var path: String
  /// What that program calls it.
  public var name: String
  /// The length of its file.
  public var bytes: Int64
  /// Whose it is.
  public var origin: Origin

  public init(path: String, name: String, bytes: Int64, origin: Origin) {
    self.path = path
    self.name = name
    self.bytes = bytes
    self.origin = origin
  }
}
