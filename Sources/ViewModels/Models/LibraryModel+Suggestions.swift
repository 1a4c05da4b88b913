public import Domain
private import Localization

/// What is offered to somebody who has no model but the one that is built in.
extension LibraryModel {
  /// Some models that fit into what is free of the memory now, each good for something else, or the smallest of all where
  /// none does; empty once another model is here.
  public var suggestedModels: [ModelPreset] {
    guard models.isRead, models.rows.allSatisfy(\.entry.model.isBuiltIn) else { return [] }
    let fetched = Set(downloads.rows.map(\.download.source))
    let left = downloads.presets.filter { !fetched.contains($0.source) }
    let fitting = left.filter(downloads.fits)
    let purposes: [ModelPreset.Purpose] = [.quick, .everyday, .thinking, .reasoning, .tiny, .large]
    let best = purposes.compactMap { purpose in fitting.last { $0.purpose == purpose } }
    return best.isEmpty ? left.min { $0.bytes < $1.bytes }.map { [$0] } ?? [] : Array(best.prefix(3))
  }

  /// What stands above them.
  public var suggestionsTitle: String {
    suggestedModels.contains(where: downloads.fits)
      ? localized("Models That Suit This Machine") : localized("The Smallest Model")
  }

  /// Fetches one of them.
  public func download(_ preset: ModelPreset) {
    Task { [downloads] in _ = await downloads.start(preset.source, named: preset.name) }
  }
}
