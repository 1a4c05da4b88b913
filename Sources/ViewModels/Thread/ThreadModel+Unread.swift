import Domain

/// What was not read yet when the chat was opened: a line stands above it, and the chat opens there.
extension ThreadModel {
  /// The line above the first unread message; nil where there is none among the rows.
  public var newLine: ThreadRowID? {
    rows.first { if case .new = $0.id { true } else { false } }?.id
  }

  /// The view says which rows are in sight: what is among them is not unread below any more.
  public func setInSight(_ ids: [ThreadRowID]) {
    guard unread.countBelow > 0 else { return }
    let seen = ids.compactMap { if case .message(let id) = $0, unread.isBelow(id) { id } else { nil } }
    if !seen.isEmpty { unread.see(seen) }
  }

  /// All that came in below is in sight.
  func seeAll() { if unread.countBelow > 0 { unread.seeAll() } }

  /// Reads which messages are unread, and those around the first of them where it is not among the newest. False where
  /// nothing is unread.
  func readUnread(_ mine: Int, page isWanted: Bool) async throws(StoreError) -> Bool {
    guard unread.countAtStart > 0 else { return false }
    let found = try await service.unreadMessages(in: chat.id, count: unread.countAtStart)
    guard let first = found.first else { return false }
    if isWanted {
      let newest = try await service.messages(in: chat.id, .newest(limit: ThreadWindow.firstPage))
      let isFar = !newest.contains { $0.id == first }
      let page = isFar ? try await pageOnLine(around: first) : nil
      guard isReading(mine) else { return true }
      if let page { reset(to: page) } else { window.reset(newest) }
    }
    guard isReading(mine) else { return true }
    unread.begin(with: found)
    return true
  }

  /// The chat's row says how much is unread now. What comes while nobody looks is new to who comes back.
  func noteUnread(since before: Int) {
    unread.noteCount(chat.unreadCount, since: before)
    guard before == 0, chat.unreadCount > 0, !isVisible, phase == .ready, !window.hasNewer else { return }
    unread.begin(aboveLast: chat.unreadCount, in: window.messages)
    rebuild()
  }

  /// Above which message of those that are shown the line stands.
  var messageBelowNewLine: MessageID? {
    unread.message(in: window.messages) { !deletions.hides($0.id) && ($0.state != .queued || $0.sender == .summary) }
  }

  /// Whoever answers has read.
  func dropNewLine() { if unread.drop() { rebuild() } }
}
