public import Domain
private import Localization
internal import Wording

/// One local model in the list.
public struct ModelRow: Identifiable, Equatable {
  /// The model, and what it does now.
  public var entry: ModelEntry
  /// Whether it answers in new chats.
  public var isDefault: Bool
  /// The model's.
  public var id: ModelID { entry.id }

  /// Whether it is measured now how fast it is.
  public var isMeasured = false
  /// How fast it was when that was measured last; nil where it was not since the start.
  public var speed: ModelSpeed?

  /// What the button of a row does.
  public enum Action: Sendable {
    case load, unload
    /// Says where the file is now.
    case find
    /// Looks whether the file is still the model.
    case check
  }

  init(_ entry: ModelEntry, isDefault: Bool) {
    self.entry = entry
    self.isDefault = isDefault
  }

  /// On one line.
  public var name: String { entry.model.shownName }

  /// Whether it came with Sotto, kind, size, quantisation and licence.
  public var summary: String {
    let origin = entry.model.isBuiltIn ? localized("Built in") : nil
    return [origin, entry.model.summary, entry.model.licenceWords].compactMap { $0 }.joined(separator: " · ")
  }

  /// Whether it can be removed.
  public var canRemove: Bool { entry.model.canRemove }

  /// What it does, or what is wrong with it; nil where there is nothing to say.
  public var state: String? {
    let doing = isMeasured ? localized("Measuring its speed…") : isLoadedByHand ? entry.state.words : nil
    let parts = [doing ?? (isDefault ? localized("Answers in new chats") : nil), isUnavailable ? nil : speed?.words]
    return parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: " · ") : nil
  }

  /// Whether something is wrong with it.
  public var isUnavailable: Bool {
    switch entry.state {
    case .failed, .unavailable: true
    case .unloaded, .loading, .loaded: false
    }
  }

  /// Whether it is loaded and unloaded by hand. The model that is built in is small and always there: unless something is
  /// wrong with it, nobody has to know when it loads.
  public var isLoadedByHand: Bool { !entry.model.isBuiltIn || isUnavailable }

  /// Whether its file was changed or is gone, and a check would say more.
  public var canBeChecked: Bool {
    switch entry.state {
    case .unavailable(.endedEngine), .unavailable(.loadCutOff): false
    case .unloaded, .loading, .loaded, .failed, .unavailable: true
    }
  }

  /// Whether it can be loaded now, be it once more.
  public var canLoad: Bool {
    switch entry.state {
    case .unloaded, .failed, .unavailable(.endedEngine), .unavailable(.loadCutOff): true
    case .loading, .loaded, .unavailable: false
    }
  }

  private var isLoaded: Bool { if case .loaded = entry.state { true } else { false } }

  /// Whether there is something to let go of.
  public var canUnload: Bool {
    switch entry.state {
    case .loading, .loaded: true
    case .unloaded, .failed, .unavailable: false
    }
  }

  /// How far it is loaded, 0 to 1; nil while it is not loading, or nobody knows.
  public var loadedPart: Double? {
    if case .loading(let part) = entry.state, isLoadedByHand { part } else { nil }
  }

  /// Whether its file is to be looked for.
  public var canBeFound: Bool {
    switch entry.state {
    case .unavailable(.notFound), .unavailable(.changed): true
    case .unloaded, .loading, .loaded, .failed, .unavailable: false
    }
  }

  /// Whether it can be measured how fast it is.
  public var canBeMeasured: Bool { !isMeasured && (canLoad || isLoaded) }

  /// What its button does; nil where there is nothing to do at once.
  public var action: Action? {
    switch entry.state {
    case _ where !isLoadedByHand: nil
    case .unloaded, .failed, .unavailable(.endedEngine), .unavailable(.loadCutOff): .load
    case .loading, .loaded: .unload
    case .unavailable(.notFound): .find
    case .unavailable(.changed): .check
    case .unavailable: nil
    }
  }

  /// What its button says.
  public var buttonLabel: String {
    switch action {
    case .unload: localized("_Unload")
    case .find: localized("_Find It…")
    case .check: localized("_Check")
    case .load, nil: localized("_Load")
    }
  }

  /// All of it, for screen readers.
  public var spoken: String { [name, summary, state].compactMap { $0 }.joined(separator: ", ") }
}
