/// Sending: one transaction holds the user's message, the chat's row, the agent's memory and the reply that is due.
extension ChatService {
  /// A chat that exists only in memory; it is saved with its first message or draft, so that an empty one is not kept.
  public nonisolated func newChat(agent: String) -> Chat {
    Chat(id: surroundings.newID(), agent: agent, createdAt: surroundings.now())
  }

  /// What a send left on disk.
  public struct Receipt: Sendable {
    public var message: Message
    /// The reply that is now due, if the agent owes one for this message.
    public var reply: MessageID?
  }

  /// Saves the user's message and asks for the reply. When this returns, the message is on disk.
  ///
  /// - Parameters:
  ///   - new: the chat itself while it exists only in memory; it is saved in the same transaction.
  ///   - draft: what the sender has in the chat's draft, as it read or saved it last: this goes in the same
  ///     transaction. What another process has written there stays.
  ///   - leavesReply: leave a due reply to another process.
  public func send(
    _ text: String, attachments: [Attachment] = [], in id: ChatID, new: Chat? = nil, draft: Draft = Draft(),
    leavesReply: Bool = false
  ) async throws(StoreError) -> Receipt {
    let now = surroundings.now()
    let messageID: MessageID = surroundings.newID()
    let replyID: MessageID = surroundings.newID()
    let agents = agents
    let (receipt, restartsWait) = try await commit {
      store throws(StoreError) -> ((Receipt, Bool), [ChatEvent]) in
      var chat: Chat
      if let saved = try store.chat(id) {
        chat = saved
      } else if let new {
        chat = new
        try store.insert(new)
      } else {
        throw .noSuchChat
      }
      guard chat.trashedAt == nil else { throw .chatIsInTrash }

      let due = try store.unfinishedReplies(in: id).filter { $0.message.state == .queued }
      let tip = try store.tip(of: id)
      var message = Message(
        id: messageID, chat: id, parent: tip?.id, sequence: try store.nextSequence(in: id), sender: .user, text: text,
        attachments: attachments, createdAt: now)
      try store.append(message)
      // Replies that are still due will be said after what was just said.
      for reply in due { try store.moveToEnd(reply.message.id) }
      if !due.isEmpty { message = try store.message(messageID) ?? message }

      if chat.titleOrigin == .automatic, chat.title == Chat.untitled,
        let title = Title.automatic(from: text, hasPicture: !attachments.isEmpty)
      {
        chat.title = title
      }
      chat.preview = Preview(of: message)
      chat.lastActivityAt = max(now, chat.lastActivityAt)
      chat.unreadCount = 0
      try store.update(chat)
      if !draft.isBlank, let saved = try store.draft(in: id) {
        try store.setDraft(saved.replacing(draft, by: Draft()), in: id)
      }

      var receipt = Receipt(message: message)
      var restartsWait = false
      if let agent = agents[chat.agent] {
        let plan = agent.plan(afterUserMessageWith: try store.agentState(in: id))
        restartsWait = plan.restartsWait
        if let state = plan.state { try store.setAgentState(state, in: id) }
        if plan.isReplyDue {
          let end = try store.tip(of: id) ?? message
          try store.append(
            Message(
              id: replyID, chat: id, parent: end.id, sequence: try store.nextSequence(in: id), sender: .agent, text: "",
              state: .queued, createdAt: now))
          if !leavesReply { _ = try store.claim(replyID) }
          receipt.reply = replyID
        }
      }

      var events: [ChatEvent] = [.saved(try store.chat(id) ?? chat), .messageSaved(message)]
      for id in due.map(\.message.id) + [replyID] {
        if let reply = try store.message(id) { events.append(.messageSaved(reply)) }
      }
      return ((receipt, restartsWait), events)
    }
    if restartsWait { replies.restartWait(in: id) }
    if let reply = receipt.reply, !leavesReply { enqueue(reply, in: id) }
    return receipt
  }
}
