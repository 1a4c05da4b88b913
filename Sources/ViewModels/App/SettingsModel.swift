public import Domain
public import Observation

/// The settings of a library: changed at once on screen, and then on disk.
@Observable
@dynamicMemberLookup
public final class SettingsModel {
  /// As they are on screen.
  public private(set) var current: Settings
  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let work: PendingWork
  @ObservationIgnored private let isReadOnly: Bool
  /// Called when messages are to be shown in another way.
  @ObservationIgnored var onReadingChange: (() -> Void)?
  /// Own changes that are on their way to the disk.
  @ObservationIgnored private var changesUnderWay = 0

  init(_ settings: Settings, service: ChatService, work: PendingWork, isReadOnly: Bool) {
    current = settings
    self.service = service
    self.work = work
    self.isReadOnly = isReadOnly
  }

  /// One of the settings.
  public subscript<Value>(dynamicMember path: KeyPath<Settings, Value>) -> Value { current[keyPath: path] }

  /// Changes settings, at once on screen and then on disk.
  public func change(_ change: @escaping @Sendable (inout Settings) -> Void) {
    var new = current
    change(&new)
    guard new != current else { return }
    show(new)
    guard !isReadOnly else { return }
    changesUnderWay += 1
    work.perform { [self] () throws(StoreError) in
      defer { changesUnderWay -= 1 }
      let saved = try await service.changeSettings(change)
      // What is told of an earlier change must not take a later one off the screen.
      if changesUnderWay == 1 { show(saved) }
    }
  }

  func take(_ event: ChatEvent) {
    if case .settingsSaved(let saved) = event, changesUnderWay == 0 { show(saved) }
  }

  private func show(_ settings: Settings) {
    let isReadOtherwise = settings.reading != current.reading
    current = settings
    if isReadOtherwise { onReadingChange?() }
  }
}
