internal import Domain
public import Observation
private import Localization
internal import Wording

/// What models have read of chats and is kept on the disk, as the preferences show it.
@Observable
public final class KeptChatsModel {
  /// What can be chosen, in words, and which of it is.
  public var choices: [String] { quotas.map { $0 == 0 ? localized("Off") : localized("\($0) GB") } }
  /// Which of the choices holds.
  public var chosen: Int { quotas.firstIndex(of: settings.warmChats) ?? 0 }
  /// How much there is, in words; nil when there is none, or nobody has looked.
  public private(set) var used: String?
  /// Whether any can be kept here.
  public let isPossible: Bool

  @ObservationIgnored private let models: any LocalModels
  @ObservationIgnored private let settings: SettingsModel
  @ObservationIgnored private let work: PendingWork
  /// What was allowed when it was looked last whether there is more.
  @ObservationIgnored private var allowed: Int
  /// Those that are offered, with one that was set elsewhere.
  private var quotas: [Int] { Set(Settings.warmChatQuotas + [settings.warmChats]).sorted() }

  init(_ models: any LocalModels, _ parts: LibraryParts) {
    self.models = models
    settings = parts.settings
    work = parts.work
    isPossible = models.canKeepChats
    allowed = parts.settings.warmChats
  }

  /// Allows as much as the choice says; what there is more goes as soon as that is saved.
  public func choose(_ index: Int) {
    guard quotas.indices.contains(index), index != chosen else { return }
    let quota = quotas[index]
    settings.change { $0.warmChats = quota }
  }

  /// Settings were saved, here or by another process.
  func take(_ saved: Settings) {
    guard saved.warmChats != allowed else { return }
    allowed = saved.warmChats
    tidy()
  }

  /// Removes what is too much, or of chats and models that are gone: with each start, too.
  func tidy() {
    work.begin { [self] in
      await models.tidyKeptChats()
      await look()
    }
  }

  /// Removes all of it.
  public func clear() {
    work.begin { [self] in
      await models.clearKeptChats()
      await look()
    }
  }

  /// Looks how much there is.
  public func look() async {
    let bytes = await models.keptChats().bytes
    used = bytes > 0 ? ByteCount.text(bytes) : nil
  }
}
