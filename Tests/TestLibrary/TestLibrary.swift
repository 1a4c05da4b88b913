public import Domain
import FoundationEssentials
import Glibc
import Models
public import Storage
public import TestSupport

/// A real library in a folder of its own, with a puppet for an agent; the folder goes with it.
public final class TestLibrary: Startup {
  public let folder: String
  public let store: SQLiteStore
  public let failing: FailingStore
  public let service: ChatService
  public let pictures: FakePictures
  public let puppet: PuppetAgent
  public let agents: FixedAgents
  public let models: any LocalModels & ModelFiles
  /// Where it fetches from; nobody answers there.
  public let downloads: any ModelDownloads
  public let headers = FakeModelHeaders()
  public let loader = FakeModelLoader()
  public let surroundings: ManualSurroundings
  public let log: EventLog
  private let ownsFolder: Bool

  public init(
    in folder: String? = nil, surroundings: ManualSurroundings = ManualSurroundings(), puppet: PuppetAgent = .init(),
    agents: [any Agent] = [], builtIn: String? = nil
  ) async throws {
    ownsFolder = folder == nil
    self.folder = folder ?? newTemporaryFolder("sotto-test")
    self.surroundings = surroundings
    self.puppet = puppet
    store = try await SQLiteLibrary(at: self.folder, surroundings: surroundings).open()
    failing = FailingStore(store)
    pictures = FakePictures(files: store.pictures)
    self.agents = FixedAgents([puppet] + agents)
    service = ChatService(store: failing, pictures: pictures, agents: self.agents, surroundings: surroundings)
    let models = ModelKeeper(
      store: store, reader: headers, states: StateKeeper(store: store, library: self.folder, isPossible: true),
      surroundings: surroundings, environment: ["HOME": self.folder + "/user"],
      userHome: nil, builtIn: builtIn)
    await models.attach(loader)
    self.models = models
    downloads = Downloader(
      into: self.folder + "/models", models: models, surroundings: surroundings, environment: [:], keyring: NoKeyring(),
      hub: "http://127.0.0.1:1")
    log = await EventLog(of: service)
  }

  deinit { if ownsFolder { Self.remove(folder) } }

  /// Saves a chat with so many whole messages, user and agent in turn, "Message 1" first.
  public func chat(titled title: String = "Chat", messages count: Int) async throws -> Chat {
    let now = surroundings.now()
    var chat = service.newChat(agent: "puppet")
    chat.title = title
    chat.titleOrigin = .manual
    let new = chat
    let surroundings = surroundings
    return try await store.write { store throws(StoreError) in
      try store.insert(new)
      var parent: MessageID?
      var chat = new
      for index in 0..<count {
        let message = Message(
          id: surroundings.newID(), chat: new.id, parent: parent, sequence: Int64(index + 1),
          sender: index % 2 == 0 ? .user : .agent, text: "Message \(index + 1)",
          createdAt: now.advanced(by: .seconds(index - count)))
        try store.append(message)
        parent = message.id
        chat.preview = Preview(of: message)
      }
      try store.update(chat)
      return try store.chat(new.id) ?? chat
    }
  }

  /// Imports a model's file, whose header says this.
  public func addModel(_ path: String, _ facts: ModelFacts) async throws -> LocalModel {
    headers.answer(.success(facts), for: path.split(separator: "/").last.map(String.init) ?? path)
    return try await models.add(path)
  }

  /// Gives the library back, as a process does at its end.
  public func close() async { await store.close() }

  /// All messages of the chat as a new reader of the disk sees them.
  public func saved(in chat: ChatID) async throws -> [Message] {
    try await store.read { store throws(StoreError) in try store.messages(in: chat, .newest(limit: 10_000)) }
  }

  /// The library behind `store`, for what is asked of it as a whole.
  public func library(key: LibraryKey?) throws(StartError) -> any Library {
    SQLiteLibrary(at: folder, key: key, surroundings: surroundings)
  }

  /// What is open already, with the same service.
  public func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary {
    StartedLibrary(service: service, library: store, models: models, downloads: downloads)
  }

  private static func remove(_ folder: String) {
    // A folder that cannot be removed is no failure of what was tested.
    try? FileManager.default.removeItem(atPath: folder)
  }
}
