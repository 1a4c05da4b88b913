import Adw
import Domain
import Localization
import ViewModels

/// The list of chats with its search and its states.
final class Sidebar {
  let view: Box
  let header: HeaderBar
  private let model: LibraryModel
  private let window: Window
  private let search: SearchEntry
  private let searchBar: SearchBar
  private let list: PagedList<ChatID>
  private let menu: MenuButton
  private let title = WindowTitle(Program.name)
  private let newWith: MenuButton
  private let states = Stack(crossfades: false)
  /// Where the keyboard was before one searched.
  private var searcher: Weak<AnyWidget>?
  /// What stood in the search at Enter, until its hit is open: what comes after it is for the hit's composer.
  private var entered: String?
  /// Whether the list is all that the window shows.
  var isAlone = false {
    didSet {
      guard isAlone != oldValue else { return }
      showState()
      fitHeader()
    }
  }

  init(model: LibraryModel, window: Window) {
    self.model = model
    self.window = window
    search = SearchEntry(placeholder: localized("Find a chat by its title")).named(
      localized("Find a chat by its title"))
    searchBar = SearchBar(search.expanding(horizontally: true), entry: search)
    let find = ToggleButton(icon: "system-search-symbolic", name: localized("Find a chat"))
    find.tooltip(localized("Find a chat by its title (Ctrl+F)"))
    let new = Button(icon: "list-add-symbolic", name: localized("New chat")).action("app.new")
    new.tooltip(localized("New chat (Ctrl+N)"))
    let newWith = MenuButton(
      icon: "pan-down-symbolic", name: localized("New chat with another agent"), Self.agentMenu(model))
    self.newWith = newWith
    newWith.styled("new-with")
    newWith.observe { $0.isEnabled = model.readOnly == nil }
    menu = MenuButton(icon: "open-menu-symbolic", name: localized("Main menu"), Self.menu(model))
    let menu = menu
    var offered = model.agents.map(\.profile)
    menu.observe { menu in
      // Agents only load or rest most of the time; an open menu must not be exchanged for that.
      let profiles = model.agents.map(\.profile)
      if profiles != offered {
        menu.show(Self.menu(model))
        newWith.show(Self.agentMenu(model))
      }
      offered = profiles
    }
    header = HeaderBar(title: title) {
      Box(.horizontal) {
        new
        newWith
      }
      find
    } end: {
      menu
    }
    list = PagedList<ChatID>(selection: .single, reserve: 1, firstRows: 12)
    list.named(localized("Chats")).listStyled("navigation-sidebar")
    states.page("loading", Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center, vertically: .center))
      .page("list", list)
    view = Box(.vertical).styled("sotto-sidebar")
    view.append(header)
    view.append(searchBar)
    view.append(states.expanding(vertically: true))

    header.observe { [weak self] _ in self?.fitHeader() }
    list.onActivate { id in model.open(id) }
    list.onNearEnd { [weak list] in Task { if await !model.list.loadMore() { list?.askAgain() } } }
    list.observe { [weak self] list in self?.refresh(list) }
    list.observe { list in list.selected = model.list.selected }
    states.observe { [weak self] _ in self?.showState() }
    find.onToggle { [searchBar] isActive in searchBar.isOpen = isActive }
    searchBar.onOpen { [weak self] isOpen in
      find.isActive = isOpen
      if !isOpen { self?.endSearch() }
    }
    listenToSearch()
    list.onKey { [weak self] stroke in
      guard let self, stroke.modifiers.isEmpty, let id = chosen else { return false }
      switch stroke.key {
      case .delete: self.delete(id)
      case .f2: self.rename(id)
      case .escape: model.thread?.focusComposer()
      default: return false
      }
      return true
    }
  }

  /// A narrow window has no room for all of it, least of all in large letters; the main menu and the page of a new chat
  /// offer the other agents, too.
  private func fitHeader() {
    let isTight = isAlone && model.settings.textSize > Settings.usualTextSize
    title.isVisible = !isTight
    newWith.isVisible = !isAlone && model.agents.count > 1
  }

  /// Puts the keyboard on the list, or on what stands in for it.
  func focus() {
    if !list.grabFocus() { states.focusInside() }
  }

  func openMenu() { menu.open() }

  func find(_ words: String? = nil) {
    if !searchBar.isOpen { searcher = window.focused.map { Weak($0) } }
    searchBar.isOpen = true
    if let words { search.text = words }
    search.grabFocus()
    if words != nil { search.moveToEnd() }
  }

  /// Whether a search is being typed.
  var isSearched: Bool { searchBar.isOpen && search.containsFocus }

  /// Lists all chats again; the keyboard is for what comes next.
  func stopFinding() {
    searcher = nil
    searchBar.isOpen = false
  }

  private func listenToSearch() {
    search.onSearch { [weak self] text in
      if let self, entered == nil { model.list.filter = text }
    }
    search.onActivate { [weak self] in self?.openHit() }
    search.onEscape { [weak self] in self?.searchBar.isOpen = false }
    search.onKey(.capture) { [weak self] stroke in
      guard stroke == KeyStroke(.down) else { return false }
      self?.whenFiltered { sidebar in
        if let first = sidebar.model.list.rows.first { sidebar.list.focusRow(first.id) }
      }
      return true
    }
    list.onKey(.capture) { [weak self] stroke in
      guard stroke == KeyStroke(.up), let self, searchBar.isOpen, let first = model.list.rows.first,
        list.focused == first.id
      else { return false }
      search.grabFocus()
      return true
    }
  }

  /// Opens the first chat that has in its title what stands in the field now; the field itself tells a moment late.
  private func openHit() {
    guard entered == nil else { return }
    // What is typed until the hit is there is written behind it.
    search.moveToEnd()
    entered = search.text
    whenFiltered { sidebar in
      guard let entered = sidebar.entered else { return }
      sidebar.entered = nil
      let text = sidebar.search.text
      guard let first = sidebar.model.list.rows.first else { return sidebar.model.list.filter = text }
      let isLonger = text.utf8.starts(with: entered.utf8)
      let since = isLonger ? String(decoding: text.utf8.dropFirst(entered.utf8.count), as: UTF8.self) : ""
      sidebar.stopFinding()
      sidebar.model.open(first.id)
      if sidebar.model.readOnly == nil { sidebar.model.thread?.composer.text += since }
      sidebar.model.thread?.focusComposer()
    }
  }

  private func whenFiltered(_ body: @escaping @MainActor (Sidebar) -> Void) {
    let text = search.text
    Task { [weak self] in
      guard let self else { return }
      await model.list.filter(by: text)
      Effect.flush()
      body(self)
    }
  }

  /// All chats are listed again, and the keyboard is where it was.
  private func endSearch() {
    entered = nil
    model.list.filter = ""
    defer { searcher = nil }
    guard search.containsFocus || window.focused == nil else { return }
    if let searcher = searcher?.value, searcher.isMapped {
      searcher.grabFocus()
    } else {
      model.thread?.focusComposer()
    }
  }

  private func refresh(_ list: PagedList<ChatID>) {
    list.update(ids: model.list.rows.map(\.id), endIsReached: !model.list.hasMore) { [weak self] id in
      guard let self, let row = self.model.list.row(of: id) else { return ListRow(Box(.vertical)) }
      return ChatRow.make(
        row, library: self.model, rename: { [weak self] in self?.rename(id) },
        delete: { [weak self] in self?.delete(id) })
    }
  }

  private func showState() {
    switch model.list.phase {
    case .loading: states.shown = "loading"
    case .failed(let sentence):
      states.showFailure(localized("The List Cannot Be Read"), sentence) { [model] in Task { await model.list.load() } }
    case .ready:
      if !model.list.rows.isEmpty {
        states.shown = "list"
      } else if model.list.isFiltering {
        states.show("nothing") {
          StatusPage(
            icon: "system-search-symbolic", title: localized("No Chat Found"),
            description: localized("No title has this in it."))
        }
      } else if isAlone {
        states.show("empty") { Self.emptyPage }
      } else {
        // The page beside it says the rest.
        states.show("bare") {
          Label(localized("No chats yet")).styled("dim-label").aligned(vertically: .start).margins(24)
        }
      }
    }
  }

  /// Renames the chat whose row has the keyboard; false if none has it.
  func renameFocused() -> Bool {
    guard let id = list.focused else { return false }
    rename(id)
    return true
  }

  /// The chat whose row has the keyboard, or else the open one.
  var chosen: ChatID? { list.focused ?? model.list.selected }

  private func rename(_ id: ChatID) {
    guard model.readOnly == nil, let row = model.list.row(of: id) else { return }
    Dialogs.rename(row.chat, model: model, over: list.row(of: id).map { AnyWidget($0) } ?? AnyWidget(list))
  }

  private func delete(_ id: ChatID) {
    guard model.readOnly == nil, let row = model.list.row(of: id) else { return }
    Dialogs.delete(row.chat, model: model, over: window)
  }

  private static func menu(_ model: LibraryModel) -> Menu {
    Menu {
      MenuItem(localized("_New Chat"), action: "app.new")
      if model.agents.count > 1 {
        Submenu(localized("New Chat _With")) {
          for agent in model.agents {
            MenuItem(Self.words(agent.profile.name), action: "app.new-with", target: agent.id)
          }
        }
      }
      MenuItem(localized("_Models"), action: "app.models")
      MenuItem(localized("_Trash"), action: "app.trash")
      MenuSection {
        MenuItem(localized("_Preferences"), action: "app.preferences")
        MenuItem(localized("_Keyboard Shortcuts"), action: "app.shortcuts")
        MenuItem(localized("_About Sotto"), action: "app.about")
      }
      MenuSection { MenuItem(localized("_Quit"), action: "app.quit") }
    }
  }

  /// Who could answer in a new chat.
  private static func agentMenu(_ model: LibraryModel) -> Menu {
    Menu {
      for agent in model.agents {
        MenuItem(words(agent.profile.name), action: "app.new-with", target: agent.id)
      }
    }
  }

  /// A name as a menu writes it, where "_" would stand before an access key.
  private static func words(_ name: String) -> String {
    name.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }

  /// What a window without chats shows.
  static var emptyPage: StatusPage {
    StatusPage(
      icon: "user-available-symbolic", title: localized("No Chats Yet"),
      description: localized("Begin one, and it stays on this machine."),
      child: Button(localized("_New Chat")).styled("pill", "suggested-action").action("app.new").aligned(
        horizontally: .center))
  }
}
