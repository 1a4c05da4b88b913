public import Domain
private import Localization

/// What stands where a reply will be, in words.
extension ReplyPhase {
  /// On screen beside what moves: "Loading Sage", "Reading the chat"; nil where the dots say enough.
  public func label(agent: String) -> String? {
    switch self {
    case .summarising: localized("Summarising the chat")
    case .loading: localized("Loading \(agent)")
    case .reading: localized("Reading the chat")
    case .queued, .thinking, .streaming: nil
    }
  }

  /// How far it is: "40 %", "3 s left".
  public var detail: String? {
    guard let progress else { return nil }
    if let left = progress.timeLeft { return DurationText.left(left) }
    return progress.part.map(PercentText.of)
  }

  /// For screen readers: "Sage is loading".
  public func spoken(agent: String) -> String {
    switch self {
    case .queued, .streaming: localized("\(agent) is writing")
    case .summarising: localized("\(agent) is summarising the chat")
    case .loading: localized("\(agent) is loading")
    case .reading: localized("\(agent) is reading the chat")
    case .thinking: localized("\(agent) is thinking")
    }
  }
}
