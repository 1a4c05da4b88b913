internal import Domain
import Synchronization

/// What can be asked of the engine.
enum EngineWork: Sendable {
  case reply(ReplyRequest)
  /// Nothing but to be loaded, by whoever waits for that.
  case load
  /// What the reply would read, which is told before the end; `anyway` as below.
  case show(ReplyRequest, anyway: Bool, tell: @Sendable (Result<ContextView, ContextFault>) -> Void)
  /// How fast the model is, which is told before the end; `anyway` loads it also where it does not fit into the memory.
  case measure(anyway: Bool, tell: @Sendable (ModelSpeed) -> Void)
}

/// One reply that was asked for, and the stream on which it is told.
final class EngineTicket: Sendable {
  let id: UInt64
  let model: LocalModel
  let work: EngineWork
  private let events: AsyncStream<ReplyEvent>.Continuation
  private let ending = Mutex(Ending.open)

  private enum Ending {
    case open
    /// Whoever listened does so no more.
    case unwanted
    /// All was told.
    case told
  }

  /// `givenUp` is called once, where whoever listens does so no more.
  init(
    _ id: UInt64, _ model: LocalModel, _ work: EngineWork, _ events: AsyncStream<ReplyEvent>.Continuation,
    givenUp: @escaping @Sendable (EngineTicket) -> Void
  ) {
    self.id = id
    self.model = model
    self.work = work
    self.events = events
    events.onTermination = { [weak self] reason in
      guard case .cancelled = reason, let self else { return }
      // Who leaves with the last word has not given it up.
      let isGivenUp = ending.withLock { ending in
        if ending == .open { ending = .unwanted }
        return ending == .unwanted
      }
      if isGivenUp { givenUp(self) }
    }
  }

  /// Whether its model is to be loaded also where it does not fit into the memory.
  var isAnyway: Bool {
    switch work {
    case .reply, .load: false
    case .show(_, let anyway, _), .measure(let anyway, _): anyway
    }
  }

  private var request: ReplyRequest? {
    switch work {
    case .reply(let request), .show(let request, _, _): request
    case .load, .measure: nil
    }
  }

  /// The chat that is replied in.
  var chat: ChatID? { request?.chat }

  /// How many tokens are to be held at once; nil for as many as is usual.
  var context: Int? { request?.parameters.contextLength }

  var isUnwanted: Bool { ending.withLock { $0 == .unwanted } }

  /// What nobody has taken yet is kept here: a reply is never longer than the model's context, and an engine that waited for
  /// a slow disk would hold up the next chat.
  func tell(_ event: ReplyEvent) { events.yield(event) }

  func end(_ end: ReplyEnd) {
    ending.withLock { if $0 == .open { $0 = .told } }
    events.yield(.ended(end))
    events.finish()
  }
}
