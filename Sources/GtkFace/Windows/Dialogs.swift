import Adw
import Domain
import Localization
import ViewModels
import Wording

/// The small windows that ask or tell one thing.
enum Dialogs {
  /// Asks for a new title, beside the chat's row.
  static func rename(_ chat: Chat, model: LibraryModel, over anchor: AnyWidget) {
    let renaming = Renaming(chat)
    let entry = Entry(renaming.text, placeholder: renaming.placeholder)
      .maximum(characters: Renaming.limit).characters(24).named(localized("Title of the chat"))
    let save = Button(localized("_Rename")).styled("suggested-action")
    let popover = Popover(
      Box(.vertical, spacing: 12) {
        Label(localized("Rename the Chat")).styled("heading")
        entry
        save
      }.margins(12))
    let done: @MainActor () -> Void = {
      model.rename(renaming, to: entry.text)
      popover.close()
    }
    save.onClick(done)
    entry.onActivate(done)
    popover.open(over: anchor)
    entry.grabFocus()
    entry.selectAll()
  }

  /// Puts a chat into the Trash, after a question where the user wants one.
  static func delete(_ chat: Chat, model: LibraryModel, over window: Window) {
    guard model.settings.confirmsDelete else {
      model.moveToTrash(chat.id)
      return
    }
    confirm(.moveToTrash(chat), over: window) { model.moveToTrash(chat.id) }
  }

  /// Asks before something that is not easily taken back; Enter alone takes nothing away.
  static func confirm(
    _ question: Confirmation, over window: Window, _ confirmed: @escaping @MainActor () -> Void
  ) {
    let dialog = MessageDialog(over: window, heading: question.heading, body: question.body)
      .answer("cancel", localized("_Cancel"), isDefault: true)
      .answer("go", question.action, question.isDestructive ? .destructive : .plain)
    Task { if await dialog.ask() == "go" { confirmed() } }
  }

  /// What is known of a message.
  static func details(of row: ThreadRow, over window: Window) {
    let details = row.details
    Task { await DetailsDialog.show(details, heading: localized("Details"), over: window) }
  }

  static func about(over window: Window) {
    AboutWindow.open(
      over: window, name: Program.name, version: Program.version, icon: "user-available-symbolic",
      developer: localized("The Sotto authors"),
      comments: localized("A private chat app that lives on your own machine. Nothing leaves it."),
      license: .mit, copyright: localized("© 2026 The Sotto authors"))
  }
}
