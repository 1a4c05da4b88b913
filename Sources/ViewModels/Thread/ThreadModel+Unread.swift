import Domain

/// What was not read yet when the chat was opened: a line stands above it, and the chat opens there.
extension ThreadModel {
  /// The line above the first unread message; nil where there is none among the rows.
  public var newLine: ThreadRowID? {
    rows.first { if case .new = $0.id { true } else { false } }?.id
  }

  /// The view says which rows are in sight: what is among them is not unread below any more.
  public func setInSight(_ ids: [ThreadRowID]) {
    guard !newBelow.isEmpty else { return }
    let seen = newBelow.filter { ids.contains(.message($0)) }
    if !seen.isEmpty { newBelow.subtract(seen) }
  }

  /// Reads which messages are unread, and those around the first of them where it is not among the newest. False where
  /// nothing is unread.
  func readUnread(_ mine: Int, page isWanted: Bool) async throws(StoreError) -> Bool {
    guard unreadAtStart > 0 else { return false }
    let unread = try await service.unreadMessages(in: chat.id, count: unreadAtStart)
    guard let first = unread.first else { return false }
    if isWanted {
      let newest = try await service.messages(in: chat.id, .newest(limit: ThreadWindow.firstPage))
      let isFar = !newest.contains { $0.id == first }
      let page = isFar ? try await pageOnLine(around: first) : nil
      guard isReading(mine) else { return true }
      if let page { reset(to: page) } else { window.reset(newest) }
    }
    guard isReading(mine) else { return true }
    firstUnread = first
    newBelow = Set(unread)
    return true
  }

  /// The chat's row says how much is unread now. What comes while nobody looks is new to who comes back.
  func noteUnread(since before: Int) {
    // Not by what else is saved before the mark is.
    if before > 0, chat.unreadCount == 0 { isKeptUnread = false }
    guard before == 0, chat.unreadCount > 0, !isVisible, phase == .ready, !window.hasNewer else { return }
    let replies = window.messages.filter { $0.sender == .agent && ($0.state == .complete || $0.state == .failed) }
    firstUnread = replies.suffix(chat.unreadCount).first?.id
    rebuild()
  }

  /// Above which message of those that are shown the line stands: the first unread one, or the next where that is hidden.
  var messageBelowNewLine: MessageID? {
    guard let firstUnread, let index = window.messages.firstIndex(where: { $0.id == firstUnread }) else { return nil }
    return window.messages[index...].first {
      !deletions.hides($0.id) && ($0.state != .queued || $0.sender == .summary)
    }?.id
  }

  /// The message goes for ever; what is new begins with the next one.
  func moveNewLine(off id: MessageID) {
    guard id == firstUnread, let index = window.messages.firstIndex(where: { $0.id == id }) else { return }
    firstUnread = window.messages[index...].dropFirst().first?.id
  }

  /// Whoever answers has read.
  func dropNewLine() {
    isKeptUnread = false
    guard firstUnread != nil else { return }
    firstUnread = nil
    rebuild()
  }
}
