internal import Domain
private import Localization

extension PictureError.ReaderFault {
  /// To stand after a colon.
  var words: String {
    switch self {
    case .system(let words): words
    case .missingLibraries: localized("its libraries are missing")
    case .endedAtOnce: localized("it ended at once")
    case .noAnswer: localized("it gave no answer")
    case .notThere: localized("this program has none")
    }
  }
}
