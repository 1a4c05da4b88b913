/// Reading, with what is still streaming in this process laid over what is on disk.
extension ChatService {
  /// What looks through the titles of all chats can be called off, by cancelling the task that asks.
  public func chats(_ query: ChatQuery) async throws(StoreError) -> [Chat] {
    try await store.read(query.titleContains == nil ? .brief : .long) { store throws(StoreError) in
      try store.chats(query)
    }
  }

  public func chatCount(on location: ChatLocation) async throws(StoreError) -> Int {
    try await store.read { store throws(StoreError) in try store.chatCount(on: location) }
  }

  public func chat(_ id: ChatID) async throws(StoreError) -> Chat? {
    try await store.read { store throws(StoreError) in try store.chat(id) }
  }

  /// Oldest first; replies that are only due are among them, as queued messages without text.
  public func messages(in chat: ChatID, _ page: MessagePage) async throws(StoreError) -> [Message] {
    let messages = try await store.read { store throws(StoreError) in try store.messages(in: chat, page) }
    return messages.map(replies.shown)
  }

  /// The stretch of a chat around a message, oldest first; nil when the message is not in the chat.
  public func messages(
    in chat: ChatID, around anchor: MessageID, before: Int, after: Int
  ) async throws(StoreError) -> (messages: [Message], hasOlder: Bool, hasNewer: Bool)? {
    let found = try await store.read { store throws(StoreError) -> (older: [Message], rest: [Message])? in
      guard let message = try store.message(anchor), message.chat == chat else { return nil }
      let older = try store.messages(in: chat, .before(anchor, limit: before))
      return (older, [message] + (try store.messages(in: chat, .after(anchor, limit: after))))
    }
    return found.map {
      ($0.older.map(replies.shown) + $0.rest.map(replies.shown), $0.older.count == before, $0.rest.count > after)
    }
  }

  public func message(_ id: MessageID) async throws(StoreError) -> Message? {
    let saved = try await store.read { store throws(StoreError) in try store.message(id) }
    return saved.map(replies.shown)
  }

  public func draft(in chat: ChatID) async throws(StoreError) -> Draft {
    try await store.read { store throws(StoreError) in try store.draft(in: chat) } ?? Draft()
  }

  /// Replies that are due or streaming anywhere, so that a list can mark their chats.
  public func unfinishedReplies(in chat: ChatID? = nil) async throws(StoreError) -> [UnfinishedReply] {
    let again = replies.askedAgain
    let (unfinished, asked) = try await store.read { store throws(StoreError) in
      var asked: [Message] = []
      for id in again { if let message = try store.message(id) { asked.append(message) } }
      return (try store.unfinishedReplies(in: chat), asked)
    }
    let mine = asked.map(replies.shown).filter { $0.isAskedAgain && (chat == nil || $0.chat == chat) }
    return unfinished + mine.map { UnfinishedReply(message: $0, owner: .thisProcess, stopRequested: false) }
  }

  public nonisolated func profile(of agent: String) -> AgentProfile? {
    profiles.first { $0.id == agent }
  }
}

extension ChatService {
  /// A chat's pictures in the order of its messages.
  public func pictures(in chat: ChatID, _ page: PicturePage) async throws(StoreError) -> [ChatPicture] {
    try await store.read { store throws(StoreError) in try store.pictures(in: chat, page) }
  }
}
