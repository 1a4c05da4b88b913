/// Reading, with what is still streaming in this process laid over what is on disk.
extension ChatService {
  /// What looks through the titles of all chats can be called off, by cancelling the task that asks.
  public func chats(_ query: ChatQuery) async throws(StoreError) -> [Chat] {
    try await store.read(query.title == nil ? .brief : .long) { store throws(StoreError) in
      try store.chats(query)
    }
  }

  /// How many chats there are at a location.
  public func chatCount(on location: ChatLocation) async throws(StoreError) -> Int {
    try await store.read { store throws(StoreError) in try store.chatCount(on: location) }
  }

  /// The chat of that id; nil when it is gone.
  public func chat(_ id: ChatID) async throws(StoreError) -> Chat? {
    try await store.read { store throws(StoreError) in try store.chat(id) }
  }

  /// Oldest first; replies that are only due are among them, as queued messages without text.
  public func messages(in chat: ChatID, _ page: MessagePage) async throws(StoreError) -> [Message] {
    let messages = try await store.read { store throws(StoreError) in
      try Self.withoutOrphans(try store.messages(in: chat, page), store)
    }
    return messages.map(replies.shown)
  }

  /// A page around one of these messages of a chat, which were read in this order: the one at `index`, else the next that
  /// is still there; where the line does not go through that one any more, the last of them that it goes through. Nil where
  /// there is none.
  public func messages(
    in chat: ChatID, around known: [MessageID], nearest index: Int, before: Int, after: Int
  ) async throws(StoreError) -> (messages: [Message], anchor: MessageID)? {
    let found = try await store.read { store throws(StoreError) -> ([Message], MessageID)? in
      guard let anchor = try Self.anchor(among: known, nearest: index, in: chat, store) else { return nil }
      let page = try store.messages(in: chat, .around(anchor, before: before, after: after))
      return (try Self.withoutOrphans(page, store), anchor)
    }
    return found.map { ($0.map(replies.shown), $1) }
  }

  /// What still streams on disk and whose maker has ended, as it will be saved by whoever takes it on: it was interrupted.
  static func withoutOrphans(
    _ messages: [Message], _ store: any MessageReading
  ) throws(StoreError) -> [Message] {
    guard let chat = messages.first(where: { $0.state == .streaming })?.chat else { return messages }
    var orphans: [MessageID: Message] = [:]
    for reply in try store.unfinishedReplies(in: chat) where reply.owner == .nobody && reply.message.state == .streaming
    {
      orphans[reply.message.id] = Replies.orphaned(reply.message, stopRequested: reply.stopRequested)
    }
    return messages.map { orphans[$0.id] ?? $0 }
  }

  private static func anchor(
    among known: [MessageID], nearest index: Int, in chat: ChatID, _ store: any MessageReading
  ) throws(StoreError) -> MessageID? {
    for id in known.dropFirst(index) {
      guard try store.message(id)?.chat == chat else { continue }
      if try store.isOnLine(id) { return id }
      // Nor does it go through what follows.
      break
    }
    // It goes through those before the place where it leaves them.
    var (first, end) = (0, min(index, known.count))
    while first < end {
      let middle = (first + end) / 2
      if try store.message(known[middle])?.chat == chat, try store.isOnLine(known[middle]) {
        first = middle + 1
      } else {
        end = middle
      }
    }
    return first > 0 ? known[first - 1] : nil
  }

  /// The message of that id; nil when it is gone.
  public func message(_ id: MessageID) async throws(StoreError) -> Message? {
    let saved = try await store.read { store throws(StoreError) in
      try Self.withoutOrphans(try store.message(id).map { [$0] } ?? [], store).first
    }
    return saved.map(replies.shown)
  }

  /// What is written in the chat's composer and not yet sent; empty when nothing is.
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
}

extension ChatService {
  /// A chat's pictures in the order of its messages.
  public func pictures(in chat: ChatID, _ page: PicturePage) async throws(StoreError) -> [ChatPicture] {
    try await store.read { store throws(StoreError) in try store.pictures(in: chat, page) }
  }
}
