/// Summaries: messages that stand for what is above them, made by the chat's agent as its replies are.
extension ChatService {
  /// Has what is above the message summed up, behind the replies that are due, and more of the chat where that is needed to
  /// leave room. A summary that stands there and is not whole is made once more, and a whole one stays as it is.
  public func summarise(_ chat: ChatID, above message: MessageID) async throws(StoreError) {
    switch try await summary(above: message, in: chat) {
    case .due(let id): enqueue(id, in: chat)
    case .broken(let id): try await retry(id)
    case .none: break
    }
  }

  /// Moves a summary that is due down to where it leaves room for what follows, as far as its agent can say where that is.
  func place(_ summary: MessageID, in chat: Chat, _ agent: any ContextAgent) async throws(StoreError) {
    // Where it stands already is a place, too.
    let place = try? await agent.summaryPlace(in: try await contextRequest(for: chat, with: Draft()))
    guard let place, !Task.isCancelled else { return }
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let message = try store.message(summary), message.state == .queued, let below = try store.message(place),
        below.chat == chat.id, let parent = below.parent, parent != summary, below.sequence > message.sequence
      else { return ((), []) }
      try store.remove(summary)
      let moved = try store.insert(message, after: parent)
      _ = try store.claim(summary)
      return ((), [.lineChanged(chat.id), .messageSaved(moved)])
    }
  }

  /// The summary for which a reply waits that has no room for what is above the message; nil where none is to be had, and the
  /// reply takes what fits.
  func dueSummary(above message: MessageID, in chat: ChatID) async -> MessageID? {
    do throws(StoreError) {
      // What came to nothing once is tried again by a person only.
      if case .due(let id) = try await summary(above: message, in: chat) { return id }
    } catch {
      tell(.failed(.store(error)))
    }
    return nil
  }

  private enum Summary {
    /// It is there and this process makes it.
    case due(MessageID)
    /// It is there and not whole.
    case broken(MessageID)
    /// It is whole, another process makes it, or there is nothing to sum up.
    case none
  }

  private func summary(above first: MessageID, in chat: ChatID) async throws(StoreError) -> Summary {
    let new = Message(
      id: surroundings.newID(), chat: chat, sender: .summary, text: "", state: .queued, createdAt: surroundings.now())
    return try await commit { store throws(StoreError) -> (Summary, [ChatEvent]) in
      guard let below = try store.message(first), below.chat == chat, let parent = below.parent,
        let above = try store.message(parent)
      else { return (.none, []) }
      if above.sender == .summary {
        if above.state == .queued { return (try store.claim(above.id) ? .due(above.id) : .none, []) }
        return (above.canBeAskedAgain ? .broken(above.id) : .none, [])
      }
      let saved = try store.insert(new, after: parent)
      _ = try store.claim(saved.id)
      var events: [ChatEvent] = [.lineChanged(chat), .messageSaved(saved)]
      if let chat = try store.chat(chat) { events.append(.saved(chat)) }
      return (.due(saved.id), events)
    }
  }
}
