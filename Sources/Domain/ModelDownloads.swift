/// The port to models on the internet, for the faces. Nothing is asked of the network but by `files`, `start` and `resume`,
/// which only a person calls for.
public protocol ModelDownloads: Sendable {
  /// Models that suit many machines; the list comes with Sotto.
  var presets: [ModelPreset] { get }

  /// What a preset needs of the memory, against what is free now.
  func memory(of preset: ModelPreset) -> ModelMemory

  /// What is being fetched or rests, now and each time that it changes; the oldest first.
  func downloads() -> AsyncStream<[ModelDownload]>

  /// What is being fetched or rests, looked at now.
  func current() async -> [ModelDownload]

  /// Asks Hugging Face for the models' files of a repository; those that Sotto cannot use are left out.
  func files(of repository: String, revision: String) async throws(DownloadFault) -> [RemoteModelFile]

  /// Fetches the file, or goes on with it where it was begun. Returns its id at once; what becomes of it is told by
  /// `downloads`.
  ///
  /// - Parameter name: what people read; the file's name for nil.
  func start(_ source: ModelSource, named name: String?) async throws(DownloadFault) -> String

  /// Goes on with what rests.
  func resume(_ download: String) async

  /// Lets it rest; what came is kept. Returns when that is on the disk.
  func pause(_ download: String) async

  /// Forgets it, and deletes what came of it; a model that is there stays.
  func remove(_ download: String) async

  /// Whether the model's file was downloaded, and is Sotto's to delete.
  func hasFile(of model: LocalModel) -> Bool

  /// Forgets the model and deletes its file; nothing brings it back. Only for one of which `hasFile` says so.
  func delete(_ model: LocalModel) async throws(DownloadFault)

  /// Lets everything rest, for a quit.
  func pauseAll() async

  /// Keeps the person's token for Hugging Face, and says where; with an empty one what is kept is forgotten.
  func keepToken(_ token: String) async throws(DownloadFault) -> TokenPlace

  /// Whether a token can be used; where the desktop keeps it, that is asked.
  func hasToken() async -> Bool
}

/// Where a token is kept.
public enum TokenPlace: String, Hashable, Sendable {
  /// In the desktop's keyring.
  case keyring
  /// In this process's memory, for there is no keyring that can be asked.
  case session
  /// Nowhere any more.
  case nowhere
  /// Not used any more; but the keyring did not say that it forgot it.
  case uncertain
}
