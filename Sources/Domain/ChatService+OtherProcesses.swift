/// Other processes on the same library: what they change is told here as if it had been done here.
extension ChatService {
  func take(_ change: StoreChange) async {
    do throws(StoreError) {
      // In a turn of its own: else a commit of this process could be told between the reading and the telling, and what
      // is older after it.
      let trashed = try await inTurn { () throws(StoreError) in
        if change.settingsChanged || change.everything { tell(.settingsSaved(try await currentSettings())) }
        guard change.everything else { return try await tellRows(of: change) }
        tell(.everythingChanged)
        return []
      }
      for chat in trashed {
        let later = replies.takeWaiting(in: chat)
        replies.cut(in: chat, because: .trash)
        for reply in later { await giveBack(reply) }
      }
      try await obeyStops()
      if takesOnReplies { try await takeOnReplies(in: nil) }
    } catch {
      tell(.failed(.store(error)))
    }
  }

  /// Tells what has changed; returns the chats that went to the Trash.
  private func tellRows(of change: StoreChange) async throws(StoreError) -> [ChatID] {
    let (chats, messages, settings) = try await store.read { store throws(StoreError) in
      var chats: [Chat] = []
      var messages: [Message] = []
      var settings: [ChatID: ChatSettings] = [:]
      for id in change.chats { if let chat = try store.chat(id) { chats.append(chat) } }
      for id in change.messages { if let message = try store.message(id) { messages.append(message) } }
      for id in change.chatSettings { settings[id] = try store.settings(of: id) }
      return (chats, messages, settings)
    }
    for id in change.removedChats {
      replies.forget(id)
      tell(.removed(id))
    }
    for (id, chat) in change.removedMessages {
      replies.forget(id)
      tell(.messageRemoved(id, in: chat))
    }
    for message in messages.sorted(by: { ($0.chat, $0.sequence) < ($1.chat, $1.sequence) }) {
      tell(.messageSaved(replies.shown(message)))
    }
    for chat in change.lines { tell(.lineChanged(chat)) }
    for (chat, settings) in settings { tell(.chatSettingsSaved(settings, in: chat)) }
    for chat in chats {
      tell(.saved(chat))
      replies.restart(in: chat.id, unlessBy: chat.agent)
    }
    return chats.filter { $0.trashedAt != nil }.map(\.id)
  }

  /// Ends own replies that another process was asked to stop.
  private func obeyStops() async throws(StoreError) {
    guard replies.isMakingAny else { return }
    for reply in try await unfinishedReplies() where reply.stopRequested {
      replies.cut(reply.message.id, because: .stop)
    }
  }
}
