public import Domain
private import Localization

extension ServiceFailure {
  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .replyNotSaved(let error): localized("A reply could not be saved yet. \(error.sentence)")
    case .notAskedAgain(let failure, let agent): failure.sentence(agent: agent)
    }
  }
}
