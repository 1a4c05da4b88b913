public import Domain
internal import Wording

/// What stands where a reply will be, in words.
extension ReplyPhase {
  /// On screen beside what moves: "Loading Sage", "Reading the chat"; nil where the dots say enough.
  public func label(agent: String) -> String? {
    switch self {
    case .loading: "Loading \(agent)"
    case .reading: "Reading the chat"
    case .queued, .thinking, .streaming: nil
    }
  }

  /// How far it is: "40 %", "3 s left".
  public var detail: String? {
    guard let progress else { return nil }
    if let left = progress.timeLeft { return DurationText.left(left) }
    return progress.part.map(Self.percent)
  }

  /// For screen readers: "Sage is loading".
  public func spoken(agent: String) -> String {
    switch self {
    case .queued, .streaming: "\(agent) is writing"
    case .loading: "\(agent) is loading"
    case .reading: "\(agent) is reading the chat"
    case .thinking: "\(agent) is thinking"
    }
  }

  static func percent(_ part: Double) -> String { "\(Int((min(max(0, part), 1) * 100).rounded(.down))) %" }
}
