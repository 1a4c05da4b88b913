/// Replies: each is a job keyed by its message, one at a time in a chat, as many chats at once as there are.
extension ChatService {
  /// How long to wait before a reply that could not be saved is saved again.
  static let retryInterval = Duration.seconds(5)

  /// Takes on due replies that no living process makes, and marks streaming ones as interrupted.
  public func takeOnReplies(in chat: ChatID?) async throws(StoreError) {
    let mine = replies.all
    let here = Set(profiles.map(\.id))
    let orphans = try await store.read { store throws(StoreError) -> [UnfinishedReply] in
      var orphans: [UnfinishedReply] = []
      for reply in try store.unfinishedReplies(in: chat) where reply.owner != .another {
        // One that waits for an agent that is not here is left to whoever has it.
        let isWaiting = reply.message.state == .queued && !reply.stopRequested
        if isWaiting, let chat = try store.chat(reply.message.chat), !here.contains(chat.agent) { continue }
        orphans.append(reply)
      }
      return orphans
    }.filter {
      // Neither one that ended here since nor one that was asked for since.
      !mine.contains($0.message.id) && !replies.contains($0.message.id)
    }
    // Of agents that go and come back only the end may be told: what that differs from is what was looked at.
    if chat == nil { look(at: here) }
    guard !orphans.isEmpty else { return }
    let due = try await commit { store throws(StoreError) -> ([Message], [ChatEvent]) in
      var due: [Message] = []
      var events: [ChatEvent] = []
      for orphan in orphans {
        // Claiming first: another process may have been quicker.
        guard try store.claim(orphan.message.id), let found = try store.message(orphan.message.id) else { continue }
        let message = Replies.orphaned(found, stopRequested: orphan.stopRequested)
        if message.state == .queued {
          due.append(message)
          events.append(.messageSaved(message))
        } else {
          events += try close(message, in: store)
        }
      }
      return (due, events)
    }
    for message in due { enqueue(message.id, in: message.chat) }
  }

  /// Saves a reply that nobody makes any more; what came is kept.
  nonisolated func close(_ message: Message, in store: any StoreWriting) throws(StoreError) -> [ChatEvent] {
    try store.update(message)
    guard var chat = try store.chat(message.chat) else { return [.messageSaved(message)] }
    if message.hasContent, message.sender != .summary, try store.isOnLine(message.id) {
      chat.preview = Preview(of: message, plainLine: plainLine)
    }
    try store.update(chat)
    return [.messageSaved(message), .saved(try store.chat(chat.id) ?? chat)]
  }

  /// Makes the reply now, or after the earlier ones of its chat.
  func enqueue(_ id: MessageID, in chat: ChatID) {
    replies.add(id, in: chat)
    startNext(in: chat)
  }

  private func startNext(in chat: ChatID) {
    guard let id = replies.next(in: chat) else { return }
    replies.run(id, by: Task { await self.make(id, in: chat) })
  }

  private func make(_ id: MessageID, in chatID: ChatID) async {
    do throws(StoreError) {
      let (message, chat, settings, used) = try await store.read { store throws(StoreError) in
        (
          try store.message(id), try store.chat(chatID), try store.settings(of: chatID),
          try ContextKeeper.used(before: id, in: chatID, store)
        )
      }
      let agent = chat.flatMap { agents.agent(for: $0.agent) }
      let profile = agent?.profile
      guard let chat, let message, replies.start(id, from: message, by: profile, at: surroundings.now()) else {
        await standBack(id)
        return drop(id, in: chatID)
      }
      guard let agent else {
        if !replies.isAskedAgain(id) { replies.cut(id, because: .noAgent) }
        await finish(id, in: chatID, .failed(.noSuchAgent(id: chat.agent)))
        // A task of its own: this one was cancelled with the reply.
        Task { await self.takeOnAgain(in: chatID) }
        return
      }
      if message.sender == .summary {
        guard let agent = agent as? any ContextAgent else {
          return await finish(id, in: chatID, .failed(.notSummarised))
        }
        // One that a reply waits for stands where there is room for that one.
        if !replies.isAwaited(id) { try await place(id, in: chat, agent) }
      }
      if replies.hasTriedSummary(id) { tell(.phase(id, in: chatID, .queued)) }
      let use = ContextUse(length: agent.profile.contextLength(for: settings), used: used)
      var request = context.request(for: id, in: chat, settings, use)
      if message.sender == .summary {
        request.task = .summary
      } else if settings.overflow == .summarise, !replies.hasTriedSummary(id) {
        request.task = .answerToAll
      }
      let end = await follow(agent, request)
      var summary: MessageID?
      if case .overflowed(let first) = end { summary = await dueSummary(above: first, for: id, in: chatID) }
      await finish(id, in: chatID, end, behind: summary)
    } catch {
      tell(.failed(.store(error)))
      await standBack(id)
      drop(id, in: chatID)
    }
  }

  /// Takes on replies that were given back for want of an agent, where it came back meanwhile: whoever looked for them then
  /// passed over what was still being given back.
  private func takeOnAgain(in id: ChatID) async {
    guard takesOnReplies, !isShuttingDown else { return }
    do throws(StoreError) {
      guard let chat = try await store.read({ store throws(StoreError) in try store.chat(id) }), chat.trashedAt == nil,
        profile(of: chat.agent) != nil
      else { return }
      try await takeOnReplies(in: id)
    } catch {
      tell(.failed(.store(error)))
    }
  }

  /// Asks the agent until it has ended; a reply whose wait starts again is asked for again.
  private func follow(_ agent: any Agent, _ request: ReplyRequest) async -> ReplyEnd {
    let (id, chat) = (request.reply, request.chat)
    for await event in agent.reply(to: request) {
      switch event {
      case .loading, .reading:
        if let phase = replies.enter(event, for: id, at: surroundings.now()) { tell(.phase(id, in: chat, phase)) }
      case .reasoning(let chunk): await take(reasoning: chunk, for: id)
      case .text(let chunk): await take(chunk, for: id)
      case .picture(let picture): await take(picture, for: id)
      case .usage(let usage): replies.take(usage, for: id)
      case .context(let context): replies.take(context, for: id)
      case .settings(let settings): replies.take(settings, for: id)
      case .ended(let end): return end
      }
      if Task.isCancelled { return .stopped }
    }
    if Task.isCancelled { return .stopped }
    return .failed(.silent)
  }

  // MARK: Ending

  private func finish(
    _ id: MessageID, in chat: ChatID, _ reason: ReplyEnd, behind summary: MessageID? = nil
  ) async {
    guard let ending = replies.end(id, because: reason, behind: summary, at: surroundings.now()) else { return }
    switch ending {
    case .save(let message, let isAgain):
      await save(message)
      if isAgain { replies.withdraw(id) }
    case .standBack(let reason): await standBack(id, because: reason)
    case .giveBack: await giveBack(id)
    case .waitAgain: break
    }
    if ending.leavesItDue { tell(.phase(id, in: chat, summary == nil ? .queued : .summarising)) }
    drop(id, in: chat)
  }

  /// Saves the ended reply; a full disk or a lock is waited out, for the text exists nowhere else.
  func save(_ message: Message) async {
    var isTold = false
    let isAgain = replies.isAskedAgain(message.id)
    while true {
      let now = surroundings.now()
      let isWatched = isWatched(message.chat)
      do throws(StoreError) {
        return try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
          guard let old = try store.message(message.id), var chat = try store.chat(message.chat),
            !isAgain || old.canBeAskedAgain
          else { return ((), []) }
          try store.update(message)
          var isUnseen = false
          // The list speaks of what the chat shows: a reply to what is not shown any more lands there and is not told.
          if message.sender != .summary, try store.isOnLine(message.id) {
            if message.state == .complete || message.hasContent {
              chat.preview = Preview(of: message, plainLine: plainLine)
            }
            chat.lastActivityAt = max(now, chat.lastActivityAt)
            isUnseen = !isWatched && (message.state == .complete || message.state == .failed)
            if isUnseen { chat.unreadCount += 1 }
            try store.update(chat)
          }
          var saved = try store.message(message.id) ?? message
          // The row keeps a code, which says less.
          saved.failure = message.failure
          chat = try store.chat(chat.id) ?? chat
          return ((), [.messageSaved(saved), .saved(chat)] + (isUnseen ? [.replyUnseen(saved, in: chat)] : []))
        }
      } catch {
        if !isTold { tell(.failed(.replyNotSaved(error))) }
        isTold = true
        guard !isShuttingDown else { return }
        // A task of its own: this one may be cancelled, and the text must still be saved.
        let surroundings = surroundings
        let wait = Task { await surroundings.slept(for: Self.retryInterval) }
        waitsForDisk[message.id] = (wait, error)
        _ = await wait.value
        waitsForDisk[message.id] = nil
      }
    }
  }

  /// Replies that have ended and wait to be saved, of which the disk has nothing, and why: they stay due when nobody waits.
  /// One whose beginning is on the disk is not among them, for its end exists nowhere else.
  public func repliesNotSaved() async throws(StoreError) -> [MessageID: StoreError] {
    let waiting = waitsForDisk.mapValues(\.reason)
    guard !waiting.isEmpty else { return [:] }
    let due = try await store.read { store throws(StoreError) in
      var due: Set<MessageID> = []
      for id in waiting.keys where try store.message(id)?.state == .queued { due.insert(id) }
      return due
    }
    return waiting.filter { due.contains($0.key) }
  }

  /// Leaves a due reply to whoever comes. Where that cannot be saved it stays this process's own until it ends.
  func giveBack(_ id: MessageID) async {
    if replies.isAskedAgain(id) { return await standBack(id) }
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard try store.message(id) != nil else { return ((), []) }
        return (try store.release(id), [])
      }
    } catch {
      tell(.failed(.store(error)))
    }
  }

  private func drop(_ id: MessageID, in chat: ChatID) {
    replies.drop(id)
    startNext(in: chat)
  }
}
