/// Summaries: messages that stand for what is above them, made by the chat's agent as its replies are.
extension ChatService {
  /// What agents read of chats, and how much that takes.
  public nonisolated var context: ContextKeeper {
    ContextKeeper(store: store, pictures: pictures, agents: agents, surroundings: surroundings)
  }

  /// Has what is above the message summed up, behind the replies that are due, and more of the chat where that is needed to
  /// leave room; from now on also whenever the chat grows too long. A summary that is due is waited for, the last one that is
  /// not whole is made once more, and a whole one stays as it is.
  public func summarise(_ chat: ChatID, above message: MessageID) async throws(StoreError) {
    switch try await summary(above: message, in: chat, for: nil) {
    case .due(let id, _): enqueue(id, in: chat)
    case .broken(let id): try await retry(id)
    case .none: break
    }
  }

  /// Moves a summary that a person asked for down to where it leaves room for what follows, as far as its agent can say where
  /// that is.
  func place(_ summary: MessageID, in chat: Chat, _ agent: any ContextAgent) async throws(StoreError) {
    guard let place = await context.summaryPlace(in: chat, by: agent), !Task.isCancelled else { return }
    let isAgain = replies.isAskedAgain(summary)
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      ((), try Summaries().move(summary, above: place, in: chat.id, isAgain: isAgain, store))
    }
  }

  // MARK: For a reply

  /// The summary for which the reply waits that has no room for what is above the message; nil where none is to be had, and
  /// the reply takes what fits.
  func dueSummary(above message: MessageID, for reply: MessageID, in chat: ChatID) async -> MessageID? {
    do throws(StoreError) {
      switch try await summary(above: message, in: chat, for: reply) {
      case .due(let id, let isNew):
        guard replies.isCutOff(reply) else { return id }
        // It was cut off meanwhile: what was there before goes on, and what was put there for it goes.
        if isNew { await takeBack(id, in: chat) } else { enqueue(id, in: chat) }
        return nil
      case .broken(let id) where replies.isAskedAgain(id): return id
      // What came to nothing once is tried again by a person only.
      case .broken, .none: return nil
      }
    } catch {
      tell(.failed(.store(error)))
      return nil
    }
  }

  private func takeBack(_ summary: MessageID, in chat: ChatID) async {
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        ((), try Summaries.takeBack(summary, in: chat, store))
      }
    } catch {
      // Whoever is there makes it.
      tell(.failed(.store(error)))
      enqueue(summary, in: chat)
    }
  }

  /// The summary that is to stand above the message, for the reply or, for nil, a person.
  private func summary(
    above first: MessageID, in chat: ChatID, for reply: MessageID?
  ) async throws(StoreError) -> Summaries.Outcome {
    let new = Message(
      id: surroundings.newID(), chat: chat, sender: .summary, text: "", state: .queued, createdAt: surroundings.now())
    return try await commit { store throws(StoreError) in
      try Summaries().ask(for: new, above: first, before: reply, in: store)
    }
  }
}
