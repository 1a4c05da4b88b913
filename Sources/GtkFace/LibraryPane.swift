import Adw
import Domain
import Localization
import ViewModels

/// The two panes: the list beside the open chat, or one of them with a way back.
final class LibraryPane {
  let model: LibraryModel
  let view: SplitView
  let sidebar: Sidebar
  private let header: ThreadHeader
  private let body = Bin()
  private let composer: ComposerView
  private let overMessages: ToastOverlay
  private var pane: ThreadPane?
  /// A chat that opens now was not chosen.
  private var opensByItself = false
  /// What the page that stands in for a chat says: that there is none at all, or only none open.
  private var saysEmpty: Bool?

  init(model: LibraryModel, window: Window) {
    self.model = model
    sidebar = Sidebar(model: model, window: window)
    header = ThreadHeader(library: model, window: window)
    let (composer, header, body) = (ComposerView(library: model), header, body)
    self.composer = composer
    // While messages are picked nothing is written.
    let (writer, picks) = (Bin(composer.view), PickBar.make(model))
    let writing = Box(.vertical) {
      writer
      picks
    }
    let overMessages = ToastOverlay(body)
    self.overMessages = overMessages
    let conversation = Box(.vertical) {
      overMessages.expanding(vertically: true)
      Clamp(maximum: Style.widest(), writing).observe { $0.limit(to: Style.widest(model.settings.reading)) }
    }
    let content = Box(.vertical) {
      header.view
      conversation.expanding(vertically: true)
    }
    view = SplitView(sidebar: sidebar.view, content: content, sidebarWidth: 300)
    view.headerBars(sidebar: sidebar.header, content: header.view).backLabel(localized("Back to the chats"))
    view.onCollapse { [weak self] isCollapsed in self?.fold(isCollapsed) }
    view.onShowContent { [weak self] isShown in
      guard let self, !isShown, self.view.isCollapsed else { return }
      self.model.closeThread()
    }
    composer.onPage = { [weak self] in self?.pane?.scroll(pages: $0) }
    sidebar.header.sameHeight(as: header.view)
    header.isNarrow = model.isNarrow
    sidebar.isAlone = view.isCollapsed
    model.onThreadChange = { [weak self] thread in self?.turn(to: thread) }
    turn(to: model.thread)
    body.observe { [weak self] _ in self?.show(self?.model.thread) }
    writer.observe { [weak self] writer in
      let wasWriting = writer.isVisible
      writer.isVisible = model.thread?.picking.isOn != true
      if writer.isVisible, !wasWriting { self?.composer.focus() }
    }
    conversation.onDrop(
      onHover: { isOver in conversation.style("dropping", isOver && model.thread != nil) },
      { incoming in
        guard let thread = model.thread, !thread.isReadOnly else { return }
        PictureIntake.take(incoming, called: localized("Dropped picture"), into: thread, library: model)
      })
    if !model.isNarrow { openLastChat() }
  }

  /// Where a word to the user appears without lying over what is being written; nil while the list alone is in view.
  var toasts: ToastOverlay? { view.isCollapsed && !view.showsContent ? nil : overMessages }

  /// Puts the keyboard where one goes on: into the composer, or else the list. Who searches keeps it.
  func focus() {
    if sidebar.isSearched { return }
    if model.thread != nil {
      composer.focus()
    } else if view.isCollapsed || !body.focusInside() {
      sidebar.focus()
    }
  }

  /// Where letters go that are typed while nothing that has the keyboard wants them; nil where the open chat is not in view.
  func fieldForTyping(at focus: AnyWidget?) -> ComposerField? {
    guard model.thread?.isReadOnly == false, !view.isCollapsed || view.showsContent else { return nil }
    return focus.map { $0.isInside(view) } ?? true ? composer.typingField : nil
  }

  /// Renames the chat whose row has the keyboard, or else the open one.
  func beginRename() {
    if !sidebar.renameFocused() { header.beginRename() }
  }

  /// Opens the search above the list, which comes into view for that, with words in it where some are given.
  func find(_ words: String? = nil) {
    showList()
    sidebar.find(words)
  }

  /// Opens the menu above the list, which comes into view for that.
  func openMenu() {
    showList()
    sidebar.openMenu()
  }

  private func showList() {
    guard view.isCollapsed, view.showsContent else { return }
    view.showsContent = false
    // Where the keyboard is again afterwards.
    sidebar.focus()
  }

  /// Opens the list of agents for the open chat.
  func chooseAgent() { header.chooseAgent() }

  /// Made again each time: what is shown instead of it is let go.
  private func nothingOpen() -> StatusPage {
    if model.list.isEmpty { return Sidebar.emptyPage }
    return StatusPage(
      icon: "user-available-symbolic", title: localized("No Chat Is Open"),
      description: localized("Choose a chat from the list, or begin a new one."),
      child: Button(localized("_New Chat")).styled("pill", "suggested-action").action("app.new").aligned(
        horizontally: .center))
  }

  private func fold(_ isCollapsed: Bool) {
    model.isNarrow = isCollapsed
    header.isNarrow = isCollapsed
    sidebar.isAlone = isCollapsed
    // Beside the list a chat is always open; alone, the list comes first.
    if !isCollapsed, model.thread == nil { openLastChat() }
    // The pane that is gone may have had the keyboard.
    if pane == nil, view.window != nil { MainLoop.soon(with: view) { [weak self] _ in self?.focus() } }
  }

  /// Another chat is open: the next key is its own. Called in the turn of the main loop in which that was asked for; a
  /// key that is waiting comes before the next frame, and so before anything that is only observed.
  private func turn(to thread: ThreadModel?) {
    composer.show(thread)
    view.showsContent = thread != nil
    if thread != nil, !opensByItself || !sidebar.isSearched { composer.focus() }
  }

  /// Opens what was open last, which nobody asked for just now.
  private func openLastChat() {
    Task {
      opensByItself = true
      await model.openLastChat()
      opensByItself = false
    }
  }

  /// Shows the messages of the open chat, before the next frame.
  private func show(_ thread: ThreadModel?) {
    if let thread {
      guard pane?.model !== thread else { return }
      let pane = ThreadPane(model: thread, library: model)
      self.pane = pane
      saysEmpty = nil
      header.show(thread)
      body.show(pane.view)
    } else if saysEmpty != model.list.isEmpty {
      saysEmpty = model.list.isEmpty
      pane = nil
      header.show(nil)
      body.show(nothingOpen())
    }
  }
}
