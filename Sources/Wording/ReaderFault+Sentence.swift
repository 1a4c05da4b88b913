internal import Domain
private import Localization

extension ReaderFault {
  /// That the picture reader does not run, and why.
  var sentence: String {
    switch self {
    case .system(let reason): localized("Sotto's picture reader does not start: \(reason).")
    case .librariesMissing: localized("Sotto's picture reader does not start: its libraries are missing.")
    case .endedAtOnce: localized("Sotto's picture reader does not start: it ended at once.")
    case .noAnswer: localized("Sotto's picture reader does not start: it gave no answer.")
    case .notIncluded: localized("Sotto's picture reader does not start: this program has none.")
    }
  }
}
