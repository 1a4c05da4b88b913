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
    guard message.canBeAskedAgain, !replies.isClosed else { return }
    guard let chat else { throw .noSuchChat }
    guard chat.trashedAt == nil else { throw .chatIsInTrash }
    guard replies.askAgain(id) else { return }
    tell(.messageSaved(replies.shown(message)))
    enqueue(id, in: chat.id)
  }

  /// The next version came to nothing before it began: the old one stands, and why is told.
  func standBack(_ id: MessageID, because reason: ReplyEnd? = nil) async {
    guard replies.withdraw(id) else { return }
    var why: ReplyFailure?
    if case .failed(let failure) = reason { why = failure }
    do throws(StoreError) {
      let (found, chat) = try await store.read { store throws(StoreError) in
        guard let message = try store.message(id) else { return (Message?.none, Chat?.none) }
        return (message, try store.chat(message.chat))
      }
      guard var saved = found else { return }
      let agent = chat.flatMap { agents.agent(for: $0.agent)?.profile.name }
      if let why, saved.canBeAskedAgain, !saved.hasContent {
        // There is nothing to keep but why there is nothing.
        saved.state = .failed
        saved.failure = why
        if let agent { saved.usage = ReplyUsage(model: agent) }
        return await save(saved)
      }
      tell(.messageSaved(saved))
      if let why { tell(.failed(.notAskedAgain(why, agent: agent))) }
    } catch {
      tell(.failed(.store(error)))
    }
  }
}
