public import Domain
private import Localization
public import Observation
internal import Wording

/// The local models as their page shows them, and those of other programs on this machine.
@Observable
public final class ModelsModel {
  /// By name, the model that comes with Sotto last.
  public private(set) var rows: [ModelRow] = []
  /// Models of other programs that are not imported, as they are found.
  public private(set) var found: [FoundModel] = []
  /// Whether other programs' folders are being looked through.
  public private(set) var isSearching = false
  /// Whether they have been.
  public private(set) var hasSearched = false
  /// How many files are being imported.
  public private(set) var importing = 0
  /// Why models cannot be read, for the user; nil where they can.
  public private(set) var failure: String?
  /// Why what was asked for last was not done; stays until it was read, or something was done.
  public var trouble: String?
  /// Whether the models were read.
  public private(set) var isRead = false

  @ObservationIgnored private let models: any LocalModels
  @ObservationIgnored private let parts: LibraryParts
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var searching: Task<Void, Never>?
  /// How often the models were told or read.
  @ObservationIgnored private var taken = 0
  private var entries: [ModelEntry] = []
  private var allFound: [FoundModel] = []
  /// How fast models are, for as long as the program runs.
  private var speeds: [ModelID: ModelSpeed] = [:]
  @ObservationIgnored private var measuring: [ModelID: Task<Void, Never>] = [:]

  init(_ models: any LocalModels, _ parts: LibraryParts) {
    self.models = models
    self.parts = parts
  }

  /// Reads the models and keeps them true while they are shown.
  public func show() async {
    guard following == nil else { return }
    let changes = models.changes()
    following = Task { [weak self] in
      for await entries in changes { self?.take(entries) }
    }
    await look()
  }

  /// Looks at the files again.
  public func look() async {
    do throws(ModelFault) {
      let before = taken
      let found = try await models.entries()
      // What was told meanwhile is newer.
      if taken == before { take(found) }
      failure = nil
    } catch {
      failure = error.sentence
    }
    isRead = true
  }

  /// Nobody looks at them any more.
  public func hide() {
    following?.cancel()
    following = nil
    stopSearching()
    hasSearched = false
    allFound = []
    found = []
    trouble = nil
  }

  private func take(_ entries: [ModelEntry]) {
    taken += 1
    self.entries = entries
    refresh()
  }

  /// Shows again what depends on the settings.
  func refresh() {
    let chosen = parts.settings.agentForNewChats
    let new = entries.map { entry in
      var row = ModelRow(entry, isDefault: entry.model.agent == chosen)
      (row.isMeasured, row.speed) = (measuring[entry.id] != nil, speeds[entry.id])
      return row
    }
    if new != rows { rows = new }
    let known = Set(entries.map(\.model.file.path))
    let left = allFound.filter { !known.contains($0.path) }
    if left != found { found = left }
  }

  /// The row of a model; nil where it is gone.
  public func row(of id: ModelID) -> ModelRow? { rows.first { $0.id == id } }

  // MARK: What is done with them

  /// Imports files, one after the other.
  @discardableResult
  public func add(_ paths: [String]) -> Task<Void, Never> {
    guard canWrite else { return Task {} }
    trouble = nil
    importing += paths.count
    return parts.work.begin { [self] in
      for path in paths {
        do throws(ModelFault) {
          let model = try await models.add(path)
          parts.notices.tell(localized("“\(ShownLine.within(model.name))” was imported"))
        } catch {
          trouble = error.sentence
        }
        importing -= 1
      }
    }
  }

  /// Forgets a model and offers to undo that; its file stays.
  public func remove(_ id: ModelID) {
    perform { [models, notices = parts.notices, weak self] () throws(ModelFault) in
      let model = try await models.remove(id)
      let text = localized("“\(ShownLine.within(model.name))” was removed. Its file stays.")
      notices.tell(text, button: localized("Undo")) { [weak self] in
        self?.perform { [models] () throws(ModelFault) in try await models.restore(model) }
      }
    }
  }

  /// Lets the model answer in new chats.
  public func setDefault(_ id: ModelID) {
    guard canWrite, let row = row(of: id) else { return }
    let agent = row.entry.model.agent
    parts.settings.change { $0.agentForNewChats = agent }
    refresh()
  }

  /// Looks whether the file still holds the model.
  public func check(_ id: ModelID) {
    perform { [models, notices = parts.notices] () throws(ModelFault) in
      let model = try await models.check(id, at: nil)
      notices.tell(localized("The file of “\(ShownLine.within(model.name))” is as it should be"))
    }
  }

  /// Takes the file as the model's, if it is.
  ///
  /// - Parameter path: absolute.
  public func find(_ id: ModelID, at path: String) {
    perform { [models, notices = parts.notices] () throws(ModelFault) in
      let model = try await models.check(id, at: path)
      notices.tell(localized("The file of “\(ShownLine.within(model.name))” was found"))
    }
  }

  /// Loads the model; whoever shows it has asked where it does not fit.
  public func load(_ id: ModelID) {
    perform { [models] () throws(ModelFault) in try await models.load(id, context: nil, anyway: true) }
  }

  /// How long models stay loaded that nobody asks, as the settings are now.
  func applyIdleTime() { models.stayLoaded(for: parts.settings.current.modelIdle) }

  /// Measures how fast the model is; whoever shows it has asked where it does not fit.
  public func measure(_ id: ModelID) {
    guard measuring[id] == nil else { return }
    trouble = nil
    // What is measured holds nothing up: a quit ends it with the engine.
    measuring[id] = Task { [weak self, models] in
      do throws(ModelFault) {
        let speed = try await models.measure(id, anyway: true)
        self?.speeds[id] = speed
      } catch {
        if error != .cancelled { self?.trouble = error.sentence }
      }
      self?.measuring[id] = nil
      self?.refresh()
    }
    refresh()
  }

  /// Breaks that off.
  public func stopMeasuring(_ id: ModelID) { measuring[id]?.cancel() }

  /// Puts right what kept a local model from answering; what keeps it still is told. False where it is not put right.
  ///
  /// - Parameters:
  ///   - agent: the model's.
  ///   - context: how many tokens are to be held at once, where it is loaded; nil for as many as is usual.
  func mend(_ agent: String, _ mending: Mending, context: Int?) async -> Bool {
    do throws(ModelFault) {
      guard let id = try await models.entries().first(where: { $0.model.agent == agent })?.id else {
        throw .noSuchModel
      }
      switch mending {
      case .check(let path): _ = try await models.check(id, at: path)
      case .load(let anyway): try await models.load(id, context: context, anyway: anyway)
      }
      return true
    } catch {
      parts.notices.tell(error.sentence)
      return false
    }
  }

  /// What puts it right.
  enum Mending {
    /// Its file is looked at, where it was or here.
    case check(at: String?)
    case load(anyway: Bool)
  }

  /// Lets go of what is loaded.
  public func unload(_ id: ModelID) { models.unload(id) }

  /// What is asked before a model is loaded that probably does not fit; nil where it does.
  public func questionBeforeLoading(_ id: ModelID) -> Confirmation? {
    guard let row = row(of: id), row.canLoad else { return nil }
    let memory = models.memory(of: row.entry.model)
    return memory.fits ? nil : .loadLargeModel(row.entry.model, memory)
  }

  /// All that is known of a model, each with what it is called.
  public func details(of id: ModelID) async -> [(name: String, value: String)] {
    var engine: Result<EngineFacts, ModelFault>
    do throws(ModelFault) { engine = .success(try await models.engine()) } catch { engine = .failure(error) }
    guard let row = row(of: id) else { return [] }
    return ModelDetails.all(of: row.entry, models.memory(of: row.entry.model), row.speed, engine, parts.clock)
  }

  private var canWrite: Bool { !parts.isReadOnly }

  private func perform(_ action: @escaping () async throws(ModelFault) -> Void) {
    trouble = nil
    parts.work.begin { [self] in
      do throws(ModelFault) { try await action() } catch { trouble = error.sentence }
    }
  }

  // MARK: Those of other programs

  /// Looks through the folders of other programs.
  public func search() {
    stopSearching()
    allFound = []
    refresh()
    isSearching = true
    let models = models.found()
    searching = Task { [weak self] in
      for await model in models {
        guard !Task.isCancelled, let self else { return }
        allFound.append(model)
        refresh()
      }
      guard !Task.isCancelled else { return }
      self?.isSearching = false
      self?.hasSearched = true
    }
  }

  /// Ends the search; what was found stays.
  public func stopSearching() {
    searching?.cancel()
    searching = nil
    isSearching = false
  }
}
