/// One message on its way to the disk: what the user sends, and the steps of the transaction that saves it.
struct Sending: Sendable {
  /// The message and the reply that it may be owed, by the ids that they will have.
  let message: MessageID
  let reply: MessageID
  let chat: ChatID
  /// The chat itself while it exists only in memory.
  let newChat: Chat?
  let text: String
  let attachments: [Attachment]
  /// What the sender has in the chat's draft.
  let draft: Draft
  /// The message that this one is another version of; nil for a new one.
  let edited: MessageID?
  let now: Timestamp
  /// When each agent that is there owes a reply, by its id.
  let schedules: [String: ReplySchedule]
  /// Gives a number in the range by chance.
  let draw: @Sendable (ClosedRange<Int>) -> Int
  let leavesReply: Bool

  /// What the transaction left on disk.
  struct Result: Sendable {
    var receipt: ChatService.Receipt
    /// The wait of the reply that was due before starts again.
    var restartsWait: Bool
    /// Replies to the old version of what was edited, which are due or being made.
    var outdated: [MessageID] = []
  }

  /// What may be sent, whoever sends it.
  func check() throws(StoreError) {
    if Draft(text: text, pictures: attachments).isBlank { throw .nothingToSend }
    if attachments.count > PictureLimits.perMessage { throw .tooManyPictures(count: attachments.count) }
  }

  func save(in store: any StoreWriting) throws(StoreError) -> (Result, [ChatEvent]) {
    var chat = try openChat(in: store)
    guard let schedule = schedules[chat.agent] else { throw .noSuchAgent(id: chat.agent) }
    if let edited { return try save(inPlaceOf: edited, in: &chat, by: schedule, store) }
    var due: [MessageID] = []
    // A summary stays where it is.
    for reply in try store.unfinishedReplies(in: chat.id)
    where reply.message.state == .queued && reply.message.sender == .agent { due.append(reply.message.id) }
    let message = try appendMessage(before: due, in: store)
    try updateRow(of: &chat, with: message, in: store)
    try clearDraft(in: store)
    let plan = try plan(by: schedule, in: store)
    if plan.isReplyDue { try appendReply(in: store) }
    let receipt = ChatService.Receipt(message: message, reply: plan.isReplyDue ? reply : nil)
    let events = try events(chat, message, replies: due + [reply], in: store)
    return (Result(receipt: receipt, restartsWait: plan.restartsWait), events)
  }

  /// Saves another version of a message beside the old one. Where that was answered, or was about to be, the new one is
  /// owed an answer, too; else all goes on as before.
  private func save(
    inPlaceOf edited: MessageID, in chat: inout Chat, by schedule: ReplySchedule, _ store: any StoreWriting
  ) throws(StoreError) -> (Result, [ChatEvent]) {
    guard let old = try store.message(edited), old.chat == chat.id, old.sender == .user, try isLast(old, in: store)
    else {
      throw .noSuchMessage
    }
    let wasAnswered = try store.messages(in: chat.id, .after(edited, limit: 1)).first?.sender == .agent
    var outdated: [MessageID] = []
    for reply in try store.unfinishedReplies(in: chat.id).map(\.message) where reply.sender == .agent {
      // One to what was said before goes on.
      if reply.sequence > old.sequence, try store.isOnLine(reply.id) { outdated.append(reply.id) }
    }
    let message = try store.append(
      Message(id: message, chat: chat.id, sender: .user, text: text, attachments: attachments, createdAt: now),
      after: old.parent)
    try updateRow(of: &chat, with: message, in: store)
    try clearDraft(in: store)
    let isReplyDue = schedule.answers(again: wasAnswered)
    if isReplyDue { try appendReply(in: store) }
    let receipt = ChatService.Receipt(message: message, reply: isReplyDue ? reply : nil)
    let events = try events(chat, message, replies: [reply], in: store)
    return (Result(receipt: receipt, restartsWait: false, outdated: outdated), events + [.lineChanged(chat.id)])
  }

  /// Whether it is the last that the user has said on the line. What was said since, in another process, would not be seen
  /// any more behind another version of it.
  private func isLast(_ message: Message, in store: any MessageReading) throws(StoreError) -> Bool {
    guard try store.isOnLine(message.id) else { return false }
    let most = 200
    let below = try store.messages(in: chat, .after(message.id, limit: most))
    return below.count < most && !below.contains { $0.sender == .user }
  }

  // MARK: Steps

  private func openChat(in store: any ChatWriting) throws(StoreError) -> Chat {
    guard let saved = try store.chat(chat) else {
      guard let newChat else { throw .noSuchChat }
      try store.insert(newChat)
      return newChat
    }
    guard saved.trashedAt == nil else { throw .chatIsInTrash }
    return saved
  }

  /// Replies that are still due on the line will be said after what was just said.
  private func appendMessage(before due: [MessageID], in store: any MessageWriting) throws(StoreError) -> Message {
    let new = try store.append(
      Message(id: message, chat: chat, sender: .user, text: text, attachments: attachments, createdAt: now))
    guard !due.isEmpty else { return new }
    for reply in due { try store.moveToEnd(reply) }
    return try store.message(message) ?? new
  }

  private func updateRow(
    of chat: inout Chat, with message: Message, in store: any ChatWriting
  ) throws(StoreError) {
    if chat.titleOrigin == .untitled,
      let title = Title.automatic(from: text, hasPicture: !attachments.isEmpty)
    {
      chat.title = title
      chat.titleOrigin = .automatic
    }
    chat.preview = Preview(of: message)
    chat.lastActivityAt = max(now, chat.lastActivityAt)
    chat.unreadCount = 0
    try store.update(chat)
  }

  /// Only the sender's part of the draft goes; what another process has written there stays.
  private func clearDraft(in store: any ChatWriting) throws(StoreError) {
    guard !draft.isBlank, let saved = try store.draft(in: chat) else { return }
    try store.setDraft(saved.replacing(draft, by: Draft()), in: chat)
  }

  private func plan(by schedule: ReplySchedule, in store: any ChatWriting) throws(StoreError) -> ReplyPlan {
    let plan = schedule.plan(after: try store.agentState(in: chat), draw: draw)
    if let state = plan.state { try store.setAgentState(state, in: chat) }
    return plan
  }

  private func appendReply(in store: any MessageWriting) throws(StoreError) {
    try store.append(Message(id: reply, chat: chat, sender: .agent, text: "", state: .queued, createdAt: now))
    if !leavesReply { _ = try store.claim(reply) }
  }

  private func events(
    _ chat: Chat, _ message: Message, replies: [MessageID], in store: any StoreReading
  ) throws(StoreError) -> [ChatEvent] {
    var events: [ChatEvent] = [.saved(try store.chat(chat.id) ?? chat), .messageSaved(message)]
    for id in replies {
      if let reply = try store.message(id) { events.append(.messageSaved(reply)) }
    }
    return events
  }
}
