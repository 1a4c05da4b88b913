/// What failed in the background, where nobody waits for it.
public enum ServiceFailure: Hashable, Sendable {
  /// The library was to be read or written.
  case store(StoreError)
  /// A reply could not be saved; it is kept and saved again.
  case replyNotSaved(StoreError)
  /// A reply was asked for once more and stays as it was; with the name of the agent that was asked.
  case notAskedAgain(ReplyFailure, agent: String?)
}
