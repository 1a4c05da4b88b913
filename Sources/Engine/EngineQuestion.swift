internal import Domain

/// What somebody wants to know of a loaded model beside replies: what it would see of a chat.
final class EngineQuestion: Sendable {
  let id: UInt64
  let model: LocalModel
  let request: ReplyRequest
  /// What of it is wanted.
  enum Kind: Sendable {
    case extent
    /// With the prompt itself.
    case pieces
    /// As the first message the one above which a summary is to stand.
    case summaryPlace
  }
  let kind: Kind
  private let answer: AsyncStream<Result<ContextView, ContextFault>>.Continuation

  /// `givenUp` is called where nobody wants to know any more.
  init(
    _ id: UInt64, _ model: LocalModel, _ request: ReplyRequest, _ kind: Kind,
    _ answer: AsyncStream<Result<ContextView, ContextFault>>.Continuation,
    givenUp: @escaping @Sendable (UInt64) -> Void
  ) {
    self.id = id
    self.model = model
    self.request = request
    self.kind = kind
    self.answer = answer
    answer.onTermination = { if case .cancelled = $0 { givenUp(id) } }
  }

  func end(_ result: Result<ContextView, ContextFault>) {
    answer.yield(result)
    answer.finish()
  }
}
