import Adw
import Domain
import Localization
import ViewModels

/// What the desktop shows of the chats outside of the window: how much is unread, and replies that nobody saw coming.
enum DesktopPresence {
  static func install(on application: Application, window: Window, controller: MainWindow) {
    window.observe { [weak controller] window in
      let count = controller?.model?.unread.count ?? 0
      window.title = count > 0 ? "(\(count)) \(Program.name)" : Program.name
      application.showCount(count)
    }
    window.observe { [weak controller] _ in
      guard let notifications = controller?.model?.notifications else { return }
      notifications.onShow = { application.show(notification(of: $0)) }
      notifications.onWithdraw = { application.withdrawNotification(id(of: $0)) }
    }
    application.action("show-message") { [weak controller] (target: String) in
      let words = target.split(separator: " ").map(String.init)
      guard words.count == 2, let chat = ChatID(words[0]), let message = MessageID(words[1]) else { return }
      controller?.present(at: 0)
      if controller?.isWelcoming == false { controller?.model?.show(message, in: chat) }
    }
    application.action("reply") { [weak controller] (target: String) in
      guard let chat = ChatID(target), let controller else { return }
      controller.present(at: 0)
      guard !controller.isWelcoming, let model = controller.model else { return }
      model.viewer?.close()
      Task {
        await model.open(chat).value
        if model.thread?.chat.id == chat { model.thread?.focusComposer() }
      }
    }
  }

  private static func id(of chat: ChatID) -> String { "chat-\(chat)" }  // untranslated: a name

  private static func notification(of reply: ReplyNotification) -> Notification {
    Notification(
      id: id(of: reply.chat), title: reply.title, text: reply.text,
      action: .init("show-message", "\(reply.chat) \(reply.message)"),
      buttons: [.init(localized("Reply", context: "a button that begins an answer"), .init("reply", "\(reply.chat)"))])
  }
}
