import Adw
import Domain
import Localization
import ViewModels

/// One chat of the list: avatar, title, preview, time, and what is new. Each effect reads what it shows, and what most
/// chats do not show is made when one does.
enum ChatRow {
  static func make(
    _ row: ChatRowModel, library: LibraryModel, rename: @escaping @MainActor () -> Void,
    delete: @escaping @MainActor () -> Void
  ) -> ListRow {
    let avatar = Avatar(size: 40, text: row.title).decorative()
    let title = Label().styled("chat-title").ellipsized().aligned(0)
    let stamp = Label().styled("stamp")
    let preview = Label().styled("preview").ellipsized().aligned(0)
    let cell = TwoLineCell().add(avatar, .front).add(title, .upper).add(stamp, .upperEnd).add(preview, .lower)
    cell.margins(8).styled("chat-row")
    let swipe = SwipeRow(
      cell, actionLabel: localized("Trash", context: "what a swipe does with a chat"), icon: "user-trash-symbolic",
      onSwipe: delete)

    title.observe {
      $0.text = row.title
      avatar.text = row.title
    }
    // It grows with the text, as far as the list has room for both.
    avatar.observe { $0.size = 40 * min(max(library.settings.textSize, 100), 150) / 100 }
    showMarks(of: row, in: cell, after: (title, preview))
    stamp.observe { $0.text = row.stamp }
    stamp.tooltip { row.exactTime }
    preview.observe { label in
      label.text = row.isReplying ? localized("Replying…") : row.preview
      label.style("replying", row.isReplying)
      label.style("draft", row.hasDraft && !row.isReplying)
    }
    let item = ListRow(swipe)
    item.observe { $0.named(row.spoken) }
    return item.offering {
      let canWrite = library.readOnly == nil
      let isPinned = row.isPinned
      MenuAction(localized("Open"), name: "open", section: 0) { library.open(row.id) }
      MenuAction(localized("Rename…"), name: "rename", isEnabled: canWrite, section: 1, rename)
      MenuAction(isPinned ? localized("Unpin") : localized("Pin"), name: "pin", isEnabled: canWrite, section: 1) {
        library.setPinned(!isPinned, row.id)
      }
      MenuAction(localized("Copy Link to Chat"), name: "copy-link", section: 1) {
        ChatLinks.copy(row.id, library: library)
      }
      let isUnread = row.unreadCount > 0
      MenuAction(
        isUnread ? localized("Mark as Read") : localized("Mark as Unread"), name: "mark-unread",
        isEnabled: canWrite && (isUnread || row.chat.messageCount > 0), section: 1
      ) {
        library.setUnread(!isUnread, row.id)
      }
      MenuAction(localized("Move to Trash"), name: "move-to-trash", isEnabled: canWrite, section: 2, delete)
    }
  }

  /// The pin, and how many replies are unread.
  private static func showMarks(
    of row: ChatRowModel, in cell: TwoLineCell, after texts: (title: Label, preview: Label)
  ) {
    var pin: Image?
    var badge: Label?
    cell.observe { cell in
      if row.isPinned, pin == nil {
        let made = Image(icon: "view-pin-symbolic").styled("dim-label").decorative()
        cell.add(made, .upperEnd, after: texts.title)
        pin = made
      }
      pin?.isVisible = row.isPinned
    }
    cell.observe { cell in
      let count = row.unreadCount
      if count > 0, badge == nil {
        let made = Label().styled("badge").aligned(vertically: .center)
        cell.add(made, .lowerEnd, after: texts.preview)
        badge = made
      }
      badge?.text = count > 99 ? "99+" : "\(count)"
      badge?.isVisible = count > 0
    }
  }
}
