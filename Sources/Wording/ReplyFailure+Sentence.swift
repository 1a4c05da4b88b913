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
        return localized("The agent stopped in the middle. Try again, and it starts anew.")
      }
      return localized("\(agent) stopped in the middle. Try again, and it starts anew.")
    case .silent:
      guard let agent else {
        return localized("The agent stopped without a last word. Send again, and it starts anew.")
      }
      return localized("\(agent) stopped without a last word. Send again, and it starts anew.")
    case .unreadable(nil):
      return localized("What was said before could not be read, so there is no answer. Try again.")
    case .unreadable(let error?):
      return localized("What was said before could not be read, so there is no answer.") + " " + error.sentence
    case .model(let fault): return fault.sentence
    case .tooLong:
      return localized("The message is longer than the model can read at once. Shorten it, or choose a larger model.")
    case .instructionsTooLong:
      return localized(
        "The instructions leave no room for the message. Shorten them in the settings of the chat, or choose a larger model."
      )
    case .contextFull:
      return localized("The reply breaks off here: the model can hold no more at once. Send again, and it goes on.")
    case .noTemplate:
      return localized("The model's file does not say how to talk with it. Choose another model.")
    case .nothingSaid: return localized("The model said nothing. Try again, or choose another one.")
    case .notSummarised:
      return localized("The summary was not written. The oldest messages are left out instead.")
    case .engineFailed: return localized("The model could not go on. Try again, or choose another one.")
    case .words(let words): return words
    }
  }
}

extension Message {
  /// Why the reply failed; nil for one that did not, or where nobody knows.
  public var failureSentence: String? {
    switch failure {
    // The reply that it was for is still to come, or failed for the same reason and says so.
    case .died where sender == .summary, .silent where sender == .summary, .engineFailed where sender == .summary:
      ReplyFailure.notSummarised.sentence(agent: nil)
    case .died where !text.isEmpty: Self.diedSentence(agent: usage.map { ShownLine.within($0.model) })
    default: failure?.sentence(agent: usage?.model)
    }
  }

  /// Where something of the reply had come.
  private static func diedSentence(agent: String?) -> String {
    guard let agent else {
      return localized("The agent stopped in the middle. What came is kept; send again, and it starts anew.")
    }
    return localized("\(agent) stopped in the middle. What came is kept; send again, and it starts anew.")
  }
}
