import Adw
import Domain
import ViewModels

/// The bar above a thread: its title, which can be changed in place, and its menu.
final class ThreadHeader {
  let view: HeaderBar
  private let library: LibraryModel
  private let title = WindowTitle("")
  private let entry = Entry(placeholder: "Title").maximum(characters: 200).wishing(characters: 40)
    .named("Title of the chat")
  private let titles = Stack(crossfades: false)
  private let rename: Button
  private let menu: MenuButton
  private var thread: ThreadModel?
  /// Where there is little room, renaming is left to the menu and the key.
  var isNarrow = false { didSet { rename.isVisible = thread != nil && !isNarrow } }

  init(library: LibraryModel, window: Window) {
    self.library = library
    rename = Button(icon: "document-edit-symbolic", name: "Rename").action("app.rename")
    menu = MenuButton(
      icon: "view-more-symbolic", name: "Menu of the chat",
      Menu {
        MenuItem("_Rename…", action: "app.rename")
        MenuItem("_Pin or Unpin", action: "app.pin")
        MenuSection { MenuItem("Move to _Trash", action: "app.delete") }
      })
    titles.page("title", title).page("entry", entry.expanding(horizontally: true))
    view = HeaderBar(title: titles)
    view.append(end: menu)
    view.append(end: rename)
    entry.onActivate { [weak self] in self?.endRename(keeping: true) }
    entry.onEscape { [weak self] in self?.endRename(keeping: false) }
    entry.onFocus { [weak self] isIn in if !isIn { self?.endRename(keeping: true) } }
    title.observe { [weak self] title in
      guard let thread = library.thread else {
        title.title = ""
        title.subtitle = ""
        return
      }
      title.title = thread.title
      title.subtitle = thread.agentName
      self?.rename.tooltip("Rename “\(thread.title)”")
    }
  }

  func show(_ thread: ThreadModel?) {
    endRename(keeping: true)
    self.thread = thread
    rename.isVisible = thread != nil && !isNarrow
    menu.isVisible = thread != nil
  }

  func beginRename() {
    guard let thread else { return }
    entry.text = thread.title
    titles.shown = "entry"
    entry.grabFocus()
    entry.selectAll()
  }

  private func endRename(keeping: Bool) {
    guard titles.shown == "entry" else { return }
    titles.shown = "title"
    if keeping, let thread, entry.text != thread.title { library.rename(thread.chat.id, to: entry.text) }
    if thread != nil { library.thread?.focusComposer() }
  }
}
