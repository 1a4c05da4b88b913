import Adw
import Domain
import Localization
import ViewModels

/// The Trash: chats on their way out, each with a way back.
enum TrashWindow {
  static func open(model: LibraryModel, over parent: Window) {
    let window = PageWindow.make(localized("Trash"), over: parent)
    let empty = Button(localized("_Empty Trash")).styled("destructive-action")
    let header = HeaderBar(title: WindowTitle(localized("Trash"))) { empty }
    let list = PagedList<ChatID>()
    list.named(localized("Chats in the Trash"))
    let states = Stack(crossfades: false)
      .page(
        "empty",
        StatusPage(
          icon: "user-trash-symbolic", title: localized("The Trash Is Empty"),
          description: localized("Chats that you delete lie here for 30 days."))
      )
      .page("list", list)
    window.show(
      Box(.vertical) {
        header
        states.expanding(vertically: true)
      })
    list.observe { list in
      list.update(ids: model.trash.rows.map(\.id)) { id in
        guard let row = model.trash.rows.first(where: { $0.id == id }) else { return ListRow(Box(.vertical)) }
        return make(row, model: model, window: window)
      }
    }
    states.observe { states in
      if let failure = model.trash.failure {
        states.showFailure(localized("The Trash Cannot Be Read"), failure)
      } else {
        states.shown = model.trash.rows.isEmpty ? "empty" : "list"
      }
    }
    empty.observe { $0.isEnabled = !model.trash.rows.isEmpty && model.readOnly == nil }
    empty.onClick {
      Dialogs.confirm(.emptyTrash(model.trash.count), over: window) { model.emptyTrash() }
    }
    window.onKey { stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
    window.onGone { model.trash.hide() }
    Task { await model.trash.show() }
    window.present()
  }

  private static func make(_ row: ChatRowModel, model: LibraryModel, window: Window) -> ListRow {
    let restore = Button(icon: "edit-undo-symbolic", name: localized("Restore")).flat().aligned(vertically: .center)
    restore.onClick { model.restore(row.id) }
    let remove = Button(icon: "edit-delete-symbolic", name: localized("Delete for ever")).flat().aligned(
      vertically: .center)
    for button in [restore, remove] { button.isEnabled = model.readOnly == nil }
    let title = Label().styled("chat-title").ellipsized().aligned(0)
    let stamp = Label().styled("stamp").ellipsized().aligned(0)
    title.observe { $0.text = row.title }
    stamp.observe { $0.text = row.stamp }
    remove.onClick {
      Dialogs.confirm(.deleteForEver(row.chat), over: window) { model.deleteForEver(row.id) }
    }
    let content = Box(.horizontal, spacing: 12) {
      Avatar(size: 36, text: row.title).decorative()
      Box(.vertical, spacing: 3) {
        title
        stamp
      }.expanding(horizontally: true).aligned(vertically: .center)
      restore
      remove
    }.margins(top: 8, bottom: 8, start: 12, end: 12)
    return ListRow(content).activatable(false).observe { $0.named(row.spoken) }
  }
}
