import Domain
import Synchronization

/// One reply's way out: every event in order, and one end, whoever ends it first.
final class ReplyOutlet: Sendable {
  private struct Progress {
    var isOpen = true
    var words = 0
    var first: Timestamp?
    var last: Timestamp?
    var hasPicture = false
  }

  private let continuation: AsyncStream<ReplyEvent>.Continuation
  private let model: String
  private let progress = Mutex(Progress())

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
    progress.withLock { progress in
      guard progress.isOpen else { return }
      progress.isOpen = false
      if progress.words > 0 || progress.hasPicture { continuation.yield(.figures(figures(of: progress))) }
      continuation.yield(.ended(end))
    }
    continuation.finish()
  }

  private func figures(of progress: Progress) -> ReplyFigures {
    guard let first = progress.first, let last = progress.last else { return ReplyFigures(model: model) }
    return ReplyFigures(
      model: model, replyTokens: progress.words, milliseconds: last.since(first).wholeMilliseconds)
  }
}
