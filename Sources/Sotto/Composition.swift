internal import Agents
public import Domain
internal import Engine
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Markdown
internal import Models
internal import Pictures
internal import Secrets
internal import Storage
public import ViewModels

/// Puts the modules together: which folder, which agents, which surroundings.
public struct Composition: Startup {
  /// Time, chance and locale: the machine's, or a test's own.
  public let surroundings: any Surroundings
  /// The folder of the library; empty when no home directory is known.
  public let home: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - home: what `--home` named; wins over `SOTTO_HOME`, which wins over the XDG data directory.
  ///   - surroundings: the machine's for nil.
  public init(home: String?, environment: [String: String], surroundings: (any Surroundings)? = nil) {
    self.surroundings = surroundings ?? SystemSurroundings()
    self.environment = environment
    self.home = SQLiteLibrary.path(given: home, environment: environment, userHome: SQLiteLibrary.userHome()) ?? ""
  }

  public func library(key: LibraryKey?) throws(StartError) -> any Library {
    guard !home.isEmpty else { throw .noHome }
    return SQLiteLibrary(at: home, key: key, surroundings: surroundings)
  }

  public func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary {
    let library = try library(key: key)
    let personas = try personas()
    let open = try await StartError.store { () throws(StoreError) in try await library.open(progress) }
    let pictures = PictureKeeper(
      files: open.pictures, reader: PictureReader.path(environment: environment), environment: environment,
      surroundings: surroundings, drawing: Drawings.svg(named:))
    let local = try await LocalModelKind(
      in: open, at: home, keepsChats: key == nil && open.readOnly == nil, surroundings: surroundings,
      environment: environment)
    // A kind of agents is one line here, in the order in which they are offered.
    let agents = JoinedAgents([
      personas,
      local.agents,
    ])
    let service = ChatService(
      store: open, pictures: pictures, agents: agents, surroundings: surroundings, plainLine: Summary.line)
    // Whoever brings personas wants these to answer.
    if environment["SOTTO_PERSONAS"]?.isEmpty != false {
      // A library that takes nothing now leaves it at the agent of before.
      try? await service.welcome(withAgent: Settings.agentOfNewPeople)
    }
    let settings = try await StartError.store { () throws(StoreError) in try await service.currentSettings() }
    await local.stayLoaded(for: settings.modelIdle)
    let downloads = Downloader(
      into: home + "/models", models: local.models, readOnly: open.readOnly, surroundings: surroundings,
      environment: environment, keyring: DesktopKeyring(environment: environment), hub: environment["SOTTO_HUB"])
    return StartedLibrary(service: service, library: open, models: local.models, downloads: downloads)
  }

  /// The model in a file as an agent, without a library: nothing of it is kept. `end` of the catalogue ends its engine.
  ///
  /// - Parameter file: its absolute path.
  public func model(
    in file: String
  ) async throws(ModelFault) -> (model: LocalModel, agents: any AgentCatalogue & ModelLoader) {
    let headers = EngineHeaders(program: EngineProgram.path(environment: environment))
    let loose = try await LooseModel(at: file, reader: headers, surroundings: surroundings)
    let engine = LocalModelKind.engine(for: loose, surroundings: surroundings, environment: environment)
    return (loose.model, LocalAgents([loose.model], files: loose, engine: engine))
  }

  /// The agents that there are, whichever library is opened.
  public func profiles() throws(StartError) -> [AgentProfile] {
    try personas().entries.map(\.profile) + [LocalAgents.profile(of: builtInModel)]
  }

  /// The model that comes with Sotto, as its file is now.
  public var builtInModel: LocalModel { BuiltIn.record(at: BuiltIn.path(environment: environment)) }

  /// The scripted personas that come with Sotto, or those of the file that `SOTTO_PERSONAS` names.
  private func personas() throws(StartError) -> any AgentCatalogue {
    guard let path = environment["SOTTO_PERSONAS"], !path.isEmpty else {
      do { return try ScriptedAgents(surroundings: surroundings) } catch {
        throw .personas(path: nil, error)
      }
    }
    guard let file = FileManager.default.contents(atPath: path) else {
      throw .personas(path: path, .unreadable)
    }
    do { return try ScriptedAgents(from: Array(file), surroundings: surroundings) } catch {
      throw .personas(path: path, error)
    }
  }

  /// Models to download that suit many machines.
  public var presets: [ModelPreset] { Presets.all }

  /// The demo chats that come with Sotto.
  public func demoChats() throws(StartError) -> [DemoChat] {
    do { return try DemoChats.all() } catch { throw .demoChats(error) }
  }

  /// What holds of the confinement of the program that reads pictures.
  public func readersCage() async throws(PictureError) -> [ReaderRestraint] {
    try await PictureReader.cage(environment: environment, surroundings: surroundings)
  }

  /// The model of a face that stays open.
  @MainActor
  public func appModel() -> AppModel {
    // The demo is part of the program and tested with it; a broken one must not keep anyone from their chats.
    AppModel(startup: self, clock: MinuteClock(surroundings: surroundings), demo: (try? demoChats()) ?? [])
  }
}
