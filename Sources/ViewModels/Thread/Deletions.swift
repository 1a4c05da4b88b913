import Domain

/// Messages that were deleted and may be had back: hidden at once, and deleted on the disk when their notice has gone or
/// Sotto closes. A crash in between brings them back, and other processes see them until then.
final class Deletions {
  private weak var house: HouseModel?
  /// Messages that are not shown; one that is deleted stays among them, as its removal is told a little later.
  private var hidden: Set<MessageID> = []
  /// What the notice that stands there would bring back.
  private var waiting: (messages: [MessageID], notice: Int)?
  /// The chat that all of these are of; nil for several.
  private var place: ChatID?

  /// Deletions that are on their way to the disk.
  private var underWay: Task<Void, Never>?

  init(_ house: HouseModel) {
    self.house = house
  }

  func hides(_ id: MessageID) -> Bool { hidden.contains(id) }

  /// Hides the message and offers to undo that. Several in a row share one notice.
  func delete(_ id: MessageID) {
    guard let house, hidden.insert(id).inserted else { return }
    let messages = (waiting?.messages ?? []) + [id]
    let words = messages.count == 1 ? "Message deleted" : "\(messages.count) messages deleted"
    var notice = Notice(id: 0, text: words, button: "Undo", action: { [weak self] in self?.undo(messages) })
    let open = house.thread?.chat.id
    place = waiting == nil || place == open ? open : nil
    if let place, let title = house.thread?.title {
      notice.elsewhere = (place, "\(words) in “\(title)”")
    } else if waiting != nil {
      notice.text = words + " in several chats"
    }
    notice.replaced = waiting?.notice
    notice.ended = { [weak self] in self?.ended(messages) }
    waiting = (messages, house.offer(notice))
    rebuild()
    house.viewer?.hide(id)
  }

  /// The thread without them, and the list's line about it.
  private func rebuild() {
    guard let house, let thread = house.thread else { return }
    thread.rebuild()
    house.list.row(of: thread.chat.id)?.standIn = thread.previewWithoutHidden
  }

  private func undo(_ messages: [MessageID]) {
    guard waiting?.messages == messages else { return }
    waiting = nil
    show(messages)
  }

  private func ended(_ messages: [MessageID]) {
    // Its notice may have made way for one that has more of them.
    guard waiting?.messages == messages else { return }
    waiting = nil
    underWay = house?.keep { [self] in await carryOut(messages) }
  }

  /// Deletes what is only hidden, for a quit, and before an agent is asked, who shall not get it to read.
  func carryOut() async {
    await underWay?.value
    guard let (messages, notice) = waiting else { return }
    waiting = nil
    house?.withdraw(notice)
    await carryOut(messages)
  }

  private func carryOut(_ messages: [MessageID]) async {
    guard let house else { return }
    for id in messages {
      do throws(StoreError) {
        try await house.service.deleteMessage(id)
      } catch .noSuchMessage {
        // It went with its chat, or elsewhere.
      } catch {
        show([id])
        house.tell("The message was not deleted. " + error.sentence)
      }
    }
  }

  private func show(_ messages: [MessageID]) {
    hidden.subtract(messages)
    // They may be of chats that are not open any more.
    for row in house?.list.rows ?? [] where row.standIn != nil { row.standIn = nil }
    rebuild()
  }
}
