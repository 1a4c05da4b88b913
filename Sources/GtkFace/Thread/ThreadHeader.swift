import Adw
import Domain
import Localization
import ViewModels

/// The bar above a thread: its title, which can be changed in place, who answers, which can be changed too, and its menu.
final class ThreadHeader {
  let view: HeaderBar
  private let library: LibraryModel
  private let title = Label().styled("title").ellipsized()
  private let agent = Label().styled("caption").ellipsized()
  private let entry = Entry().maximum(characters: Renaming.limit).wishing(characters: 40)
    .named(localized("Title of the chat"))
  private let titles = Stack(crossfades: false)
  private let rename: Button
  private let chooser: MenuButton
  private let menu: MenuButton
  private var thread: ThreadModel?
  /// Under way while the entry is shown.
  private var renaming: Renaming?
  /// Where there is little room, renaming is left to the menu and the key.
  var isNarrow = false { didSet { rename.isVisible = thread != nil && !isNarrow } }

  init(library: LibraryModel, window: Window) {
    self.library = library
    rename = Button(icon: "document-edit-symbolic", name: localized("Rename")).action("app.rename")
    menu = MenuButton(
      icon: "view-more-symbolic", name: localized("Menu of the chat"),
      Menu {
        MenuItem(localized("_Rename…"), action: "app.rename")
        MenuItem(localized("Choose the _Agent…"), action: "app.agent")
        MenuItem(localized("Chat _Settings…"), action: "app.chat-settings")
        MenuItem(localized("_Pin or Unpin"), action: "app.pin")
        MenuItem(localized("Copy _Link to Chat"), action: "app.copy-link")
        MenuSection { MenuItem(localized("Move to _Trash"), action: "app.delete") }
      })
    let (title, agent) = (title, agent)
    let face = Box(.horizontal, spacing: 2) {
      agent
      Image(icon: "pan-down-symbolic").decorative()
    }
    chooser = MenuButton(face, AgentChooser.make(library)).flat().styled("agent-button")
      .aligned(horizontally: .center)
    let chooser = chooser
    let heading = Box(.vertical) {
      title
      chooser
    }.aligned(vertically: .center)
    titles.page("title", heading).page("entry", entry.expanding(horizontally: true))
    view = HeaderBar(title: titles)
    view.append(end: menu)
    view.append(end: rename)
    entry.onActivate { [weak self] in self?.endRename(keeping: true) }
    entry.onEscape { [weak self] in self?.endRename(keeping: false) }
    entry.onKey { [weak self] stroke in
      guard stroke == KeyStroke(.tab) else { return false }
      self?.endRename(keeping: true)
      return true
    }
    // Who goes elsewhere in the window stays there: within a move of the keyboard GTK does not let it be moved on.
    entry.onFocus { [weak self] isIn in
      if let self, !isIn { endRename(keeping: true, goesOn: entry.window?.isActive != true) }
    }
    title.observe { [weak self] title in
      title.text = library.thread?.title ?? ""
      if let thread = library.thread { self?.rename.tooltip(localized("Rename “\(thread.title)”")) }
    }
    chooser.observe { chooser in
      chooser.isVisible = library.thread != nil
      guard let thread = library.thread else { return }
      agent.text = thread.agentName
      agent.style("error", thread.agent == nil)
      chooser.isEnabled = !thread.isReadOnly
      chooser.named(localized("Agent: \(thread.agentName)")).tooltip(
        thread.agentTrouble ?? localized("Choose who answers in this chat"))
    }
  }

  func show(_ thread: ThreadModel?) {
    endRename(keeping: true)
    self.thread = thread
    rename.isVisible = thread != nil && !isNarrow
    menu.isVisible = thread != nil
  }

  /// Opens the list of agents.
  func chooseAgent() {
    if thread?.isReadOnly == false { chooser.open() }
  }

  func beginRename() {
    guard let thread else { return }
    let renaming = Renaming(thread.chat)
    self.renaming = renaming
    entry.text = renaming.text
    entry.placeholder = renaming.placeholder
    titles.shown = "entry"
    entry.grabFocus()
    entry.selectAll()
  }

  /// - Parameter goesOn: whether one goes on writing a message.
  private func endRename(keeping: Bool, goesOn: Bool = true) {
    guard let renaming else { return }
    self.renaming = nil
    titles.shown = "title"
    if keeping { library.rename(renaming, to: entry.text) }
    if goesOn, thread != nil { library.thread?.focusComposer() }
  }
}
