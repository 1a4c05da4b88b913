public import Domain
private import Localization
internal import Wording

/// What the desktop says of a reply that came while nobody looked at its chat.
public struct ReplyNotification: Hashable, Sendable {
  /// One chat has one of them at most.
  public let chat: ChatID
  /// The reply.
  public let message: MessageID
  /// The chat's.
  public let title: String
  /// The beginning of the reply, or that there is one, or why there is none; never what was thought aloud.
  public let text: String
}

/// Notifications on the desktop: of replies that this process has made while nobody looked at their chats, the last one of
/// each chat, until it is read, here or in another process.
public final class NotificationsModel {
  /// Shows one, in the place of the one before of its chat.
  public var onShow: ((ReplyNotification) -> Void)?
  /// Takes the one of a chat away.
  public var onWithdraw: ((ChatID) -> Void)?

  /// The chats of which one is shown, and whether it says what the message says.
  private var shown: [ChatID: Bool] = [:]
  private let service: ChatService
  private let settings: SettingsModel

  init(service: ChatService, settings: SettingsModel) {
    self.service = service
    self.settings = settings
  }

  func take(_ event: ChatEvent) {
    switch event {
    case .replyUnseen(let message, in: let chat):
      guard settings.notifies, chat.trashedAt == nil else { return }
      shown[chat.id] = settings.notificationsShowText
      onShow?(
        ReplyNotification(
          chat: chat.id, message: message.id, title: ShownLine.of(chat.shownTitle), text: text(of: message)))
    case .saved(let chat) where chat.unreadCount == 0 || chat.trashedAt != nil: withdraw(chat.id)
    case .removed(let id): withdraw(id)
    case .settingsSaved(let saved):
      for (id, hasText) in shown where !saved.notifies || hasText && !saved.notificationsShowText { withdraw(id) }
    default: break
    }
  }

  /// Takes those away whose chats have nothing unread any more.
  func keepOnly(_ unread: [ChatID: Int]) {
    for id in shown.keys where unread[id] == nil { withdraw(id) }
  }

  /// Takes all of them away: once the program has ended their buttons would do nothing.
  func end() {
    for id in shown.keys { withdraw(id) }
  }

  private func withdraw(_ id: ChatID) {
    if shown.removeValue(forKey: id) != nil { onWithdraw?(id) }
  }

  private func text(of message: Message) -> String {
    guard message.state != .failed else {
      let failed = localized("The reply failed")
      return settings.notificationsShowText ? message.failureSentence ?? failed : failed
    }
    let line = ShownLine.of(Preview(of: message, plainLine: service.plainLine).line)
    return settings.notificationsShowText && !line.isEmpty ? line : localized("New message")
  }
}
