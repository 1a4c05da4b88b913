import Domain

/// Which replies are due or coming, by chat: as they were read, and kept up by what happens. It knows those on branches that
/// are not shown, and those far from what is in memory, too.
struct UnfinishedReplies {
  private var replies: [ChatID: Set<MessageID>] = [:]

  /// None.
  init() {}

  init(_ read: [UnfinishedReply]) {
    replies = Dictionary(grouping: read, by: \.message.chat).mapValues { Set($0.map(\.message.id)) }
  }

  /// Those of one chat.
  func of(_ chat: ChatID) -> Set<MessageID> { replies[chat] ?? [] }

  /// Whether one is due or coming in the chat.
  func isReplying(in chat: ChatID) -> Bool { replies[chat] != nil }

  mutating func take(_ message: Message) {
    if message.isUnfinished {
      replies[message.chat, default: []].insert(message.id)
    } else {
      remove(message.id, in: message.chat)
    }
  }

  mutating func remove(_ id: MessageID, in chat: ChatID) {
    replies[chat]?.remove(id)
    if replies[chat]?.isEmpty == true { replies[chat] = nil }
  }

  mutating func removeAll(in chat: ChatID) { replies[chat] = nil }
}
