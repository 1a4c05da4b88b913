import Domain

/// Where the reader is: kept when another chat is opened, when Sotto ends, and when all has to be read anew.
extension ThreadModel {
  /// Reads the messages around the place where the reader was when the chat was left; without one, or when something
  /// unread came in since, the newest.
  func readWhereReaderWas(_ mine: Int) async throws(StoreError) {
    let half = ThreadWindow.firstPage / 2
    if chat.unreadCount == 0, let place = house?.settings.places.last(where: { $0.chat == chat.id }),
      let stretch = try await service.messages(in: chat.id, around: place.message, before: half, after: half)
    {
      guard mine == reading else { return }
      start = place
      isAtEnd = false
      return window.reset(stretch)
    }
    try await readNewest(mine)
  }

  /// Reads what is in memory anew. The messages in sight stay, and so does the reader.
  func refresh() async {
    guard phase == .ready, !isNew else { return await load() }
    composer.chatChanged()
    let mine = beginReading()
    do throws(StoreError) {
      guard let saved = try await service.chat(chat.id), saved.binnedAt == nil else {
        end(mine)
        house?.closeAndOpenNext(after: chat.id)
        return
      }
      chat = saved
      try await readAround(mine)
      rebuild()
    } catch {
      house?.tell(error.sentence)
    }
    end(mine)
  }

  private func readNewest(_ mine: Int) async throws(StoreError) {
    let page = try await service.messages(in: chat.id, .newest(limit: ThreadWindow.firstPage))
    if mine == reading { window.reset(page) }
  }

  private func readAround(_ mine: Int) async throws(StoreError) {
    let messages = window.messages
    let place: MessageID? =
      switch onPlaceWanted?() {
      case .at(let place): place.message
      case .unknown: start?.message
      case .end, nil: nil
      }
    if !isAtEnd || window.hasNewer, let index = messages.firstIndex(where: { $0.id == place }) ?? messages.indices.first
    {
      // The first one in sight may be gone; then the next one that is still there.
      for (anchor, message) in messages.enumerated().dropFirst(index) {
        let stretch = try await service.messages(
          in: chat.id, around: message.id, before: max(anchor, ThreadWindow.page),
          after: max(messages.count - anchor - 1, ThreadWindow.page))
        guard mine == reading else { return }
        if let stretch { return window.reset(stretch) }
      }
    }
    try await readNewest(mine)
  }
}

extension HouseModel {
  /// Keeps where the reader is in the open chat, for when it is opened again and for the next start.
  func keepPlace() {
    keepingPlace?.cancel()
    keepingPlace = nil
    guard let thread, thread.phase == .ready, !thread.isNew, let onPlaceWanted = thread.onPlaceWanted else { return }
    let chat = thread.chat.id
    switch onPlaceWanted() {
    case .end: change { $0.keep(nil, in: chat) }
    case .at(let place): change { $0.keep(place, in: chat) }
    case .unknown: break
    }
  }

  /// Keeps it when the reader has rested, so that it is known even after a sudden end.
  func keepPlaceSoon() {
    guard thread?.onPlaceWanted != nil else { return }
    keepingPlace?.cancel()
    keepingPlace = Task { [clock] in
      guard (try? await clock.surroundings.sleep(for: .seconds(2))) != nil, !Task.isCancelled else { return }
      self.keepPlace()
    }
  }
}
