import Adw
import Domain
import ViewModels

/// One chat of the list: avatar, title, preview, time, and what is new.
enum ChatRow {
  static func make(
    _ row: ChatRowModel, library: LibraryModel, rename: @escaping @MainActor () -> Void,
    delete: @escaping @MainActor () -> Void
  ) -> ListRow {
    let avatar = Avatar(size: 40, text: row.title).decorative()
    let title = Label().styled("chat-title").ellipsized().aligned(0).expanding(horizontally: true)
    let pin = Image(icon: "view-pin-symbolic", size: 12).styled("dim-label").decorative()
    let stamp = Label().styled("stamp")
    let preview = Label().styled("preview").ellipsized().aligned(0).expanding(horizontally: true)
    let badge = Label().styled("badge").aligned(vertically: .center)
    let content = Box(.horizontal, spacing: 12) {
      avatar
      Box(.vertical, spacing: 3) {
        Box(.horizontal, spacing: 6) {
          title
          pin
          stamp
        }
        Box(.horizontal, spacing: 6) {
          preview
          badge
        }
      }.expanding(horizontally: true).aligned(vertically: .center)
    }.margins(top: 8, bottom: 8, start: 8, end: 8)
    content.styled("chat-row")
    let swipe = SwipeRow(content, actionLabel: "Trash", icon: "user-trash-symbolic", onSwipe: delete)

    title.observe { $0.text = row.title }
    avatar.observe { $0.text = row.title }
    // It grows with the text, as far as the list has room for both.
    avatar.observe { $0.size = 40 * min(max(library.settings.textSize, 100), 150) / 100 }
    pin.observe { $0.isVisible = row.isPinned }
    stamp.observe { $0.text = row.stamp }
    stamp.tooltip { row.exactTime }
    preview.observe { label in
      label.text = row.isReplying ? "Replying…" : row.preview
      label.style("replying", row.isReplying)
      label.style("draft", row.hasDraft && !row.isReplying)
    }
    badge.observe { label in
      label.text = row.unreadCount > 99 ? "99+" : "\(row.unreadCount)"
      label.isVisible = row.unreadCount > 0
    }
    let item = ListRow(swipe)
    item.observe { $0.named(row.spoken) }
    item.observe { item in
      let isPinned = row.isPinned
      let canWrite = library.readOnly == nil
      item.contextMenu {
        MenuAction("Open", section: 0) { library.open(row.id) }
        MenuAction("Rename…", name: "rename", isEnabled: canWrite, section: 1, rename)
        MenuAction(isPinned ? "Unpin" : "Pin", name: "pin", isEnabled: canWrite, section: 1) {
          library.setPinned(!isPinned, row.id)
        }
        MenuAction("Move to Trash", isEnabled: canWrite, section: 2, delete)
      }
    }
    return item
  }
}
