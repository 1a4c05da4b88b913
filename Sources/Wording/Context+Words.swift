public import Domain
private import Localization

/// What is said of a context.
public enum ContextWords {
  /// Stands above the oldest message that the model sees.
  public static var unseen: String { localized("The model no longer sees what is above this line.") }

  /// Of an agent that is no model.
  public static var none: String { localized("Only language models have a context.") }
}

extension ContextFault {
  /// Why nobody says what the agent of that name would see.
  public func sentence(agent: String) -> String {
    switch self {
    case .noContext: ContextWords.none
    case .notLoaded, .calledOff: localized("Nobody could say what \(agent) would see. Try again.")
    case .failed(let failure): failure.sentence(agent: agent)
    }
  }
}
