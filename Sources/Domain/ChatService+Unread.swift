/// What was read, and what was not.
extension ChatService {
  /// Of so many unread replies of one chat it is known which they are.
  static let maximumUnread = 1_000

  /// Notes that all messages of the chat have been seen.
  public func markRead(_ id: ChatID) async throws(StoreError) {
    guard try await chat(id)?.unreadCount ?? 0 > 0 else { return }
    try await change(id) { $0.unreadCount = 0 }
  }

  /// Notes that the last message of the chat is still to be read; one in which more is unread stays as it is.
  public func markUnread(_ id: ChatID) async throws(StoreError) {
    try await change(id) { chat in
      if chat.trashedAt == nil, chat.messageCount > 0 { chat.unreadCount = max(chat.unreadCount, 1) }
    }
  }

  /// How much is unread in each chat of the list in which anything is.
  public func unreadCounts() async throws(StoreError) -> [ChatID: Int] {
    try await store.read { store throws(StoreError) in try store.unreadCounts() }
  }

  /// The messages of the chat that are unread where so many are, oldest first. Where nobody has replied it is the last
  /// one: a chat can be marked, too.
  public func unreadMessages(in chat: ChatID, count: Int) async throws(StoreError) -> [MessageID] {
    try await store.read { store throws(StoreError) in
      let replies = try store.lastReplies(in: chat, limit: min(count, Self.maximumUnread))
      return try replies.isEmpty && count > 0 ? store.tip(of: chat).map { [$0.id] } ?? [] : replies
    }
  }
}
