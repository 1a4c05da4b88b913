/// Asking once more for a reply that is not whole. Its row stays as it is, on screen and on disk, until the first chunk of
/// the next version takes its place in one transaction; whatever comes between, nothing is lost but the asking.
extension ChatService {
  /// Asks once more for a reply that failed, was stopped or was interrupted.
  public func retry(_ id: MessageID) async throws(StoreError) {
    let (found, chat) = try await store.read { store throws(StoreError) in
      guard let message = try store.message(id) else { return (Message?.none, Chat?.none) }
      return (message, try store.chat(message.chat))
    }
    guard let message = found else { throw .noSuchMessage }
    guard message.canBeAskedAgain, !isShuttingDown else { return }
    guard let chat else { throw .noSuchChat }
    guard chat.trashedAt == nil else { throw .chatIsInTrash }
    guard askedAgain.insert(id).inserted else { return }
    tell(.messageSaved(shown(message)))
    enqueue(id, in: chat.id)
  }

  /// The message to be made for this row; nil when there is nothing to make.
  func toMake(_ saved: Message) -> Message? {
    if saved.state == .queued { return saved }
    guard askedAgain.contains(saved.id), saved.canBeAskedAgain else { return nil }
    return Message(
      id: saved.id, chat: saved.chat, parent: saved.parent, sequence: saved.sequence, sender: .agent, text: "",
      state: .queued, createdAt: surroundings.now())
  }

  /// The next version came to nothing before it began: the old one stands, and why is told.
  func standBack(_ id: MessageID, because reason: ReplyEnd? = nil) async {
    guard askedAgain.remove(id) != nil else { return }
    var why: String?
    if case .failed(let sentence) = reason { why = sentence }
    do throws(StoreError) {
      let found = try await store.read { store throws(StoreError) in try store.message(id) }
      guard var saved = found else { return }
      if let why, saved.canBeAskedAgain, !saved.hasContent {
        // There is nothing to keep but why there is nothing.
        saved.state = .failed
        saved.failure = why
        return await save(saved, countsItself: false)
      }
      tell(.messageSaved(saved))
      if let why { tell(.failed(why)) }
    } catch {
      tell(.failed(error.sentence))
    }
  }

  /// The row as faces see it: with what grows in this process, or marked as asked for once more.
  func shown(_ saved: Message) -> Message {
    if askedAgain.contains(saved.id), jobs[saved.id]?.message.state != .streaming {
      var marked = saved
      marked.isAskedAgain = saved.canBeAskedAgain
      return marked
    }
    guard let job = jobs[saved.id], job.isRead else { return saved }
    return job.message
  }
}
