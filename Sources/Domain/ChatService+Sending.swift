/// Sending: one transaction holds the user's message, the chat's row, the agent's memory and the reply that is due.
extension ChatService {
  /// A chat that exists only in memory; it is saved with its first message or draft, so that an empty one is not kept.
  public nonisolated func newChat(agent: String) -> Chat {
    Chat(id: surroundings.newID(), agent: agent, createdAt: surroundings.now())
  }

  /// What a send left on disk.
  public struct Receipt: Sendable {
    /// What was sent, as it is kept.
    public var message: Message
    /// The reply that is now due, if the agent owes one for this message.
    public var reply: MessageID?
  }

  /// Saves the user's message and asks for the reply. When this returns, the message is on disk. A blank text without
  /// pictures is not sent, nor are more pictures than `PictureLimits.perMessage`.
  ///
  /// - Parameters:
  ///   - new: the chat itself while it exists only in memory; it is saved in the same transaction.
  ///   - draft: what the sender has in the chat's draft, as it read or saved it last: this goes in the same
  ///     transaction. What another process has written there stays.
  ///   - edited: the user's message that this one is another version of: it goes to its side, the line goes through the
  ///     new one, and the agent answers anew. The old version stays with all that followed it.
  ///   - leavesReply: leave a due reply to another process.
  public func send(
    _ text: String, attachments: [Attachment] = [], in id: ChatID, new: Chat? = nil, draft: Draft = Draft(),
    inPlaceOf edited: MessageID? = nil, leavesReply: Bool = false
  ) async throws(StoreError) -> Receipt {
    let schedules = Dictionary(profiles.map { ($0.id, $0.schedule) }) { first, _ in first }
    let surroundings = surroundings
    let sending = Sending(
      message: surroundings.newID(), reply: surroundings.newID(), chat: id, newChat: new, text: text,
      attachments: attachments, draft: draft, edited: edited, now: surroundings.now(),
      schedules: schedules,
      draw: { surroundings.random(in: $0) },
      leavesReply: leavesReply)
    try sending.check()
    let sent = try await commit { store throws(StoreError) in try sending.save(in: store) }
    // Nobody waits any more for what is said to the old version.
    for reply in sent.outdated { await stopOutdated(reply) }
    if sent.restartsWait { replies.restartWait(in: id) }
    if let reply = sent.receipt.reply, !leavesReply { enqueue(reply, in: id) }
    return sent.receipt
  }

  /// The message is on the disk by then, so what goes wrong here is only told.
  private func stopOutdated(_ reply: MessageID) async {
    do throws(StoreError) { try await stopReply(reply) } catch { tell(.failed(.store(error))) }
  }
}
