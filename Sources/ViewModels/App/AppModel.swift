public import Domain
public import Observation

/// The app before and after its library opens.
@Observable
public final class AppModel {
  public enum Phase {
    case opening
    /// The library does not open: why, and the backups to go back to when the file is damaged.
    case failed(StoreError, backups: FoundBackups)
    case open(LibraryModel)
  }

  /// What there is to go back to.
  public struct FoundBackups {
    /// Newest first.
    public var choices: [BackupChoice] = []
    /// Why they cannot be read; nil when they could.
    public var failure: String?
  }

  public private(set) var phase = Phase.opening
  /// Makes the hourly backup.
  @ObservationIgnored private var hourly: Task<Void, Never>?
  @ObservationIgnored private let keeper: LibraryOperations
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private let demo: [DemoChat]

  public init(keeper: LibraryOperations, clock: MinuteClock, demo: [DemoChat]) {
    self.keeper = keeper
    self.clock = clock
    self.demo = demo
  }

  public var library: LibraryModel? {
    if case .open(let library) = phase { library } else { nil }
  }

  /// Opens the library and reads what the first picture shows.
  public func open() async {
    phase = .opening
    do throws(StoreError) {
      let opened = try await keeper.open()
      let library = LibraryModel(
        service: opened.service, clock: clock, settings: opened.settings, demo: demo, readOnly: opened.readOnly)
      library.remark = opened.remark
      await library.load()
      // Beside the list a chat is always open; it is read before there is a window, so that its first picture is whole.
      if !library.isNarrow, !library.isWelcoming { await library.openLastChat() }
      phase = .open(library)
    } catch {
      var backups = FoundBackups()
      switch error {
      case .corrupt, .missing: backups = await foundBackups()
      default: break
      }
      phase = .failed(error, backups: backups)
    }
  }

  /// What may wait until the first picture is on screen: due replies, other processes, the daily
  /// backup, the sweep of the pictures.
  public func start() async {
    guard let library else { return }
    await library.start()
    do throws(StoreError) { try await keeper.backUp() } catch {
      library.tell("The daily backup was not made. " + error.sentence)
    }
    keepBackingUp()
    do throws(StoreError) { try await keeper.sweep() } catch {
      library.tell("The pictures were not looked through. " + error.sentence)
    }
  }

  /// Each hour in which something has changed.
  private func keepBackingUp() {
    let surroundings = clock.surroundings
    hourly = Task { [weak self, keeper] in
      while (try? await surroundings.sleep(for: .seconds(3_600))) != nil, !Task.isCancelled {
        do throws(StoreError) { try await keeper.backUpIfChanged() } catch {
          self?.library?.tell("The hourly backup was not made. " + error.sentence)
        }
      }
    }
  }

  private func foundBackups() async -> FoundBackups {
    do throws(StoreError) { return FoundBackups(choices: try await keeper.backups()) } catch {
      return FoundBackups(failure: error.sentence)
    }
  }

  /// Starts with an empty library; the damaged file is kept, set aside.
  public func startEmpty() async {
    await mend { [keeper] () throws(StoreError) in try await keeper.startEmpty() }
  }

  public func goBack(to backup: BackupChoice) async {
    await mend { [keeper] () throws(StoreError) in try await keeper.restore(backup) }
    guard let library else { return }
    let back = "Back to the backup of \(backup.content). The damaged file is kept whole in “set-aside”."
    library.remark = library.remark.map { back + " " + $0 } ?? back
  }

  private func mend(_ action: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await action()
      await open()
    } catch {
      phase = .failed(error, backups: await foundBackups())
    }
  }

  public func shutDown() async {
    hourly?.cancel()
    await library?.shutDown()
    await keeper.close()
  }
}
