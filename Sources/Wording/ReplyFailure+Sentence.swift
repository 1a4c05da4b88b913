public import Domain
private import Localization

extension ReplyFailure {
  /// What happened and what to do; with the name of the agent that was to answer, where it is known.
  public func sentence(agent: String?) -> String {
    let agent = agent.map(ShownLine.within)
    switch self {
    case .noSuchAgent(let id): return StoreError.noSuchAgent(id: id).sentence
    case .died:
      guard let agent else {
        return localized("The agent stopped in the middle. What came is kept; send again, and it starts anew.")
      }
      return localized("\(agent) stopped in the middle. What came is kept; send again, and it starts anew.")
    case .silent:
      guard let agent else {
        return localized("The agent stopped without a last word. Send again, and it starts anew.")
      }
      return localized("\(agent) stopped without a last word. Send again, and it starts anew.")
    case .unreadable(nil):
      return localized("What was said before could not be read, so there is no answer. Try again.")
    case .unreadable(let error?):
      return localized("What was said before could not be read, so there is no answer.") + " " + error.sentence
    case .words(let words): return words
    }
  }
}

extension Message {
  /// Why the reply failed; nil for one that did not, or where nobody knows.
  public var failureSentence: String? { failure?.sentence(agent: usage?.model) }
}
