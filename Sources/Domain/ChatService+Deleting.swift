/// Messages that are deleted, and come back or go for ever.
extension ChatService {
  /// Deletes messages so that nothing shows them any more and no agent reads them, but they can be had back until they are
  /// purged. With a message of the user's go its other versions and what was answered to them. A reply that grows is ended,
  /// and what came of it is kept. One that is not there is passed over.
  public func deleteMessages(_ ids: [MessageID]) async throws(StoreError) {
    let now = surroundings.now()
    // What of a reply is only in memory is kept, too.
    let growing = Dictionary(uniqueKeysWithValues: Set(ids).compactMap { id in replies.made(id).map { (id, $0) } })
    let removed = try await commit { store throws(StoreError) -> ([MessageID], [ChatEvent]) in
      var (removed, events): ([MessageID], [ChatEvent]) = ([], [])
      var changed: Set<ChatID> = []
      for id in ids {
        guard var message = try store.message(id) else { continue }
        if message.state.isUnfinished {
          message = growing[id] ?? message
          message.state = .stopped
          try store.update(message)
        }
        let inUse = try store.lastSummary(in: message.chat) { $0.standsForAbove }
        let versions = try otherVersions(of: message, in: store)
        let (gone, isOther) = try store.delete(id, with: versions, at: now)
        removed += gone
        events += gone.map { .messageRemoved($0, in: message.chat) }
        if isOther { changed.insert(message.chat) }
        events += try showEnd(of: message.chat, in: store)
        if inUse?.id == id { events += try Self.dropOldest(in: message.chat, store) }
      }
      return (removed, events + changed.map { .lineChanged($0) })
    }
    // Not before the disk has agreed: a message that stays goes on streaming.
    for id in removed { replies.forget(id) }
  }

  /// Brings deleted messages back to where they were.
  public func restoreMessages(_ ids: [MessageID]) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      var events: [ChatEvent] = []
      for id in try store.restore(Set(ids)) {
        guard let message = try store.message(id) else { continue }
        events += [.messageSaved(message), .lineChanged(message.chat)]
        events += try showEnd(of: message.chat, in: store)
        if message.standsForAbove { events += try Self.summariseAgain(in: message.chat, store) }
      }
      return ((), events)
    }
  }

  /// Deletes messages for ever that were deleted, with their pictures where no other message shows them.
  public func purgeMessages(_ ids: [MessageID]) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      try store.purge(ids)
      return ((), [])
    }
  }

  /// Messages that a process deleted which ended before it purged them; this one offers to bring them back from now on.
  /// Each comes with its chat.
  public func takeOnDeletions() async throws(StoreError) -> [(message: MessageID, chat: Chat)] {
    // Mostly there are none, and then nothing is written.
    let later = Timestamp(milliseconds: .max)
    guard
      try await !store.read({ store throws(StoreError) in try store.messages(deletedBefore: later, limit: 1) }).isEmpty
    else { return [] }
    return try await commit { store throws(StoreError) -> ([(message: MessageID, chat: Chat)], [ChatEvent]) in
      var found: [(message: MessageID, chat: Chat)] = []
      for id in try store.takeOnDeletions() {
        guard let chat = try store.deletedMessage(id)?.chat, let chat = try store.chat(chat) else { continue }
        found.append((id, chat))
      }
      return (found, [])
    }
  }

  /// Deletes for ever what was deleted for longer than `trashRetention`, and what is offered by no process.
  func purgeDeletedMessages() async throws(StoreError) {
    try await run(PurgingMessages(service: self, time: surroundings.now().advanced(by: .zero - Self.trashRetention)))
  }

  /// Purges the first of them; returns how many that were, nil for none.
  fileprivate func purgeSome(before time: Timestamp) async throws(StoreError) -> Int? {
    try await commit { store throws(StoreError) -> (Int?, [ChatEvent]) in
      let count = try store.purge(try store.messages(deletedBefore: time, limit: 20))
      // What a damaged row keeps from being purged stays, and ends this.
      return (count == 0 ? nil : count, [])
    }
  }

  /// What goes with a message of the user's: nobody sees these any more, and what was written over is not to come back.
  private nonisolated func otherVersions(
    of message: Message, in store: any StoreReading
  ) throws(StoreError) -> [MessageID] {
    guard message.sender == .user else { return [] }
    var versions: [MessageID] = []
    for id in try store.siblings(of: message.id).messages where id != message.id {
      if try store.message(id)?.sender == .user { versions.append(id) }
    }
    return versions
  }

  /// Without its summary the chat is read as without a choice, or the next reply would bring the summary back.
  private static func dropOldest(in chat: ChatID, _ store: any ChatWriting) throws(StoreError) -> [ChatEvent] {
    try setOverflow(from: .summarise, to: .dropOldest, in: chat, store)
  }

  private static func summariseAgain(in chat: ChatID, _ store: any ChatWriting) throws(StoreError) -> [ChatEvent] {
    try setOverflow(from: .dropOldest, to: .summarise, in: chat, store)
  }

  private static func setOverflow(
    from old: ContextOverflow, to new: ContextOverflow, in chat: ChatID, _ store: any ChatWriting
  ) throws(StoreError) -> [ChatEvent] {
    var settings = try store.settings(of: chat)
    guard settings.overflow == old else { return [] }
    settings.overflow = new
    try store.setSettings(settings, of: chat)
    return [.chatSettingsSaved(settings, in: chat)]
  }
}

/// Deletes deleted messages for ever. What is left is how far it is: one that was cut off goes on there.
private struct PurgingMessages: LibraryJob {
  let kind = LibraryJobKind.emptyingTrash
  let service: ChatService
  let time: Timestamp
  private var done = 0

  init(service: ChatService, time: Timestamp) {
    self.service = service
    self.time = time
  }

  mutating func step() async throws(StoreError) -> JobProgress? {
    guard let count = try await service.purgeSome(before: time) else { return nil }
    done += count
    return JobProgress(done: done, of: 0)
  }
}
