/// Stopping replies: what came is kept, and a line stays even where nothing had come.
extension ChatService {
  /// Stops what is due or streaming in the chat, whichever process makes it.
  public func stopReply(in chat: ChatID) async throws(StoreError) {
    let mine = jobs.filter { $0.value.message.chat == chat }.map(\.key)
    let later = waiting.removeValue(forKey: chat) ?? []
    for id in mine { end(id, because: .stop) }
    for id in later { await stopWaiting(id) }
    try await stop(try await unfinishedReplies(in: chat).filter { !mine.contains($0.message.id) })
  }

  /// Stops one reply, if it is due or streaming, whichever process makes it.
  public func stopReply(_ id: MessageID) async throws(StoreError) {
    if jobs[id] != nil { return end(id, because: .stop) }
    if let chat = waiting.first(where: { $0.value.contains(id) })?.key {
      waiting[chat]?.removeAll { $0 == id }
      return await stopWaiting(id)
    }
    try await stop(try await unfinishedReplies().filter { $0.message.id == id })
  }

  /// Stops replies that this process does not make.
  private func stop(_ others: [UnfinishedReply]) async throws(StoreError) {
    guard !others.isEmpty else { return }
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      var events: [ChatEvent] = []
      for other in others {
        if other.owner == .another {
          try store.requestStop(other.message.id)
        } else if try store.claim(other.message.id), var message = try store.message(other.message.id) {
          // Nobody has begun it, or whoever made it has died in the middle.
          message.state = .stopped
          events += try Self.close(message, in: store)
        }
      }
      return ((), events)
    }
  }

  /// Stops a reply whose turn had not come.
  private func stopWaiting(_ id: MessageID) async {
    if askedAgain.contains(id) { return await standBack(id) }
    let now = surroundings.now()
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard var message = try store.message(id), message.state == .queued else { return ((), []) }
        message.state = .stopped
        message.createdAt = now
        return ((), try Self.close(message, in: store))
      }
    } catch {
      tell(.failed(error.sentence))
    }
  }
}
