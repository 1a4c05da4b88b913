import Domain
internal import Wording

/// Which message can be written anew: the last one that the user wrote.
extension ThreadModel {
  /// Whether this is that message.
  public func canEdit(_ row: ThreadRow) -> Bool {
    guard !isReadOnly, !composer.isEditing, let last = Self.lastOwn(of: shownMessages) else { return false }
    return !hasNewer && row.id == .message(last.id)
  }

  /// Brings the last message that the user wrote back into the composer.
  public func editLast() {
    guard !hasLeft, !isReadOnly, phase == .ready else { return }
    if !hasNewer {
      if let last = Self.lastOwn(of: shownMessages) { composer.beginEdit(of: last) }
      return
    }
    // It is not in memory while the reader is far above.
    work.begin { [self] in
      do throws(StoreError) {
        let page = try await service.messages(in: chat.id, .newest(limit: ThreadWindow.firstPage))
        let last = Self.lastOwn(of: page.filter { !deletions.hides($0.id) })
        if let last, composer.isBlank, !hasLeft { composer.beginEdit(of: last) }
      } catch {
        notices.tell(error.sentence)
      }
    }
  }

  private var shownMessages: [Message] {
    // Which they are changes with the rows.
    _ = rows
    return window.messages.filter { !deletions.hides($0.id) }
  }

  private static func lastOwn(of messages: [Message]) -> Message? { messages.last { $0.sender == .user } }
}
