/// What is set for a chat: how its agent is to answer.
extension ChatService {
  /// What is set for the chat; nothing set where there is no such chat yet.
  public func chatSettings(of id: ChatID) async throws(StoreError) -> ChatSettings {
    try await store.read { store throws(StoreError) in try store.settings(of: id) }
  }

  /// Changes what is set for the chat, and saves what is different; what another process has set beside it stays. A chat that
  /// exists only in memory is saved with the first thing that is set, and one with nothing in it any more is not kept.
  @discardableResult
  public func changeChatSettings(
    of id: ChatID, new: Chat? = nil, _ change: @Sendable (inout ChatSettings) -> Void
  ) async throws(StoreError) -> ChatSettings {
    try await commit { store throws(StoreError) -> (ChatSettings, [ChatEvent]) in
      let old = try store.settings(of: id)
      var settings = old
      change(&settings)
      guard settings != old else { return (old, []) }
      var events: [ChatEvent] = []
      if try store.chat(id) == nil {
        guard let new else { throw .noSuchChat }
        try store.insert(new)
        events.append(.saved(try store.chat(id) ?? new))
      }
      try store.setSettings(settings, of: id)
      if new != nil, try Self.holdsNothing(id, in: store) {
        try store.remove(id)
        return (settings, events + [.removed(id)])
      }
      return (settings, events + [.chatSettingsSaved(settings, in: id)])
    }
  }

  /// Whether the chat has no message, no title that a person gave, no draft, and nothing set.
  static func holdsNothing(_ id: ChatID, in store: any StoreReading) throws(StoreError) -> Bool {
    guard let chat = try store.chat(id), chat.titleOrigin != .manual, try store.tip(of: id) == nil else { return false }
    if let draft = try store.draft(in: id), !draft.isBlank { return false }
    return try store.settings(of: id) == ChatSettings()
  }
}
