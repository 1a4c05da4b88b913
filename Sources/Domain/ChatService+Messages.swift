/// What is done to one message.
extension ChatService {
  /// Deletes one message for ever, with its pictures where no other message shows them. A reply that grows is ended.
  public func deleteMessage(_ id: MessageID) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let message = try store.message(id) else { throw .noSuchMessage }
      try store.remove(id)
      guard var chat = try store.chat(message.chat) else { return ((), [.messageRemoved(id, in: message.chat)]) }
      let last = try store.messages(in: chat.id, .newest(limit: 20)).last { $0.state == .complete || $0.hasContent }
      chat.preview = last.map(Preview.init(of:)) ?? Preview()
      try store.update(chat)
      return ((), [.messageRemoved(id, in: chat.id), .saved(try store.chat(chat.id) ?? chat)])
    }
    // Not before the disk has agreed: a message that stays keeps all that came, and goes on streaming.
    replies.forget(id)
  }
}
