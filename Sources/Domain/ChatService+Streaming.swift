/// How a reply grows: at once in memory and on screen, about once a second on disk, where only what is new is written.
extension ChatService {
  /// At most this often is growth told: 30 times a second.
  static let tellInterval = Duration.milliseconds(33)
  /// At most this much of a streaming reply can be lost by a crash.
  static let checkpointInterval = Duration.seconds(1)

  func take(_ chunk: String, for id: MessageID) async {
    guard !chunk.isEmpty, let job = jobs[id], job.cut == nil else { return }
    jobs[id]?.message.text += chunk
    jobs[id]?.unsaved += chunk
    if job.message.state == .queued { return await begin(id) }
    tellText(of: id)
    scheduleCheckpoint(of: id)
  }

  /// The first chunk: from due to growing, told at once.
  func begin(_ id: MessageID) async {
    guard var job = jobs[id], job.message.state == .queued else { return }
    job.message.state = .streaming
    job.message.createdAt = surroundings.now()
    job.lastTold = surroundings.now()
    jobs[id] = job
    let message = job.message
    let isAgain = askedAgain.contains(id)
    do throws(StoreError) {
      let saved = try await commit { store throws(StoreError) -> (Message?, [ChatEvent]) in
        guard let old = try store.message(id), var chat = try store.chat(message.chat) else { return (nil, []) }
        // Another process may have been asked as well and have been quicker.
        if isAgain, !old.canBeAskedAgain { return (nil, []) }
        try store.update(message)
        if isAgain { _ = try store.claim(id) }
        chat.lastActivityAt = max(message.createdAt, chat.lastActivityAt)
        try store.update(chat)
        let saved = try store.message(id) ?? message
        return (saved, [.saved(try store.chat(chat.id) ?? chat), .messageSaved(saved)])
      }
      guard let saved else { return end(id, because: .gone) }
      askedAgain.remove(id)
      // Its place may have changed while it was due.
      jobs[id]?.message.parent = saved.parent
      jobs[id]?.message.sequence = saved.sequence
      if let unsaved = jobs[id]?.unsaved.unicodeScalars {
        jobs[id]?.unsaved = String(String.UnicodeScalarView(unsaved.dropFirst(message.text.unicodeScalars.count)))
      }
    } catch {
      // It goes on in memory; the end saves all of it.
      tell(.messageSaved(message))
    }
  }

  private func tellText(of id: MessageID) {
    guard let job = jobs[id], job.telling == nil else { return }
    let passed = surroundings.now().since(job.lastTold ?? Timestamp(milliseconds: 0))
    if passed >= Self.tellInterval || passed < .zero { return tellNow(id) }
    let surroundings = surroundings
    jobs[id]?.telling = Task {
      guard (try? await surroundings.sleep(for: Self.tellInterval - passed)) != nil else { return }
      self.tellNow(id)
    }
  }

  private func tellNow(_ id: MessageID) {
    guard let job = jobs[id] else { return }
    jobs[id]?.telling = nil
    jobs[id]?.lastTold = surroundings.now()
    tell(.streamed(id, in: job.message.chat, text: job.message.text))
  }

  private func scheduleCheckpoint(of id: MessageID) {
    guard let job = jobs[id], job.checkpointing == nil else { return }
    let surroundings = surroundings
    jobs[id]?.checkpointing = Task {
      guard (try? await surroundings.sleep(for: Self.checkpointInterval)) != nil else { return }
      await self.checkpoint(id)
    }
  }

  /// Saves only what came since the last checkpoint.
  private func checkpoint(_ id: MessageID) async {
    guard let job = jobs[id] else { return }
    jobs[id]?.checkpointing = nil
    let text = job.unsaved
    guard !text.isEmpty else { return }
    jobs[id]?.unsaved = ""
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in (try store.appendText(text, to: id), []) }
    } catch {
      jobs[id]?.unsaved = text + (jobs[id]?.unsaved ?? "")
    }
  }
}
