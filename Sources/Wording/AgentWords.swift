internal import Domain
private import Localization

/// How an agent is called that is not there.
public enum AgentWords {
  /// A name for people: an id that is a word is one, and that of a model is none.
  public static func name(ofMissing id: String) -> String {
    isModel(id) ? localized("A removed model") : ShownLine.of(id)
  }

  /// Whether it was a local model.
  static func isModel(_ id: String) -> Bool { id.hasPrefix(ModelID.agentPrefix) }
}
