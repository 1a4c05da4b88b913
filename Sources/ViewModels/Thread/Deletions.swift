import Domain
private import Localization
internal import Wording

/// Messages that were deleted and may be had back: hidden at once, and deleted on the disk when their notice has gone or
/// Sotto closes. A crash in between brings them back, and other processes see them until then.
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
  private var shownChat: ChatID?

  /// The summaries among them, by their chats.
  private var summaries: [MessageID: ChatID] = [:]
  /// What the service is being told of what is hidden.
  private var telling: Task<Bool, Never>?
  /// Deletions that are on their way to the disk, the newest of which waits for those before.
  private var underWay: Task<Void, Never>?
  /// What the list says of chats whose last messages are only hidden, and what their rows on disk say.
  private var standIns: [ChatID: (saved: Preview, shown: Preview)] = [:]

  init(service: ChatService, notices: Notices, work: PendingWork) {
    self.service = service
    self.notices = notices
    self.work = work
  }

  func hides(_ id: MessageID) -> Bool { hidden.contains(id) }

  /// Hides messages of this chat, some of which may be summaries, and offers to undo that. Several in a row share one notice.
  func delete(_ ids: Set<MessageID>, summaries found: Set<MessageID> = [], in chat: Chat) {
    let new = ids.subtracting(hidden)
    guard !new.isEmpty else { return }
    hidden.formUnion(new)
    for id in found { summaries[id] = chat.id }
    let messages = (waiting?.messages ?? []) + new
    let count = messages.count
    var notice = Notice(
      id: 0, text: Self.text(count), button: localized("Undo"), action: { [weak self] in self?.undo(messages) })
    shownChat = waiting == nil || shownChat == chat.id ? chat.id : nil
    if let shownChat {
      notice.inOtherChat = (shownChat, Self.text(count, in: ShownLine.of(chat.shownTitle)))
    } else {
      notice.text = Self.textForSeveralChats(count)
    }
    notice.replaced = waiting?.notice
    notice.ended = { [weak self] in self?.ended(messages) }
    waiting = (messages, notices.offer(notice))
    tell()
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

  /// What the list is to say last of the chat in place of what its row says; nil where that is right.
  func standIn(for chat: Chat) -> Preview? {
    guard let standIn = standIns[chat.id] else { return nil }
    // Something was said since, or the deletion is on the disk.
    if standIn.saved != chat.preview { standIns[chat.id] = nil }
    return standIns[chat.id]?.shown
  }

  /// Sets what the list is to say of the chat instead; nil where its row is right.
  func setStandIn(_ preview: Preview?, for chat: Chat) {
    standIns[chat.id] = preview.map { (chat.preview, $0) }
  }

  /// What shows them, and what agents get to read.
  private func tell() {
    onChange?()
    telling = work.perform { [service, hidden, telling] () throws(StoreError) in
      _ = await telling?.value
      await service.hide(hidden)
    }
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
    begin(messages)
  }

  private func begin(_ messages: [MessageID]) {
    let before = underWay
    underWay = work.begin { [self] in
      await before?.value
      await carryOut(messages)
    }
  }

  /// Before an agent is asked in the chat: returns once it gets to read nothing of what is hidden. Undo goes on being offered,
  /// but for a summary: with it goes the wish to have old messages summarised, or the reply would bring another one.
  func prepareReply(in chat: ChatID) async {
    if waiting?.messages.contains(where: { summaries[$0] == chat }) == true { await carryOut() }
    _ = await telling?.value
  }

  /// Deletes what is only hidden, for a quit.
  func carryOut() async {
    if let (messages, notice) = waiting {
      waiting = nil
      notices.withdraw(notice)
      begin(messages)
    }
    await underWay?.value
  }

  private func carryOut(_ messages: [MessageID]) async {
    for id in messages {
      do throws(StoreError) {
        try await service.deleteMessage(id)
      } catch .noSuchMessage {
        // It went with its chat, or elsewhere.
      } catch {
        show([id])
        notices.tell(localized("The message was not deleted.") + " " + error.sentence)
      }
    }
  }

  private func show(_ messages: [MessageID]) {
    hidden.subtract(messages)
    // They may be of chats that are not open any more.
    standIns = [:]
    tell()
  }
}
