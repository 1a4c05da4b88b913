import Domain

/// What the user sees of the chat, and hears of it.
extension ThreadModel {
  /// The window shows this chat and has the user's attention.
  public func setVisible(_ visible: Bool) {
    guard visible != isVisible else { return }
    isVisible = visible
    let id = chat.id
    work.perform { [service] () throws(StoreError) in
      if visible { await service.watch(id) } else { await service.unwatch(id) }
    }
    readIfSeen()
    if visible { narrateWhatGrows() } else { narration.hush() }
  }

  /// The view says whether the newest message is in sight.
  public func setAtEnd(_ atEnd: Bool) {
    if place.setAtEnd(atEnd), atEnd { seeAll() }
  }

  func readIfSeen() {
    guard isVisible, chat.unreadCount > 0, !unread.isMarked, !isReadOnly else { return }
    let id = chat.id
    work.perform { [service] () throws(StoreError) in try await service.markRead(id) }
  }

  /// Tells screen readers of a message that may have grown or ended.
  func narrate(_ id: MessageID) {
    guard narration.isHeard, let row = row(of: .message(id)) else { return }
    narration.follow(row, agent: agentName, isSeen: isVisible)
  }

  /// Tells screen readers of answers that were under way before anybody saw them.
  func narrateWhatGrows() {
    guard narration.isHeard, isVisible else { return }
    for row in rows where row.state == .streaming {
      narration.follow(row, agent: agentName, isSeen: true, wasThere: true)
    }
  }
}
