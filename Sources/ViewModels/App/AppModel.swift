public import Domain
private import Localization
public import Observation
public import Wording

/// The app before and after its library opens.
@Observable
public final class AppModel {
  /// What the whole window shows.
  public enum Phase {
    case opening(OpeningPhase)
    /// The library is encrypted: it opens with a key, which `open` takes, and why it does not without.
    case needsKey(StoreError)
    /// The library does not open: why, and the backups to go back to when the file is damaged.
    case failed(StartError, backups: FoundBackups)
    case open(LibraryModel)
  }

  /// What there is to go back to.
  public struct FoundBackups {
    /// Newest first.
    public var choices: [Backup] = []
    /// Why they cannot be read; nil when they could.
    public var failure: String?
  }

  /// Changes only by what is asked for here.
  public private(set) var phase = Phase.opening(.checking)
  /// Called once an opening turns out to be long work, so that a face can show that something happens.
  @ObservationIgnored public var onLongOpening: (() -> Void)?
  /// Whether the face begins with one pane, in which there is the list then and no chat.
  @ObservationIgnored public var beginsNarrow = false
  @ObservationIgnored var started: StartedLibrary?
  /// The opening that is under way, or what came of it until a face takes that.
  @ObservationIgnored var opening: Task<Result<StartedLibrary, StartError>, Never>?
  /// A closing that is under way.
  @ObservationIgnored var closing: Task<Void, Never>?
  /// What waits for an open library.
  @ObservationIgnored private var wishes: [(LibraryModel) -> Void] = []
  /// Makes the hourly backup.
  @ObservationIgnored private var hourly: Task<Void, Never>?
  @ObservationIgnored let startup: any Startup
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private let demo: () -> [DemoChat]

  /// - Parameter demo: read when it is added.
  public init(startup: any Startup, clock: MinuteClock, demo: @autoclosure @escaping () -> [DemoChat]) {
    self.startup = startup
    self.clock = clock
    self.demo = demo
  }

  /// The library's model while one is open.
  public var library: LibraryModel? {
    if case .open(let library) = phase { library } else { nil }
  }

  /// A backup in words.
  public func text(of backup: Backup) -> BackupText { BackupText(backup, time: clock.text) }

  /// When it is now, for what is said of a backup's age.
  public var now: Timestamp { clock.now }

  /// Opens the library and reads what the first picture shows.
  public func open(key: LibraryKey? = nil) async {
    phase = .opening(.checking)
    do throws(StartError) {
      let started = try await startLibrary(key: key)
      self.started = started
      opening = nil
      let settings = try await StartError.store { () throws(StoreError) in
        try await started.service.currentSettings()
      }
      let library = LibraryModel(
        service: started.service, models: started.models, downloads: started.downloads, clock: clock,
        settings: settings, demo: self.demo(),
        readOnly: started.library.readOnly.map { localized("Read only.") + " " + $0.sentence })
      library.isNarrow = beginsNarrow
      library.remark = started.library.remark?.sentence
      await library.load()
      // Beside the list a chat is always open; it is read before there is a window, so that its first picture is whole.
      if !library.isNarrow, !library.isWelcoming { await library.openLastChat() }
      phase = .open(library)
      for wish in wishes { wish(library) }
      wishes = []
    } catch {
      opening = nil
      if let started {
        // Else this process would hold it, and no backup could take its place.
        self.started = nil
        await giveBack(started)
      }
      await fail(error)
    }
  }

  /// Does something with the library: now, or as soon as it is open.
  public func whenOpen(_ wish: @escaping (LibraryModel) -> Void) {
    if let library { wish(library) } else { wishes.append(wish) }
  }

  func take(_ part: OpeningPhase) {
    guard case .opening = phase else { return }
    phase = .opening(part)
    if part != .checking { onLongOpening?() }
  }

  private func fail(_ error: StartError) async {
    switch error {
    case .library(.needsKey(let path)): phase = .needsKey(.needsKey(path: path))
    case .library(.wrongKey(let path)): phase = .needsKey(.wrongKey(path: path))
    case .library(.corrupt), .library(.missing): phase = .failed(error, backups: await foundBackups())
    default: phase = .failed(error, backups: FoundBackups())
    }
  }

  /// What may wait until the first picture is on screen: due replies, other processes, the daily
  /// backup, and long work such as the sweep of the pictures.
  public func start() async {
    guard let library, let started else { return }
    await library.start()
    if library.isWelcoming { Task { await library.welcome.tryModel() } }
    do throws(StoreError) { _ = try await started.library.backUpIfDue() } catch {
      library.notices.tell(localized("The daily backup was not made.") + " " + error.sentence)
    }
    keepBackingUp(started.library)
    for job in started.library.jobs {
      do throws(StoreError) { try await started.service.run(job) } catch {
        library.notices.tell(
          localized("What was left to do in the background was not done.") + " " + error.sentence)
      }
    }
  }

  /// Each hour in which something has changed.
  private func keepBackingUp(_ open: any OpenLibrary) {
    let surroundings = clock.surroundings
    hourly = Task { [weak self] in
      while await surroundings.slept(for: .seconds(3_600)), !Task.isCancelled {
        do throws(StoreError) { _ = try await open.backUpIfChanged(within: nil) } catch {
          self?.library?.notices.tell(localized("The hourly backup was not made.") + " " + error.sentence)
        }
      }
    }
  }

  private func foundBackups() async -> FoundBackups {
    do throws(StartError) {
      let library = try startup.library()
      return FoundBackups(
        choices: try await StartError.store { () throws(StoreError) in try await library.backups() })
    } catch {
      return FoundBackups(failure: error.sentence)
    }
  }

  /// Starts with an empty library; the damaged file is kept, set aside.
  public func startEmpty() async {
    await mend { library throws(StoreError) in try await library.startEmpty() }
  }

  /// Sets the database aside, goes back to the backup, and opens the library again.
  public func goBack(to backup: Backup) async {
    await mend { library throws(StoreError) in try await library.restore(backup) }
    guard let library else { return }
    let text = text(of: backup)
    let back = localized(
      "Back to the backup of \(text.madeAt) (\(text.extent)). The damaged file is kept whole in “set-aside”.")
    library.remark = library.remark.map { back + " " + $0 } ?? back
  }

  private func mend(_ action: (any Library) async throws(StoreError) -> Void) async {
    do throws(StartError) {
      let library = try startup.library()
      try await StartError.store { () throws(StoreError) in try await action(library) }
      await open()
    } catch {
      phase = .failed(error, backups: await foundBackups())
    }
  }

  /// Saves what was typed, ends what is under way and gives the library back. To be waited for at the end.
  public func shutDown() async {
    hourly?.cancel()
    await library?.shutDown()
    guard let started else { return await stopAnswering() }
    await started.library.backUpAtEnd()
    await started.library.close()
  }
}
