public import Domain

extension AgentFault {
  /// What happened, for the user.
  public var sentence: String {
    switch self {
    case .model(let fault): fault.sentence
    case .words(let words): words
    }
  }
}
