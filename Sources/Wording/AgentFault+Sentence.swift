public import Domain

extension AgentFault {
  /// What happened, for the user.
  public var sentence: String {
    switch self {
    case .words(let words): words
    }
  }
}
