import Domain
internal import Wording

/// Where the reader is: kept when another chat is opened, when Sotto ends, and when all has to be read again.
extension ThreadModel {
  /// Reads the messages around the place where the reader was when the chat was left; without one, the newest; when
  /// something is unread, those around the first unread one. Around the message that was requested meanwhile, if there is one.
  func readWhereReaderWas(_ mine: Int) async throws(StoreError) {
    if let id = going.wanted, let page = try await pageOnLine(around: id) {
      if isReading(mine) { reset(to: page) }
      _ = try await readUnread(mine, page: false)
    } else if try await readUnread(mine, page: true) {
      return
    } else if let position = settings.readingPositions.last(where: { $0.chat == chat.id }),
      let page = try await pageOnLine(around: position.message)
    {
      guard isReading(mine) else { return }
      place.begin(at: position)
      reset(to: page)
    } else {
      try await readNewest(mine)
    }
  }

  /// A page around a message of the line.
  typealias Page = (messages: [Message], anchor: MessageID)

  /// Nil where the line does not go through the message.
  func pageOnLine(around id: MessageID) async throws(StoreError) -> Page? {
    try await service.messages(in: chat.id, around: [id], nearest: 0, before: Self.half, after: Self.half)
  }

  func reset(to page: Page) {
    window.reset(page.messages, around: page.anchor, before: Self.half, after: Self.half)
  }

  /// How many messages are read on either side of one.
  private static var half: Int { ThreadWindow.firstPage / 2 }

  /// Reads what is in memory again. The messages in sight stay, and so does the reader, where the line still goes through
  /// them.
  public func refresh() async {
    guard phase == .ready, !isNew else { return await load() }
    composer.chatChanged()
    window.readings.setStale(true)
    let mine = beginReading()
    do throws(StoreError) {
      let saved = try await service.chat(chat.id)
      // Whatever has overtaken this sees that it is done again.
      guard isReading(mine) else { return }
      guard let saved, saved.trashedAt == nil else {
        window.readings.setStale(false)
        isRemoved = saved == nil
        if let saved { chat = saved }
        end(mine)
        onGone?(chat.id)
        return
      }
      chat = saved
      let unfinished = UnfinishedReplies(try await service.unfinishedReplies(in: chat.id))
      try await readAround(mine)
      guard isReading(mine) else { return }
      replies.readAgain(unfinished)
      rebuild()
    } catch {
      guard isReading(mine) else { return }
      notices.tell(error.sentence)
    }
    window.readings.setStale(false)
    end(mine)
  }

  /// Reads it again in a moment, and counts on nothing that is in memory until then.
  func refreshSoon() {
    guard window.readings.askForRefresh() else { return }
    Task {
      window.readings.beginRefresh()
      await refresh()
    }
  }

  private func readNewest(_ mine: Int) async throws(StoreError) {
    let page = try await service.messages(in: chat.id, .newest(limit: ThreadWindow.firstPage))
    if isReading(mine) { window.reset(page) }
  }

  private func readAround(_ mine: Int) async throws(StoreError) {
    let messages = window.messages
    let position = place.anchor(ahead: going.messageAhead, unread: unread.first)
    if !place.isAtEnd || going.messageAhead != nil || window.hasNewer,
      let index = messages.firstIndex(where: { $0.id == position }) ?? messages.indices.first
    {
      let before = max(index, ThreadWindow.page)
      let after = max(messages.count - index - 1, ThreadWindow.page)
      let page = try await service.messages(
        in: chat.id, around: messages.map(\.id), nearest: index, before: before, after: after)
      guard isReading(mine) else { return }
      if let page { return window.reset(page.messages, around: page.anchor, before: before, after: after) }
    }
    try await readNewest(mine)
  }

  /// Keeps where the reader is, for when the chat is opened again and for the next start.
  func saveReadingPosition() {
    place.endSaving()
    guard phase == .ready, !isNew, let now = place.now else { return }
    let id = chat.id
    switch now {
    case .end: settings.change { $0.keep(nil, in: id) }
    case .at(let position): settings.change { $0.keep(position, in: id) }
    case .unknown: break
    }
  }

  /// Keeps it when the reader has rested.
  func saveReadingPositionSoon() {
    if !hasLeft { place.saveSoon { [weak self] in self?.saveReadingPosition() } }
  }
}
