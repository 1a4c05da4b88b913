import Domain
private import Localization
internal import Wording

/// Messages that were deleted and may be had back: deleted in the library at once, and for ever when their notice has gone or
/// Sotto closes. After a crash the next start offers them again.
final class Deletions {
  /// Called at once when other messages are hidden, for what shows them.
  var onChange: (() -> Void)?
  private let service: ChatService
  private let notices: Notices
  private let work: PendingWork
  /// Messages that are not shown; one that is deleted stays among them, as its removal is told a little later.
  private var hidden: Set<MessageID> = []
  /// What the notice that stands there would bring back.
  private var waiting: (messages: [MessageID], notice: Int)?
  /// The chat that all of these are of; nil for several.
  private var shownChat: Chat?
  /// What is on its way to the disk; each waits for the one before.
  private var underWay: Task<Void, Never>?

  init(service: ChatService, notices: Notices, work: PendingWork) {
    self.service = service
    self.notices = notices
    self.work = work
  }

  func hides(_ id: MessageID) -> Bool { hidden.contains(id) }

  /// Deletes messages of this chat, and offers to undo that. Several in a row share one notice.
  func delete(_ ids: Set<MessageID>, in chat: Chat) {
    let new = ids.subtracting(hidden)
    guard !new.isEmpty else { return }
    hidden.formUnion(new)
    offer((waiting?.messages ?? []) + new, in: waiting == nil || shownChat?.id == chat.id ? chat : nil)
    onChange?()
    begin { [self] in await delete(Array(new)) }
  }

  /// Offers to undo what was deleted before Sotto ended without purging it.
  func offerThoseOfBefore() async throws(StoreError) {
    let found = try await service.takeOnDeletions()
    guard !found.isEmpty else { return }
    let chats = Set(found.map(\.chat.id))
    let isMore = waiting != nil && chats != shownChat.map { [$0.id] }
    offer((waiting?.messages ?? []) + found.map(\.message), in: chats.count == 1 && !isMore ? found[0].chat : nil)
  }

  /// - Parameter chat: nil for several.
  private func offer(_ messages: [MessageID], in chat: Chat?) {
    let count = messages.count
    var notice = Notice(id: 0, text: Self.text(count), button: localized("Undo"))
    notice.action = { [weak self] in self?.undo(messages, in: chat) }
    shownChat = chat
    if let chat {
      notice.inOtherChat = (chat.id, Self.text(count, in: ShownLine.of(chat.shownTitle)))
    } else {
      notice.text = Self.textForSeveralChats(count)
    }
    notice.replaced = waiting?.notice
    notice.ended = { [weak self] in self?.ended(messages) }
    waiting = (messages, notices.offer(notice))
  }

  private static func text(_ count: Int) -> String {
    if count == 1 { return localized("Message deleted") }
    return localized(count, one: "\(count) message deleted", other: "\(count) messages deleted")
  }

  private static func text(_ count: Int, in title: String) -> String {
    if count == 1 { return localized("Message deleted in “\(title)”") }
    return localized(
      count, one: "\(count) message deleted in “\(title)”", other: "\(count) messages deleted in “\(title)”")
  }

  private static func textForSeveralChats(_ count: Int) -> String {
    localized(
      count, one: "\(count) message deleted in several chats", other: "\(count) messages deleted in several chats")
  }

  private func undo(_ messages: [MessageID], in chat: Chat?) {
    guard waiting?.messages == messages else { return }
    waiting = nil
    begin { [self] in
      do throws(StoreError) {
        try await service.restoreMessages(messages)
        show(messages)
      } catch {
        notices.tell(error)
        offer(messages + (waiting?.messages ?? []), in: waiting == nil ? chat : nil)
      }
    }
  }

  private func ended(_ messages: [MessageID]) {
    // Its notice may have made way for one that has more of them.
    guard waiting?.messages == messages else { return }
    waiting = nil
    begin { [self] in await purge(messages) }
  }

  private func begin(_ body: @escaping () async -> Void) {
    let before = underWay
    underWay = work.begin {
      await before?.value
      await body()
    }
  }

  /// Before an agent is asked: returns once it gets to read nothing of what was deleted.
  func settle() async { await underWay?.value }

  /// Deletes for ever what may be had back, for a quit.
  func carryOut() async {
    if let (messages, notice) = waiting {
      waiting = nil
      notices.withdraw(notice)
      begin { [self] in await purge(messages) }
    }
    await underWay?.value
  }

  private func delete(_ messages: [MessageID]) async {
    do throws(StoreError) { try await service.deleteMessages(messages) } catch {
      show(messages)
      forget(messages)
      notices.tell(localized("The message was not deleted.") + " " + error.sentence)
    }
  }

  /// These are there, and no notice is to bring them back.
  private func forget(_ messages: [MessageID]) {
    guard let (old, notice) = waiting else { return }
    waiting = nil
    notices.withdraw(notice)
    let left = old.filter { !messages.contains($0) }
    if !left.isEmpty { offer(left, in: shownChat) }
  }

  private func purge(_ messages: [MessageID]) async {
    // What cannot be purged now is purged when Sotto starts next, and offered before that.
    do throws(StoreError) { try await service.purgeMessages(messages) } catch { notices.tell(error) }
  }

  private func show(_ messages: [MessageID]) {
    hidden.subtract(messages)
    onChange?()
  }
}
