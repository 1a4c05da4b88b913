/// How a face comes to a library: which folder, and the service over it with its agents and pictures.
public protocol Startup: Sendable {
  /// The library with the key to it; throws `noHome` where no folder is known.
  func library(key: LibraryKey?) throws(StartError) -> any Library

  /// Opens the library and puts the service over it.
  ///
  /// - Parameter progress: told on any thread what takes time.
  func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary
}

extension Startup {
  /// The library as one has it who knows no key.
  public func library() throws(StartError) -> any Library { try library(key: nil) }
  /// Opens a library without a key, and tells nobody how far that is.
  public func open() async throws(StartError) -> StartedLibrary { try await open(key: nil) { _ in } }
}

/// A library that is open, with the service over it.
public struct StartedLibrary: Sendable {
  /// What the faces talk to.
  public let service: ChatService
  /// What is done to the library as a whole.
  public let library: any OpenLibrary
  /// The local models whose records the library keeps.
  public let models: any LocalModels
  /// Models on the internet, which are fetched into the library's folder.
  public let downloads: any ModelDownloads

  public init(
    service: ChatService, library: any OpenLibrary, models: any LocalModels, downloads: any ModelDownloads
  ) {
    self.service = service
    self.library = library
    self.models = models
    self.downloads = downloads
  }

  /// Throws where nothing can be written.
  public func checkWriting() throws(StoreError) {
    if let reason = library.readOnly { throw reason }
  }
}

/// Why there is nothing to show at a start; what to say of each stands in `Wording`.
public enum StartError: Error, Hashable, Sendable {
  /// No home directory is known, so there is no folder for the library.
  case noHome
  /// The personas cannot be read; the path of their file, nil for those that come with Sotto.
  case personas(path: String?, PersonaError)
  case demoChats(DemoChatError)
  case library(StoreError)

  /// What the body asks of the store, as a part of a start.
  public static func store<Value>(_ body: () async throws(StoreError) -> Value) async throws(StartError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .library(error) }
  }

  /// What the store said; nil where it was not the store.
  public var storeError: StoreError? { if case .library(let error) = self { error } else { nil } }
}
