internal import Agents
public import Domain
internal import FoundationEssentials
internal import Pictures
internal import Storage
public import ViewModels

/// Puts the modules together: which folder, which agents, which surroundings.
public struct Composition: Sendable {
  public let surroundings: SystemSurroundings
  /// The folder of the library; empty when no home directory is known.
  public let home: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - home: what `--home` named; wins over `SOTTO_HOME`, which wins over the XDG data directory.
  public init(home: String?, environment: [String: String]) {
    surroundings = SystemSurroundings()
    self.environment = environment
    self.home = SQLiteLibrary.path(given: home, environment: environment, userHome: SQLiteLibrary.userHome()) ?? ""
  }

  private var library: SQLiteLibrary { SQLiteLibrary(at: home, surroundings: surroundings) }

  /// Opens the library, making it when it is not there.
  public func open() async throws(StoreError) -> OpenLibrary {
    guard !home.isEmpty else {
      throw .cannotOpen(path: "The data folder", reason: "no home directory is known; name a folder with --home")
    }
    let agents = try agents()
    let store = try await library.open()
    let pictures = PictureKeeper(
      files: store.pictures, reader: PictureReader.path(), surroundings: surroundings, drawing: Drawings.svg(named:))
    let service = ChatService(store: store, pictures: pictures, agents: agents, surroundings: surroundings)
    return OpenLibrary(service: service, store: store)
  }

  /// The scripted personas that come with Sotto, or those of the file that `SOTTO_PERSONAS` names.
  private func agents() throws(StoreError) -> [any Agent] {
    guard let path = environment["SOTTO_PERSONAS"], !path.isEmpty else {
      do { return try ScriptedAgents.all(surroundings: surroundings) } catch {
        throw .cannotOpen(path: "The personas", reason: error.reason)
      }
    }
    guard let file = FileManager.default.contents(atPath: path) else {
      throw .cannotOpen(path: path, reason: "SOTTO_PERSONAS names it, but it cannot be read")
    }
    do { return try ScriptedAgents.all(from: Array(file), surroundings: surroundings) } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// The demo chats that come with Sotto.
  public func demoChats() throws(StoreError) -> [DemoChat] {
    do { return try DemoChats.all() } catch {
      throw .cannotOpen(path: "The demo chats", reason: error.reason)
    }
  }

  /// What holds of the confinement of the program that reads pictures, in sentences.
  public func readersCage() async -> [String] {
    do throws(PictureError) {
      return try await PictureReader.cage(surroundings: surroundings).sentences
    } catch {
      return [error.sentence]
    }
  }

  // MARK: The keeping of a library

  /// Newest first.
  public func backups() async throws(StoreError) -> [BackupChoice] {
    try await library.backups().map(choice)
  }

  private func choice(_ backup: Backup) -> BackupChoice {
    let chats = backup.chats == 1 ? "1 chat" : "\(backup.chats) chats"
    let messages = backup.messages == 1 ? "1 message" : "\(backup.messages) messages"
    let content = backup.isSound ? "\(chats), \(messages)" : "damaged"
    let time = surroundings.timeText.exact(backup.madeAt)
    let age = BackupChoice.age(surroundings.now().since(backup.madeAt)).map { "\($0) (\(time))" } ?? time
    return BackupChoice(
      id: backup.id, label: "\(age): \(content)", content: "\(time): \(content)", isSound: backup.isSound)
  }

  /// Moves the database, whole, into `set-aside`, and puts an empty one in its place.
  public func startEmpty() async throws(StoreError) { try await library.startEmpty() }

  /// Sets the database aside and goes back to the backup of that id.
  public func goBack(to id: String) async throws(StoreError) {
    guard let backup = try await library.backups().first(where: { $0.id == id }) else {
      throw .cannotOpen(path: id, reason: "there is no such backup")
    }
    try await library.restore(backup)
  }

  /// What a repair did: a sentence for each kind of thing that it mended, and where the database lies as it was.
  public struct Repaired: Hashable, Sendable {
    public var mended: [String]
    public var aside: String?
    /// What else the user must hear, besides what a check finds afterwards.
    public var findings: [OpenLibrary.Finding] = []
  }

  /// Mends what can be mended in the database, while nobody else has the library open.
  public func repair() async throws(StoreError) -> Repaired {
    guard !home.isEmpty else { return Repaired(mended: [], aside: nil) }
    let report = try await library.repair()
    return Repaired(
      mended: report.mended, aside: report.aside,
      findings: report.findings.map { OpenLibrary.Finding(isDamage: $0.isDamage, sentence: $0.sentence) })
  }

  /// The model of a face that stays open.
  @MainActor
  public func appModel() -> AppModel {
    let current = OpenLibrary.Holder()
    let keeper = LibraryOperations(
      open: { () throws(StoreError) in
        let open = try await self.open()
        let settings = try await open.service.currentSettings()
        current.put(open)
        return OpenedLibrary(service: open.service, settings: settings, readOnly: open.readOnly, remark: open.remark)
      },
      backups: { () throws(StoreError) in try await self.backups() },
      startEmpty: { () throws(StoreError) in try await self.startEmpty() },
      restore: { (choice) throws(StoreError) in try await self.goBack(to: choice.id) },
      backUp: { () throws(StoreError) in try await current.take()?.backUpIfDue() },
      backUpIfChanged: { () throws(StoreError) in try await current.take()?.backUpIfChanged() },
      sweep: { () throws(StoreError) in try await current.take()?.sweepPictures() },
      close: {
        await current.take()?.backUpAtEnd()
        await current.take()?.close()
      })
    // The demo is part of the program and tested with it; a broken one must not keep anyone from their chats.
    return AppModel(
      keeper: keeper, clock: MinuteClock(surroundings: surroundings), demo: (try? demoChats()) ?? [])
  }
}
