/// Chats that come with their messages: the demo, and what other programs have kept.
extension ChatService {
  /// Saves a new chat with all its messages in one transaction, and tells one event, `saved`: all of it is on disk when
  /// this returns, or nothing.
  ///
  /// The order of the messages is that of their numbers, and the line ends with the last one. Each follows its `parent`,
  /// which comes before it, or begins the chat. The chat's preview, count and last activity are those of its messages. A
  /// reply that is not at its end is kept as interrupted, for no agent makes it; what no agent makes is kept as whole.
  ///
  /// Throws `noSuchMessage` and `messageOfAnotherChat` for a parent, and `pictureMissing` where a picture is not in the
  /// library.
  @discardableResult
  public func insert(_ chat: Chat, messages: [Message]) async throws(StoreError) -> Chat {
    try await commit { store throws(StoreError) -> (Chat, [ChatEvent]) in
      let saved = try insert(chat, messages: messages, in: store)
      return (saved, [.saved(saved)])
    }
  }

  /// The same, as a part of a transaction.
  nonisolated func insert(
    _ chat: Chat, messages: [Message], in store: any StoreWriting
  ) throws(StoreError) -> Chat {
    let ended = messages.map { message in
      var message = message
      if !message.sender.isByAgent {
        message.state = .complete
      } else if message.state.isUnfinished {
        message.state = .interrupted
      }
      return message
    }
    try store.insert(chat, messages: ended)
    guard let last = messages.map(\.createdAt).max() else { return chat }
    var chat = chat
    chat.lastActivityAt = last
    chat.preview = try endPreview(of: chat.id, in: store)
    try store.update(chat)
    return try store.chat(chat.id) ?? chat
  }
}
