/// What is done to a whole chat.
extension ChatService {
  /// How long a chat stays in the Trash.
  public static let trashRetention = Duration.seconds(30 * 86_400)

  /// Makes and saves an empty chat; faces that show a composer use `newChat` and save with the first message instead.
  public func createChat(titled title: String?, agent: String) async throws(StoreError) -> Chat {
    var chat = newChat(agent: agent)
    if let title = title.flatMap(Title.manual) {
      chat.title = title
      chat.titleOrigin = .manual
    }
    let made = chat
    return try await commit { store throws(StoreError) -> (Chat, [ChatEvent]) in
      try store.insert(made)
      return (made, [.saved(made)])
    }
  }

  /// Gives the chat a title that no rule overwrites; a blank one changes nothing.
  @discardableResult
  public func rename(_ id: ChatID, to typed: String) async throws(StoreError) -> Chat {
    try await change(id) { chat in
      guard let title = Title.manual(typed) else { return }
      chat.title = title
      chat.titleOrigin = .manual
    }
  }

  /// Puts the chat above those that are not pinned, or back among them; returns it as it is then.
  @discardableResult
  public func setPinned(_ isPinned: Bool, _ id: ChatID) async throws(StoreError) -> Chat {
    try await change(id) { $0.isPinned = isPinned }
  }

  /// Puts the chat into the Trash. A streaming reply is stopped and kept, a due one waits for the chat's return.
  public func moveToTrash(_ id: ChatID) async throws(StoreError) {
    let now = surroundings.now()
    // The disk first: a chat that stays in the list goes on streaming.
    try await change(id) { $0.trashedAt = now }
    let later = replies.takeWaiting(in: id)
    await replies.cut(in: id, because: .trash)?.task?.value
    for reply in later { await giveBack(reply) }
  }

  /// Takes the chat out of the Trash; a reply that was due is due again.
  public func restore(_ id: ChatID) async throws(StoreError) {
    try await change(id) { $0.trashedAt = nil }
    if takesOnReplies { try await takeOnReplies(in: id) }
  }

  /// Deletes the chat with everything in it; nothing brings it back.
  public func deleteForEver(_ id: ChatID) async throws(StoreError) {
    var isGone = try await commit { store throws(StoreError) in try Self.erase(id, in: store) }
    // Not before the disk has agreed: else what grew since it was last saved would go, and the message stay.
    replies.forget(id)
    while !isGone {
      isGone = try await commit { store throws(StoreError) in
        // Another process may have been quicker.
        try store.chat(id) == nil ? (true, []) : try Self.erase(id, in: store)
      }
    }
  }

  /// How many messages one transaction deletes.
  static let erasedAtOnce = 250

  /// Deletes a short chat, or the end of a long one: a step that holds up no send for long and that has room on a full
  /// disk. What a crash leaves of the chat lies in the Trash as long overdue, and goes with the next start.
  static func erase(
    _ id: ChatID, in store: any ChatWriting
  ) throws(StoreError) -> (isGone: Bool, events: [ChatEvent]) {
    guard try store.shorten(id, by: erasedAtOnce) else {
      try store.remove(id)
      return (true, [.removed(id)])
    }
    guard var chat = try store.chat(id) else { throw .noSuchChat }
    guard chat.trashedAt != .longAgo else { return (false, []) }
    chat.trashedAt = .longAgo
    try store.update(chat)
    return (false, [.saved(chat)])
  }

  @discardableResult
  func change(_ id: ChatID, _ change: @Sendable (inout Chat) -> Void) async throws(StoreError) -> Chat {
    try await commit { store throws(StoreError) -> (Chat, [ChatEvent]) in
      guard let old = try store.chat(id) else { throw .noSuchChat }
      var new = old
      change(&new)
      guard new != old else { return (old, []) }
      try store.update(new)
      return (new, [.saved(new)])
    }
  }
}

extension Timestamp {
  fileprivate static let longAgo = Timestamp(milliseconds: 0)
}
