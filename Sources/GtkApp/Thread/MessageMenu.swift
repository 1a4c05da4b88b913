import Adw
import Domain
import Localization
import ViewModels

/// What can be done with a message and one of its pictures: the menu of its row and of each picture in it, as of when
/// somebody opens it.
struct MessageMenu {
  let row: ThreadRow
  let actions: PictureActions
  let thread: ThreadModel

  /// The menu of a row, which is about its first picture, if it has one.
  func put(on item: ListRow) {
    let widget = AnyWidget(item)
    item.offering { entries(row.pictures.first, over: widget) }
  }

  /// The menu of one of its pictures.
  func put<Tile: Widget>(_ picture: PictureModel, on tile: Tile) -> Tile {
    let widget = AnyWidget(tile)
    return tile.contextMenu { entries(picture, over: widget) }
  }

  @MenuActions private func entries(_ picture: PictureModel?, over widget: AnyWidget) -> [MenuAction] {
    let library = actions.library
    let isThere = picture?.attachment.remoteHost == nil
    let hasPictures = picture != nil
    if let picture {
      MenuAction(localized("Open in the Viewer"), name: "view", isEnabled: isThere) { actions.view(picture) }
      MenuAction(localized("Copy Picture"), name: "copy-picture", isEnabled: isThere) {
        PictureActions.copy(picture.attachment, library: library)
      }
    }
    if row.hasText || !hasPictures {
      MenuAction(
        hasPictures ? localized("Copy Caption") : localized("Copy"), name: hasPictures ? "copy-caption" : "copy"
      ) {
        Clipboard.copy(row.text)
        library.notices.tell(localized("Copied"))
      }
    }
    if let picture {
      MenuAction(localized("Save As…"), name: "save", isEnabled: isThere) {
        PictureActions.save(picture.attachment, library: library, over: widget.window)
      }
      MenuAction(localized("Open With…"), name: "open-with", isEnabled: isThere) {
        if let window = widget.window { PictureActions.open(picture.attachment, library: library, over: window) }
      }
    }
    MenuAction(localized("Details"), name: "details", section: 1) {
      if let window = widget.window { Dialogs.details(of: row, over: window) }
    }
    MenuAction(localized("Delete Message"), name: "delete", isEnabled: !thread.isReadOnly, section: 2) {
      if case .message(let id) = row.id { thread.delete(id) }
    }
  }
}
