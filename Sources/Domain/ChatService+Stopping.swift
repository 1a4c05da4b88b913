/// Stopping replies: what came is kept, and a line stays even where nothing had come.
extension ChatService {
  /// Stops what is due or streaming in the chat, whichever process makes it.
  public func stopReply(in chat: ChatID) async throws(StoreError) {
    let mine = replies.cut(in: chat, because: .stop)?.id
    for id in replies.takeWaiting(in: chat) { await stopWaiting(id) }
    try await stop(try await unfinishedReplies(in: chat).filter { $0.message.id != mine })
  }

  /// Stops one reply, if it is due or streaming, whichever process makes it.
  public func stopReply(_ id: MessageID) async throws(StoreError) {
    if replies.isMaking(id) { return replies.cut(id, because: .stop) }
    if replies.takeWaiting(id) { return await stopWaiting(id) }
    try await stop(try await unfinishedReplies().filter { $0.message.id == id })
  }

  /// Stops replies that this process does not make.
  private func stop(_ others: [UnfinishedReply]) async throws(StoreError) {
    guard !others.isEmpty else { return }
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      var events: [ChatEvent] = []
      for other in others where try store.message(other.message.id) != nil {
        if other.owner == .another {
          try store.requestStop(other.message.id)
        } else if try store.claim(other.message.id), var message = try store.message(other.message.id) {
          // Nobody has begun it, or whoever made it has died in the middle.
          message.state = .stopped
          events += try close(message, in: store)
        }
      }
      return ((), events)
    }
  }

  /// Stops a reply whose turn had not come.
  private func stopWaiting(_ id: MessageID) async {
    if replies.isAskedAgain(id) { return await standBack(id) }
    let now = surroundings.now()
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard var message = try store.message(id), message.state == .queued else { return ((), []) }
        message.state = .stopped
        message.createdAt = now
        return ((), try close(message, in: store))
      }
    } catch {
      tell(.failed(.store(error)))
    }
  }
}
