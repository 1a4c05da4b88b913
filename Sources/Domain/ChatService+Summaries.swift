/// Summaries: messages that stand for what is above them, made by the chat's agent as its replies are.
extension ChatService {
  /// Has what is above the message summed up, behind the replies that are due, and more of the chat where that is needed to
  /// leave room; from now on also whenever the chat grows too long. A summary that is due is waited for, the last one that is
  /// not whole is made once more, and a whole one stays as it is.
  public func summarise(_ chat: ChatID, above message: MessageID) async throws(StoreError) {
    switch try await summary(above: message, in: chat, for: nil) {
    case .due(let id, _): enqueue(id, in: chat)
    case .broken(let id): try await retry(id)
    case .none: break
    }
  }

  /// Whether a reply for which the whole chat is too long waits for a summary first. Where the last one came to nothing it
  /// does not: that is tried again by a person only. Nor where the one in use is hidden, for without it the oldest messages
  /// are left out.
  public func summarisesFirst(in chat: ChatID) async throws(StoreError) -> Bool {
    let hidden = hidden
    return try await store.read { store throws(StoreError) in
      guard try store.settings(of: chat).overflow == .summarise else { return false }
      let last = try store.lastSummary(in: chat) { $0.standsForAbove || !hidden.contains($0.id) }
      return last.map { !$0.canBeAskedAgain && !hidden.contains($0.id) } ?? true
    }
  }

  /// Moves a summary that a person asked for down to where it leaves room for what follows, as far as its agent can say where
  /// that is.
  func place(_ summary: MessageID, in chat: Chat, _ agent: any ContextAgent) async throws(StoreError) {
    let place: MessageID?
    do throws(ContextFault) {
      place = try await agent.summaryPlace(in: try await contextRequest(for: chat, with: Draft()))
    } catch {
      // Where it stands already is a place, too.
      return
    }
    guard let place, !Task.isCancelled else { return }
    let hidden = hidden
    let isAgain = replies.isAskedAgain(summary)
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      // The line may be another one by now.
      let last = try store.lastSummary(in: chat.id) { !hidden.contains($0.id) }
      guard let message = last, message.id == summary, isAgain ? message.canBeAskedAgain : message.state == .queued,
        let below = try store.message(place), below.chat == chat.id, let parent = below.parent,
        below.sequence > message.sequence
      else { return ((), []) }
      return ((), try Self.move(message, after: parent, in: store))
    }
  }

  private static func move(
    _ message: Message, after parent: MessageID, in store: any MessageWriting
  ) throws(StoreError) -> [ChatEvent] {
    guard message.parent != parent, message.id != parent else { return [] }
    try store.move(message.id, after: parent)
    return [.lineChanged(message.chat), .messageSaved(try store.message(message.id) ?? message)]
  }

  // MARK: For a reply

  /// The summary for which the reply waits that has no room for what is above the message; nil where none is to be had, and
  /// the reply takes what fits.
  func dueSummary(above message: MessageID, for reply: MessageID, in chat: ChatID) async -> MessageID? {
    do throws(StoreError) {
      switch try await summary(above: message, in: chat, for: reply) {
      case .due(let id, let isNew):
        guard replies.isCutOff(reply) else { return id }
        // It was cut off meanwhile: what was there before goes on, and what was put there for it goes.
        if isNew { await takeBack(id, in: chat) } else { enqueue(id, in: chat) }
        return nil
      case .broken(let id) where replies.isAskedAgain(id): return id
      // What came to nothing once is tried again by a person only.
      case .broken, .none: return nil
      }
    } catch {
      tell(.failed(.store(error)))
      return nil
    }
  }

  private func takeBack(_ summary: MessageID, in chat: ChatID) async {
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard try store.message(summary)?.state == .queued else { return ((), []) }
        try store.remove(summary)
        return ((), [.messageRemoved(summary, in: chat), .lineChanged(chat)])
      }
    } catch {
      // Whoever is there makes it.
      tell(.failed(.store(error)))
      enqueue(summary, in: chat)
    }
  }

  // MARK: Which one

  private enum Summary {
    /// It is there and this process makes it.
    case due(MessageID, isNew: Bool)
    /// It is there and not whole.
    case broken(MessageID)
    /// It is whole, another process makes it, or there is nothing to sum up.
    case none
  }

  /// The summary that is to stand above the message, for the reply or, for nil, a person.
  private func summary(
    above first: MessageID, in chat: ChatID, for reply: MessageID?
  ) async throws(StoreError) -> Summary {
    let new = Message(
      id: surroundings.newID(), chat: chat, sender: .summary, text: "", state: .queued, createdAt: surroundings.now())
    let hidden = hidden
    return try await commit { store throws(StoreError) -> (Summary, [ChatEvent]) in
      guard let below = try store.message(first), below.chat == chat else { return (.none, []) }
      var events: [ChatEvent] = []
      if reply == nil {
        var settings = try store.settings(of: chat)
        if settings.overflow != .summarise {
          settings.overflow = .summarise
          try store.setSettings(settings, of: chat)
          events.append(.chatSettingsSaved(settings, in: chat))
        }
      }
      guard let parent = below.parent else { return (.none, events) }
      let last = try store.lastSummary(in: chat, before: reply) { !hidden.contains($0.id) }
      if let last, last.state == .queued {
        return (try store.claim(last.id) ? .due(last.id, isNew: false) : .none, events)
      }
      if let last, last.canBeAskedAgain {
        if reply == nil, last.sequence < below.sequence { events += try Self.move(last, after: parent, in: store) }
        return (.broken(last.id), events)
      }
      // It is being made, or whole and right there.
      if let last, last.state == .streaming || last.id == parent { return (.none, events) }
      let saved = try store.insert(new, after: parent)
      _ = try store.claim(saved.id)
      events += [.lineChanged(chat), .messageSaved(saved)]
      if let chat = try store.chat(chat) { events.append(.saved(chat)) }
      return (.due(saved.id, isNew: true), events)
    }
  }
}

extension MessageReading {
  /// The last summary of the line, or of what is above the anchor, that is meant.
  func lastSummary(
    in chat: ChatID, before anchor: MessageID? = nil, where isMeant: (Message) -> Bool
  ) throws(StoreError) -> Message? {
    var found = try lastSummary(in: chat, before: anchor)
    while let summary = found, !isMeant(summary) { found = try lastSummary(in: chat, before: summary.id) }
    return found
  }
}
