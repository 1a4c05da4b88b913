/// The summaries of a chat's line: which one counts, and the steps of the transactions that put one there, move it, and take
/// it back. `ChatService` runs these and has the summaries made.
struct Summaries: Sendable {
  /// What became of the wish for one.
  enum Outcome: Sendable {
    /// It is there and this process makes it.
    case due(MessageID, isNew: Bool)
    /// It is there and not whole.
    case broken(MessageID)
    /// It is whole, another process makes it, or there is nothing to sum up.
    case none
  }

  // MARK: Reading

  /// Whether a reply waits for one where the whole chat is too long.
  func comeFirst(in chat: ChatID, _ store: any StoreReading) throws(StoreError) -> Bool {
    guard try store.settings(of: chat).overflow == .summarise else { return false }
    let last = try store.lastSummary(in: chat, before: nil)
    return last.map { !$0.canBeAskedAgain } ?? true
  }

  /// Whether one that is newer than the reply stands for what is above the message.
  func standForAll(
    above first: Message, since told: Message, in store: any StoreReading
  ) throws(StoreError) -> Bool {
    var cursor = MessageCursor(first.chat, .line, .newestFirst)
    while !cursor.isAtEnd {
      for message in try cursor.next(100, in: store) {
        let isSummary = message.standsForAbove
        // One that was there before the reply and above this message was left out, too.
        if message.id == first.parent { return isSummary && message.createdAt >= told.createdAt }
        if isSummary { return true }
      }
    }
    return false
  }

  // MARK: Writing

  /// Has one stand above the message, for the reply or, for nil, a person, who wants that from now on whenever the chat grows
  /// too long.
  ///
  /// - Parameter new: the row that it gets where there is none to use.
  func ask(
    for new: Message, above first: MessageID, before reply: MessageID?, in store: any StoreWriting
  ) throws(StoreError) -> (Outcome, [ChatEvent]) {
    let chat = new.chat
    guard let below = try store.message(first), below.chat == chat else { return (.none, []) }
    var events = reply == nil ? try chooseThem(in: chat, store) : []
    let last = try store.lastSummary(in: chat, before: reply)
    switch SummaryStep(above: below, last: last, isAskedFor: reply == nil) {
    case .leave: return (.none, events)
    case .claim(let id): return (try store.claim(id) ? .due(id, isNew: false) : .none, events)
    case .makeAgain(let id, let parent):
      if let parent, let last { events += try Self.move(last, after: parent, in: store) }
      return (.broken(id), events)
    case .insert(let parent):
      let saved = try store.insert(new, after: parent)
      _ = try store.claim(saved.id)
      events += [.lineChanged(chat), .messageSaved(saved)]
      if let chat = try store.chat(chat) { events.append(.saved(chat)) }
      return (.due(saved.id, isNew: true), events)
    }
  }

  private func chooseThem(in chat: ChatID, _ store: any StoreWriting) throws(StoreError) -> [ChatEvent] {
    var settings = try store.settings(of: chat)
    guard settings.overflow != .summarise else { return [] }
    settings.overflow = .summarise
    try store.setSettings(settings, of: chat)
    return [.chatSettingsSaved(settings, in: chat)]
  }

  /// Moves one that is not made yet down to above `place`. The line may be another one since that was found.
  ///
  /// - Parameter isAgain: whether it was asked for once more.
  func move(
    _ summary: MessageID, above place: MessageID, in chat: ChatID, isAgain: Bool, _ store: any StoreWriting
  ) throws(StoreError) -> [ChatEvent] {
    let last = try store.lastSummary(in: chat, before: nil)
    guard let last, last.id == summary, let below = try store.message(place),
      let parent = last.newPlace(above: below, isAgain: isAgain)
    else { return [] }
    return try Self.move(last, after: parent, in: store)
  }

  private static func move(
    _ summary: Message, after parent: MessageID, in store: any StoreWriting
  ) throws(StoreError) -> [ChatEvent] {
    try store.move(summary.id, after: parent)
    return [.lineChanged(summary.chat), .messageSaved(try store.message(summary.id) ?? summary)]
  }

  /// Removes one that was put there for a reply which does not need it any more.
  static func takeBack(
    _ summary: MessageID, in chat: ChatID, _ store: any StoreWriting
  ) throws(StoreError) -> [ChatEvent] {
    guard try store.message(summary)?.state == .queued else { return [] }
    try store.remove(summary)
    return [.messageRemoved(summary, in: chat), .lineChanged(chat)]
  }
}

extension StoreReading {
  /// The last summary of the line, or of what is above the anchor, that is meant.
  func lastSummary(
    in chat: ChatID, before anchor: MessageID? = nil, where isMeant: (Message) -> Bool
  ) throws(StoreError) -> Message? {
    var found = try lastSummary(in: chat, before: anchor)
    while let summary = found, !isMeant(summary) { found = try lastSummary(in: chat, before: summary.id) }
    return found
  }
}
