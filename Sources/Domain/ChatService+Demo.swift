/// The demo chats: put in once, removable in one action.
extension ChatService {
  /// Puts the demo chats in if this library never had them.
  public func addDemoOnce(_ chats: [DemoChat]) async throws(StoreError) {
    guard try await !currentSettings().hadDemo else { return }
    try await addDemo(chats)
  }

  /// Puts the demo chats in, unless they are there already. Returns how many were added.
  @discardableResult
  public func addDemo(_ demo: [DemoChat]) async throws(StoreError) -> Int {
    let now = surroundings.now()
    let names = Dictionary(profiles.map { ($0.id, $0.name) }) { first, _ in first }
    let made = demo.map { demo in
      let chat = newDemoChat(demo, now: now)
      return (chat: chat, messages: newMessages(demo.lines, in: chat.id, by: names[demo.agent], now: now))
    }
    return try await commit { store throws(StoreError) -> (Int, [ChatEvent]) in
      try Settings.change(in: store) { $0.hadDemo = true }
      let present = Set(try store.chats(from: DemoChat.source).filter { $0.trashedAt == nil }.map(\.title))
      var events: [ChatEvent] = []
      for (chat, messages) in made where !present.contains(chat.title) {
        events.append(.saved(try insert(chat, messages: messages, in: store)))
      }
      return (events.count, events)
    }
  }

  /// Takes the demo chats away: those as they came are deleted, those in which the user wrote go to the Trash.
  /// Returns how many there were.
  @discardableResult
  public func removeDemo() async throws(StoreError) -> Int {
    let demo = try await removableDemo()
    for chat in demo {
      if chat.isUntouchedDemo {
        try await deleteForEver(chat.id)
      } else {
        try await moveToTrash(chat.id)
      }
    }
    return demo.count
  }

  /// Whether there is a demo chat to take away.
  public func hasDemo() async throws(StoreError) -> Bool { try await !removableDemo().isEmpty }

  private func removableDemo() async throws(StoreError) -> [Chat] {
    try await store.read { store throws(StoreError) in try store.chats(from: DemoChat.source) }
      .filter { $0.trashedAt == nil || $0.isUntouchedDemo }
  }

  private nonisolated func newDemoChat(_ demo: DemoChat, now: Timestamp) -> Chat {
    var chat = Chat(id: surroundings.newID(), agent: demo.agent, createdAt: now, source: DemoChat.source)
    chat.title = demo.title
    chat.titleOrigin = .manual
    return chat
  }

  /// Each line as a message that follows the one before it.
  private nonisolated func newMessages(
    _ lines: [DemoChat.Line], in chat: ChatID, by agent: String?, now: Timestamp
  ) -> [Message] {
    // So that another agent, chosen later, has not said what this one said.
    let speaker = agent.map { ReplyUsage(model: $0) }
    var parent: MessageID?
    return lines.map { line in
      let message = Message(
        id: surroundings.newID(), chat: chat, parent: parent, sender: line.sender, text: line.text,
        attachments: line.attachments, createdAt: now.advanced(by: .seconds(-60 * line.minutesAgo)),
        usage: line.sender == .agent ? speaker : nil)
      parent = message.id
      return message
    }
  }
}

extension Chat {
  /// True while nothing was said in the demo chat since it was put in.
  var isUntouchedDemo: Bool { source == DemoChat.source && lastActivityAt <= createdAt && draftPreview.isEmpty }
}
