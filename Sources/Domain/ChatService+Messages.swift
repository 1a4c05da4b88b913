/// What is done to one message.
extension ChatService {
  /// Deletes one message for ever, with its pictures where no other message shows them. A reply that grows is ended. With a
  /// message of the user's go its other versions and what was answered to them: nobody sees these any more, and what was
  /// written over is not to come back.
  public func deleteMessage(_ id: MessageID) async throws(StoreError) {
    let hidden = hidden
    let removed = try await commit { store throws(StoreError) -> ([MessageID], [ChatEvent]) in
      guard let message = try store.message(id) else { throw .noSuchMessage }
      let inUse = try store.lastSummary(in: message.chat) {
        $0.standsForAbove && ($0.id == id || !hidden.contains($0.id))
      }
      var removed = [id]
      for version in message.sender == .user ? try store.siblings(of: id).messages : [] where version != id {
        guard try store.message(version)?.sender == .user else { continue }
        removed += try store.removeBranch(from: version).removed
      }
      let isOther = try store.remove(id)
      var events =
        removed.map { ChatEvent.messageRemoved($0, in: message.chat) } + (try showEnd(of: message.chat, in: store))
      if inUse?.id == id { events += try Self.dropOldest(in: message.chat, store) }
      return (removed, events + (isOther ? [.lineChanged(message.chat)] : []))
    }
    // Not before the disk has agreed: a message that stays keeps all that came, and goes on streaming.
    for id in removed { replies.forget(id) }
  }

  /// Without its summary the chat is read as without a choice, or the next reply would bring the summary back.
  private static func dropOldest(in chat: ChatID, _ store: any ChatWriting) throws(StoreError) -> [ChatEvent] {
    var settings = try store.settings(of: chat)
    guard settings.overflow == .summarise else { return [] }
    settings.overflow = .dropOldest
    try store.setSettings(settings, of: chat)
    return [.chatSettingsSaved(settings, in: chat)]
  }

  /// The message and the others that follow the same one, oldest first.
  public func siblings(of id: MessageID) async throws(StoreError) -> Siblings {
    try await store.read { store throws(StoreError) in try store.siblings(of: id) }
  }

  /// Shows the chat with this message, and below it what was shown there last.
  public func choose(_ id: MessageID) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let message = try store.message(id) else { throw .noSuchMessage }
      guard try store.choose(id) else { return ((), []) }
      return ((), try showEnd(of: message.chat, in: store) + [.lineChanged(message.chat)])
    }
  }

  /// The chat's row says what is said last on its line.
  private nonisolated func showEnd(of id: ChatID, in store: any StoreWriting) throws(StoreError) -> [ChatEvent] {
    guard var chat = try store.chat(id) else { return [] }
    chat.preview = try endPreview(of: id, in: store)
    try store.update(chat)
    return [.saved(try store.chat(id) ?? chat)]
  }

  /// What is said last on the chat's line.
  nonisolated func endPreview(of id: ChatID, in store: any StoreReading) throws(StoreError) -> Preview {
    let last = try store.messages(in: id, .newest(limit: 20)).last {
      $0.sender != .summary && ($0.state == .complete || $0.hasContent)
    }
    return last.map { Preview(of: $0, plainLine: plainLine) } ?? Preview()
  }
}
