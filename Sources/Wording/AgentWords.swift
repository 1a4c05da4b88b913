internal import Domain
private import Localization

/// How an agent is called that is not there.
public enum AgentWords {
  /// A name for people: an id that is a word is one, and that of a model is none.
  public static func name(ofMissing id: String) -> String {
    switch AgentKind(of: id) {
    case .model: localized("A removed model")
    case .persona, .server, .unknown: ShownLine.of(id)
    }
  }
}
