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

  init(_ entry: ModelEntry, isDefault: Bool) {
    self.entry = entry
    self.isDefault = isDefault
  }

  /// On one line.
  public var name: String { entry.model.shownName }

  /// Whether it came with Sotto, kind, size, quantisation and licence.
  public var summary: String {
    [isBuiltIn ? localized("Built in") : nil, entry.model.summary, entry.model.licenceWords].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// Whether it came with Sotto, and stays.
  public var isBuiltIn: Bool { entry.model.isBuiltIn }

  /// What it does, or what is wrong with it; nil where there is nothing to say.
  public var state: String? {
    entry.state.words ?? (isDefault ? localized("Answers in new chats") : nil)
  }

  /// Whether something is wrong with it.
  public var isUnavailable: Bool { if case .unavailable = entry.state { true } else { false } }

  /// Whether its file was changed or is gone, and a check would say more.
  public var canBeChecked: Bool { if case .unavailable(.endedEngine) = entry.state { false } else { true } }

  /// Whether it can be loaded now, be it once more.
  public var canLoad: Bool {
    switch entry.state {
    case .unloaded, .unavailable(.endedEngine): true
    case .loading, .loaded, .unavailable: false
    }
  }

  /// Whether there is something to let go of.
  public var canUnload: Bool {
    switch entry.state {
    case .loading, .loaded: true
    case .unloaded, .unavailable: false
    }
  }

  /// How far it is loaded, 0 to 1; nil while it is not loading, or nobody knows.
  public var loadedPart: Double? { if case .loading(let part) = entry.state { part } else { nil } }

  /// What its button says.
  public var buttonLabel: String { canUnload ? localized("_Unload") : localized("_Load") }

  /// All of it, for screen readers.
  public var spoken: String { [name, summary, state].compactMap { $0 }.joined(separator: ", ") }
}
