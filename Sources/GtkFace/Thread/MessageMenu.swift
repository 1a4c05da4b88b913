import Adw
import Domain
import Localization
import ViewModels

/// What can be done with a message and one of its pictures: the menu of its row and of each picture in it, as of when
/// somebody opens it.
final class MessageMenu {
  let row: ThreadRow
  /// What is selected in the thread.
  private let selection: SelectionGroup
  /// Its text, once that is shown.
  var text: MessageText?
  let actions: PictureActions
  let thread: ThreadModel

  init(row: ThreadRow, selection: SelectionGroup, actions: PictureActions, thread: ThreadModel) {
    self.row = row
    self.selection = selection
    self.actions = actions
    self.thread = thread
  }

  /// The menu of a row, which is about its first picture, if it has one.
  func put(on item: ListRow) {
    let widget = AnyWidget(item)
    item.offering { [self] in entries(row.pictures.first, over: widget) }
  }

  /// The menu of one of its pictures.
  func put<Tile: Widget>(_ picture: PictureModel, on tile: Tile) -> Tile {
    let widget = AnyWidget(tile)
    return tile.contextMenu { [self] in entries(picture, over: widget) }
  }

  @MenuActions private func entries(_ picture: PictureModel?, over widget: AnyWidget) -> [MenuAction] {
    let library = actions.library
    let isThere = picture?.attachment.remoteHost == nil
    let hasPictures = picture != nil
    if let picture {
      MenuAction(localized("Open in the Viewer"), name: "view", isEnabled: isThere) { self.actions.view(picture) }
      MenuAction(localized("Copy Picture"), name: "copy-picture", isEnabled: isThere) {
        PictureActions.copy(picture.attachment, library: library)
      }
    }
    textEntries(hasPictures: hasPictures)
    if let picture {
      MenuAction(localized("Save As…"), name: "save", isEnabled: isThere) {
        PictureActions.save(picture.attachment, library: library, over: widget.window)
      }
      MenuAction(localized("Open With…"), name: "open-with", isEnabled: isThere) {
        if let window = widget.window { PictureActions.open(picture.attachment, library: library, over: window) }
      }
    }
    let sharing = MessageSharing(row: row, agent: thread.agentName, library: library)
    let canBePicture = (row.hasText || hasPictures) && row.state?.isUnfinished != true
    MenuAction(localized("Save as Picture…"), name: "save-as-picture", isEnabled: canBePicture, section: 1) {
      sharing.save(over: widget.window)
    }
    MenuAction(localized("Copy as Picture"), name: "copy-as-picture", isEnabled: canBePicture, section: 1) {
      sharing.copy()
    }
    MenuAction(localized("Select Messages"), name: "select-messages", isEnabled: thread.canPick(row), section: 2) {
      self.thread.pick(self.row)
    }
    MenuAction(localized("Details"), name: "details", section: 2) {
      if let window = widget.window { Dialogs.details(of: self.row, over: window) }
    }
    MenuAction(localized("Delete Message"), name: "delete", isEnabled: !thread.isReadOnly, section: 3) {
      if case .message(let id) = self.row.id { self.thread.delete(id) }
    }
  }

  /// What can be done with the text: what is selected goes before the whole.
  @MenuActions private func textEntries(hasPictures: Bool) -> [MenuAction] {
    if let link = text?.view?.linkAtHand {
      MenuAction(localized("Copy Link"), name: "copy-link") { self.copy(link) }
    }
    text?.view?.actionsAtHand ?? []
    if !selection.isEmpty {
      MenuAction(localized("Copy Selection"), name: "copy-selection") { self.selection.copy { self.tellCopied() } }
    }
    if thread.canEdit(row) {
      MenuAction(localized("Edit"), name: "edit") { self.thread.editLast() }
    }
    if row.hasText || !hasPictures {
      MenuAction(
        hasPictures ? localized("Copy Caption") : localized("Copy"), name: hasPictures ? "copy-caption" : "copy"
      ) { self.copy(self.row.plainText) }
    }
    if row.hasText {
      if row.isMarkdown {
        MenuAction(localized("Copy as Markdown"), name: "copy-markdown") { self.copy(self.row.text) }
      }
      MenuAction(
        row.isMarkdown ? localized("Show as Typed") : localized("Read as Markdown"), name: "switch-markdown", section: 1
      ) { self.thread.read(self.row, asMarkdown: !self.row.isMarkdown) }
    }
  }

  private func copy(_ words: String) {
    Clipboard.copy(words)
    tellCopied()
  }

  private func tellCopied() { actions.library.notices.tell(localized("Copied")) }
}
