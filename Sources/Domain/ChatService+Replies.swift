/// Replies: each is a job keyed by its message, one at a time in a chat, as many chats at once as there are.
extension ChatService {
  /// How long to wait before a reply that could not be saved is saved again.
  static let retryInterval = Duration.seconds(5)

  /// Takes on due replies that no living process makes, and marks streaming ones as interrupted.
  public func takeOnReplies(in chat: ChatID?) async throws(StoreError) {
    let mine = Set(jobs.keys).union(waiting.values.joined())
    let orphans = try await store.read { store throws(StoreError) in
      try store.unfinishedReplies(in: chat)
    }.filter { $0.owner != .another && !mine.contains($0.message.id) }
    guard !orphans.isEmpty else { return }
    let due = try await commit { store throws(StoreError) -> ([Message], [ChatEvent]) in
      var due: [Message] = []
      var events: [ChatEvent] = []
      for orphan in orphans {
        // Claiming first: another process may have been quicker.
        guard try store.claim(orphan.message.id), var message = try store.message(orphan.message.id) else { continue }
        if orphan.stopRequested {
          message.state = .stopped
          events += try Self.close(message, in: store)
        } else if message.state == .queued {
          due.append(message)
          events.append(.messageSaved(message))
        } else {
          message.state = .interrupted
          events += try Self.close(message, in: store)
        }
      }
      return (due, events)
    }
    for message in due { enqueue(message.id, in: message.chat) }
  }

  /// Saves a reply that nobody makes any more; what came is kept.
  static func close(_ message: Message, in store: any StoreWriting) throws(StoreError) -> [ChatEvent] {
    try store.update(message)
    guard var chat = try store.chat(message.chat) else { return [.messageSaved(message)] }
    if message.hasContent { chat.preview = Preview(of: message) }
    try store.update(chat)
    return [.messageSaved(message), .saved(try store.chat(chat.id) ?? chat)]
  }

  /// Makes the reply now, or after the earlier ones of its chat.
  func enqueue(_ id: MessageID, in chat: ChatID) {
    guard !isShuttingDown, jobs[id] == nil, waiting[chat]?.contains(id) != true else { return }
    waiting[chat, default: []].append(id)
    startNext(in: chat)
  }

  func startNext(in chat: ChatID) {
    guard !isShuttingDown, !jobs.values.contains(where: { $0.message.chat == chat }),
      var line = waiting[chat], !line.isEmpty
    else { return }
    let id = line.removeFirst()
    waiting[chat] = line.isEmpty ? nil : line
    // A stand-in until the row is read; it also keeps the chat's turn.
    jobs[id] = ReplyJob(
      message: Message(
        id: id, chat: chat, sequence: 0, sender: .agent, text: "", state: .queued, createdAt: surroundings.now()))
    jobs[id]?.task = Task { await self.make(id, in: chat) }
  }

  private func make(_ id: MessageID, in chatID: ChatID) async {
    do throws(StoreError) {
      let (message, chat) = try await store.read { store throws(StoreError) in
        (try store.message(id), try store.chat(chatID))
      }
      guard let chat, let message = message.flatMap(toMake) else {
        await standBack(id)
        return drop(id, in: chatID)
      }
      jobs[id]?.message = message
      jobs[id]?.isRead = true
      guard let agent = agents[chat.agent] else {
        return await finish(id, .failed("The agent “\(chat.agent)” of this chat is not there any more."))
      }
      let end = await follow(agent, id, in: chatID)
      await finish(id, end)
    } catch {
      tell(.failed(error.sentence))
      await standBack(id)
      drop(id, in: chatID)
    }
  }

  /// Asks the agent until it has ended; a reply whose wait starts again is asked for again.
  private func follow(_ agent: any Agent, _ id: MessageID, in chat: ChatID) async -> ReplyEnd {
    let store = store
    let request = ReplyRequest(chat: chat, reply: id) { limit throws(StoreError) in
      let hidden = await self.hidden
      return try await store.read { store throws(StoreError) in
        try store.messages(in: chat, .before(id, limit: limit)).filter { !hidden.contains($0.id) }
      }
    }
    for await event in agent.reply(to: request) {
      switch event {
      case .reading(let part): tell(.reading(id, in: chat, part: part))
      case .chunk(let chunk): await take(chunk, for: id)
      case .picture(let attachment) where jobs[id]?.cut == nil:
        jobs[id]?.message.attachments.append(attachment)
        await begin(id)
      case .picture: break
      case .usage(let usage): jobs[id]?.message.usage = usage
      case .ended(let end): return end
      }
      if Task.isCancelled { break }
    }
    return .stopped
  }

  // MARK: Ending

  /// Cuts a reply off. What cut it off first holds, but for a wait that would begin again: a reply that was stopped is not
  /// due again because Sotto closes a moment later.
  func end(_ id: MessageID, because cut: ReplyJob.Cut) {
    guard let job = jobs[id] else { return }
    if let first = job.cut, first != .restart, cut != .gone { return }
    jobs[id]?.cut = cut
    jobs[id]?.task?.cancel()
  }

  /// The wait of replies that are due but have not begun starts again.
  func restartWaits(in chat: ChatID) {
    for (id, job) in jobs where job.message.chat == chat && job.message.state == .queued && job.cut == nil {
      end(id, because: .restart)
    }
  }

  func finish(_ id: MessageID, _ reason: ReplyEnd) async {
    guard let job = jobs[id] else { return }
    job.telling?.cancel()
    job.checkpointing?.cancel()
    let chat = job.message.chat
    let isDue = job.message.state == .queued

    switch job.cut {
    case .gone:
      await standBack(id)
      return drop(id, in: chat)
    case .restart where isDue:
      // The same reply, waited for again, before any that came after it.
      jobs[id] = nil
      waiting[chat, default: []].insert(id, at: 0)
      return startNext(in: chat)
    case _ where isDue && askedAgain.contains(id):
      await standBack(id, because: job.cut == nil ? reason : nil)
      return drop(id, in: chat)
    case .trash where isDue, .shutDown where isDue:
      await giveBack(id)
      return drop(id, in: chat)
    default: break
    }

    var message = job.message
    switch (job.cut, reason) {
    case (.shutDown, _): message.state = .interrupted
    case (.stop, _), (.trash, _), (_, .stopped): message.state = .stopped
    case (_, .failed(let sentence)):
      message.state = .failed
      message.failure = sentence
    case (_, .finished): message.state = .complete
    }
    if isDue { message.createdAt = surroundings.now() }
    await save(message, countsItself: isDue)
    askedAgain.remove(id)
    drop(id, in: chat)
  }

  /// Saves the ended reply; a full disk or a lock is waited out, for the text exists nowhere else.
  func save(_ message: Message, countsItself: Bool) async {
    var isTold = false
    let isAgain = askedAgain.contains(message.id)
    while true {
      let now = surroundings.now()
      let isWatched = watched[message.chat] != nil
      do throws(StoreError) {
        return try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
          guard let old = try store.message(message.id), var chat = try store.chat(message.chat),
            !isAgain || old.canBeAskedAgain
          else { return ((), []) }
          try store.update(message)
          if message.state == .complete || message.hasContent {
            chat.preview = Preview(of: message)
          }
          chat.lastActivityAt = max(now, chat.lastActivityAt)
          if countsItself { chat.messageCount += 1 }
          if !isWatched, message.state == .complete || message.state == .failed { chat.unreadCount += 1 }
          try store.update(chat)
          let saved = try store.message(message.id) ?? message
          return ((), [.messageSaved(saved), .saved(chat)])
        }
      } catch {
        if !isTold { tell(.failed("A reply could not be saved yet. " + error.sentence)) }
        isTold = true
        guard !isShuttingDown else { return }
        // A task of its own: this one may be cancelled, and the text must still be saved.
        let surroundings = surroundings
        await Task { try? await surroundings.sleep(for: Self.retryInterval) }.value
      }
    }
  }

  /// Leaves a due reply to whoever comes. Where that cannot be saved it stays this process's own until it ends.
  func giveBack(_ id: MessageID) async {
    if askedAgain.contains(id) { return await standBack(id) }
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard try store.message(id) != nil else { return ((), []) }
        return (try store.release(id), [])
      }
    } catch {
      tell(.failed(error.sentence))
    }
  }

  func drop(_ id: MessageID, in chat: ChatID) {
    jobs[id] = nil
    startNext(in: chat)
  }
}
