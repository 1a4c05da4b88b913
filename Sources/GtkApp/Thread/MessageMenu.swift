import Adw
import Domain
import ViewModels

/// What can be done with a message and one of its pictures: the menu of its row and of each picture in it.
enum MessageMenu {
  static func put(
    on widget: some Widget, _ picture: PictureModel?, row: ThreadRow, actions: PictureActions, thread: ThreadModel
  ) {
    let library = actions.library
    let isThere = picture?.attachment.remoteHost == nil
    let hasPictures = picture != nil
    widget.contextMenu {
      if let picture {
        MenuAction("Open in the Viewer", name: "view", isEnabled: isThere) { actions.view(picture) }
        MenuAction("Copy Picture", name: "copy-picture", isEnabled: isThere) {
          PictureActions.copy(picture.attachment, library: library)
        }
      }
      if row.hasText || !hasPictures {
        MenuAction(hasPictures ? "Copy Caption" : "Copy", name: hasPictures ? "copy-caption" : "copy") {
          Clipboard.copy(row.text)
          library.tell("Copied")
        }
      }
      if let picture {
        MenuAction("Save As…", name: "save", isEnabled: isThere) {
          PictureActions.save(picture.attachment, library: library, over: widget.window)
        }
        MenuAction("Open With…", name: "open-with", isEnabled: isThere) {
          if let window = widget.window { PictureActions.open(picture.attachment, library: library, over: window) }
        }
      }
      MenuAction("Details", name: "details", section: 1) {
        if let window = widget.window { Dialogs.details(of: row, over: window) }
      }
      MenuAction("Delete Message", name: "delete", isEnabled: !thread.isReadOnly, section: 2) {
        if let id = row.message?.id { thread.delete(id) }
      }
    }
  }
}
