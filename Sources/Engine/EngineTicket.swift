internal import Domain
import Synchronization

/// One reply that was asked for, and the stream on which it is told.
final class EngineTicket: Sendable {
  let id: UInt64
  let model: LocalModel
  let request: ReplyRequest
  private let events: AsyncStream<ReplyEvent>.Continuation
  private let unwanted = Mutex(false)

  /// `givenUp` is called once, where whoever listens does so no more.
  init(
    _ id: UInt64, _ model: LocalModel, _ request: ReplyRequest, _ events: AsyncStream<ReplyEvent>.Continuation,
    givenUp: @escaping @Sendable (EngineTicket) -> Void
  ) {
    self.id = id
    self.model = model
    self.request = request
    self.events = events
    events.onTermination = { [weak self] reason in
      guard case .cancelled = reason, let self else { return }
      unwanted.withLock { $0 = true }
      givenUp(self)
    }
  }

  var isUnwanted: Bool { unwanted.withLock { $0 } }

  /// What nobody has taken yet is kept here: a reply is never longer than the model's context, and an engine that waited for
  /// a slow disk would hold up the next chat.
  func tell(_ event: ReplyEvent) { events.yield(event) }

  func end(_ end: ReplyEnd) {
    events.yield(.ended(end))
    events.finish()
  }
}
