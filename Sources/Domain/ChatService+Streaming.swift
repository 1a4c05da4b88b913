/// How a reply grows: at once in memory and on screen, about once a second on disk, where only what is new is written.
extension ChatService {
  /// At most this much of a streaming reply can be lost by a crash.
  static let checkpointInterval = Duration.seconds(1)

  func take(_ chunk: String, for id: MessageID) async {
    if replies.take(chunk, for: id, at: surroundings.now()) { await grow(id) }
  }

  func take(reasoning chunk: String, for id: MessageID) async {
    if replies.take(reasoning: chunk, for: id, at: surroundings.now()) { await grow(id) }
  }

  private func grow(_ id: MessageID) async {
    if replies.isDue(id) { return await begin(id) }
    tellGrowth(of: id)
    scheduleCheckpoint(of: id)
  }

  func take(_ picture: Attachment, for id: MessageID) async {
    if replies.take(picture, for: id, at: surroundings.now()) { await begin(id) }
  }

  /// The first chunk: from due to growing, told at once.
  private func begin(_ id: MessageID) async {
    guard let message = replies.begin(id, at: surroundings.now()) else { return }
    let first = replies.takeUnsaved(of: id)
    let isAgain = replies.isAskedAgain(id)
    do throws(StoreError) {
      let saved = try await commit { store throws(StoreError) -> (Message?, [ChatEvent]) in
        guard let old = try store.message(id), var chat = try store.chat(message.chat) else { return (nil, []) }
        // Another process may have been asked as well and have been quicker.
        if isAgain, !old.canBeAskedAgain { return (nil, []) }
        try store.update(message)
        if isAgain { _ = try store.claim(id) }
        if message.sender != .summary, try store.isOnLine(id) {
          chat.lastActivityAt = max(message.createdAt, chat.lastActivityAt)
          try store.update(chat)
        }
        let saved = try store.message(id) ?? message
        return (saved, [.saved(try store.chat(chat.id) ?? chat), .messageSaved(saved)])
      }
      guard let saved else { return replies.cut(id, because: .gone) }
      replies.begun(id, as: saved)
    } catch {
      // It goes on in memory; the end saves all of it.
      replies.putBack(unsaved: first, of: id)
      tell(.messageSaved(message))
    }
  }

  private func tellGrowth(of id: MessageID) {
    guard let pause = replies.timeUntilTold(id, at: surroundings.now()) else { return }
    if pause == .zero { return tellNow(id) }
    let surroundings = surroundings
    let task = Task {
      guard await surroundings.slept(for: pause) else { return }
      self.tellNow(id)
    }
    replies.awaitTelling(of: id, by: task)
  }

  private func tellNow(_ id: MessageID) {
    guard let (message, hasThought) = replies.noteTold(id, at: surroundings.now()) else { return }
    if hasThought, let reasoning = message.reasoning {
      tell(.reasoned(id, in: message.chat, text: reasoning, milliseconds: message.reasoningMilliseconds))
    }
    if !message.text.isEmpty { tell(.streamed(id, in: message.chat, text: message.text)) }
  }

  private func scheduleCheckpoint(of id: MessageID) {
    guard replies.needsCheckpoint(id) else { return }
    let surroundings = surroundings
    let task = Task {
      guard await surroundings.slept(for: Self.checkpointInterval) else { return }
      await self.checkpoint(id)
    }
    replies.awaitCheckpoint(of: id, by: task)
  }

  /// Saves only what came since the last checkpoint.
  private func checkpoint(_ id: MessageID) async {
    let growth = replies.takeUnsaved(of: id)
    guard !growth.isEmpty else { return }
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        if !growth.reasoning.isEmpty { try store.appendReasoning(growth.reasoning, to: id) }
        if !growth.text.isEmpty { try store.appendText(growth.text, to: id) }
        return ((), [])
      }
    } catch {
      replies.putBack(unsaved: growth, of: id)
    }
  }
}
