public import Domain
private import Localization
internal import Wording

/// The messages as values, and what is done to one.
extension ThreadModel {
  /// The messages that are shown, in order.
  public var messages: [Message] {
    rows.compactMap { row in
      guard case .message = row.id, row.message?.state != .queued else { return nil }
      // Who reads these follows the growth of a text, too.
      _ = (row.text, row.reasoning?.revision)
      return row.message
    }
  }

  /// Reads a message as Markdown, or shows it as it was typed, until the chat is closed.
  public func read(_ row: ThreadRow, asMarkdown isMarkdown: Bool) {
    shown.read(row, asMarkdown: isMarkdown)
  }

  /// What was sent is on the disk, though it may not be told of yet.
  func sent(_ receipt: ChatService.Receipt) {
    if let reply = receipt.reply { expect(reply) }
  }

  /// A reply will come, or come again.
  func expect(_ reply: MessageID) {
    if !window.messages.contains(where: { $0.id == reply && $0.isUnfinished }) { replies.expect(reply) }
  }

  /// Asks again for a reply that failed, was stopped or was interrupted.
  public func retry(_ id: MessageID) {
    expect(id)
    replies.ask(
      work.perform { [self] () throws(StoreError) in
        await deletions.settle()
        do throws(StoreError) { try await service.retry(id) } catch {
          replies.forget(id)
          throw error
        }
      })
  }

  /// A summary that is whole changes what the model reads, which can be taken back; without one the oldest are left out.
  func tellEnd(ofSummary message: Message) {
    if message.standsForAbove {
      notices.tell(localized("Chat summarised"), button: localized("Undo")) { [weak self] in
        self?.delete(message.id)
      }
    } else if message.state == .failed, let sentence = message.failureSentence {
      notices.tell(sentence)
    }
  }

  /// Deletes a message: it goes from the screen at once, and for ever once an Undo is not offered any more. A reply that
  /// is still coming ends.
  public func delete(_ id: MessageID) { delete([id]) }

  func delete(_ ids: Set<MessageID>) { deletions.delete(ids, in: chat) }
}
