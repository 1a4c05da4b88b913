import Domain
import Synchronization

/// One reply's way out: every event in order, and at most one end, which is last.
final class ReplyOutlet: Sendable {
  private struct Progress {
    var isOpen = true
    var words = 0
    var first: Timestamp?
    var last: Timestamp?
    var hasPicture = false
  }

  private let progress = Mutex(Progress())
  private let continuation: AsyncStream<ReplyEvent>.Continuation
  private let model: String

  init(_ continuation: AsyncStream<ReplyEvent>.Continuation, model: String) {
    self.continuation = continuation
    self.model = model
  }

  func say(_ piece: String, at time: Timestamp) {
    progress.withLock { progress in
      guard progress.isOpen else { return }
      progress.words += 1
      progress.first = progress.first ?? time
      progress.last = time
      continuation.yield(.piece(piece))
    }
  }

  func show(_ picture: Attachment) {
    progress.withLock { progress in
      guard progress.isOpen else { return }
      progress.hasPicture = true
      continuation.yield(.picture(picture))
    }
  }

  /// Tells the figures of what came, then the end; only the first call counts.
  func end(_ end: ReplyEnd) {
    progress.withLock { close(&$0, end) }
    continuation.finish()
  }

  /// Ends the reply for a listener that is being cancelled.
  ///
  /// Whoever cancels holds the listener's own lock, which a `yield` may be waiting for with `progress` in its hands:
  /// waiting here would be for ever. In that one moment the stream ends without an `.ended`.
  func listenerIsCancelled() {
    _ = progress.withLockIfAvailable { close(&$0, .stopped) }
  }

  private func close(_ progress: inout Progress, _ end: ReplyEnd) {
    guard progress.isOpen else { return }
    progress.isOpen = false
    if progress.words > 0 || progress.hasPicture { continuation.yield(.figures(figures(of: progress))) }
    continuation.yield(.ended(end))
  }

  private func figures(of progress: Progress) -> ReplyFigures {
    guard let first = progress.first, let last = progress.last else { return ReplyFigures(model: model) }
    return ReplyFigures(
      model: model, replyTokens: progress.words, milliseconds: last.since(first).wholeMilliseconds)
  }
}
