public import Domain
public import Observation

/// A backup that can be gone back to.
public nonisolated struct BackupChoice: Hashable, Sendable, Identifiable {
  public var id: String
  /// "Nov 20, 2026 at 3:45 PM, 23 chats".
  public var label: String

  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }
}

/// What a face may ask of a house that does not open.
public nonisolated struct HouseKeeper: Sendable {
  public var open: @Sendable () async throws(StoreError) -> (ChatService, Settings)
  public var backups: @Sendable () async -> [BackupChoice]
  /// Sets the damaged file aside, whole, and starts with an empty one.
  public var setAside: @Sendable () async throws(StoreError) -> Void
  /// Sets the damaged file aside, whole, and goes back to the backup.
  public var restore: @Sendable (BackupChoice) async throws(StoreError) -> Void
  /// Makes a backup when one is due.
  public var backUp: @Sendable () async throws(StoreError) -> Void
  /// Sets aside what no message shows and what processes that ended left half written.
  public var sweep: @Sendable () async throws(StoreError) -> Void
  /// Waits for the store's last work, after the service has shut down.
  public var close: @Sendable () async -> Void

  public init(
    open: @escaping @Sendable () async throws(StoreError) -> (ChatService, Settings),
    backups: @escaping @Sendable () async -> [BackupChoice],
    setAside: @escaping @Sendable () async throws(StoreError) -> Void,
    restore: @escaping @Sendable (BackupChoice) async throws(StoreError) -> Void,
    backUp: @escaping @Sendable () async throws(StoreError) -> Void,
    sweep: @escaping @Sendable () async throws(StoreError) -> Void,
    close: @escaping @Sendable () async -> Void
  ) {
    self.open = open
    self.backups = backups
    self.setAside = setAside
    self.restore = restore
    self.backUp = backUp
    self.sweep = sweep
    self.close = close
  }
}

/// The app before and after its house opens.
@Observable
public final class AppModel {
  public enum Phase {
    case opening
    /// The house does not open: why, and the backups to go back to when the file is damaged.
    case failed(StoreError, backups: [BackupChoice])
    case open(HouseModel)
  }

  public private(set) var phase = Phase.opening
  @ObservationIgnored private let keeper: HouseKeeper
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private let demo: [DemoChat]

  public init(keeper: HouseKeeper, clock: MinuteClock, demo: [DemoChat]) {
    self.keeper = keeper
    self.clock = clock
    self.demo = demo
  }

  public var house: HouseModel? {
    if case .open(let house) = phase { house } else { nil }
  }

  /// Opens the house and reads what the first picture shows.
  public func open() async {
    phase = .opening
    do throws(StoreError) {
      let (service, settings) = try await keeper.open()
      let house = HouseModel(service: service, clock: clock, settings: settings, demo: demo)
      await house.load()
      // Beside the list a chat is always open; it is read before there is a window, so that its first picture is whole.
      if !house.isNarrow, !house.isWelcoming { await house.openLastChat() }
      phase = .open(house)
    } catch {
      var backups: [BackupChoice] = []
      if case .corrupt = error { backups = await keeper.backups() }
      phase = .failed(error, backups: backups)
    }
  }

  /// What may wait until the first picture is on screen: due replies, other processes, the daily
  /// backup, the sweep of the pictures.
  public func start() async {
    guard let house else { return }
    await house.start()
    do throws(StoreError) { try await keeper.backUp() } catch {
      house.tell("The daily backup was not made. " + error.sentence)
    }
    do throws(StoreError) { try await keeper.sweep() } catch {
      house.tell("The pictures were not looked through. " + error.sentence)
    }
  }

  /// Starts with an empty house; the damaged file is kept, set aside.
  public func startEmpty() async {
    await mend { [keeper] () throws(StoreError) in try await keeper.setAside() }
  }

  public func goBack(to backup: BackupChoice) async {
    await mend { [keeper] () throws(StoreError) in try await keeper.restore(backup) }
  }

  private func mend(_ action: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await action()
      await open()
    } catch {
      phase = .failed(error, backups: await keeper.backups())
    }
  }

  public func shutDown() async {
    await house?.shutDown()
    await keeper.close()
  }
}
