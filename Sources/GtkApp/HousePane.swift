import Adw
import Domain
import ViewModels

/// The two panes: the list beside the open chat, or one of them with a way back.
final class HousePane {
  let model: HouseModel
  let view: SplitView
  let sidebar: Sidebar
  private let header: ThreadHeader
  private let body = Bin()
  private var pane: ThreadPane?
  /// What the page that stands in for a chat says: that there is none at all, or only none open.
  private var saysEmpty: Bool?

  init(model: HouseModel, window: Window) {
    self.model = model
    sidebar = Sidebar(model: model, window: window)
    header = ThreadHeader(house: model, window: window)
    let content = Box(.vertical)
    content.append(header.view)
    content.append(body.expanding(vertically: true))
    view = SplitView(sidebar: sidebar.view, content: content, sidebarWidth: 300)
    view.headerBars(sidebar: sidebar.header, content: header.view).backLabel("Back to the chats")
    view.onCollapse { [weak self] isCollapsed in self?.fold(isCollapsed) }
    view.onShowContent { [weak self] isShown in
      guard let self, !isShown, self.view.isCollapsed else { return }
      self.model.closeThread()
    }
    header.isNarrow = model.isNarrow
    sidebar.isAlone = view.isCollapsed
    body.observe { [weak self] _ in self?.show(self?.model.thread) }
    if !model.isNarrow { Task { await model.openLastChat() } }
  }

  var thread: ThreadPane? { pane }

  /// Puts the keyboard where one goes on: into the composer, or else the list.
  func focus() {
    if let pane {
      pane.focusComposer()
    } else if view.isCollapsed || !body.focusInside() {
      sidebar.focus()
    }
  }

  func beginRename() { header.beginRename() }

  /// Made anew each time: what is shown instead of it is let go.
  private func nothingOpen() -> StatusPage {
    if model.list.isEmpty { return Sidebar.emptyPage }
    return StatusPage(
      icon: "user-available-symbolic", title: "No Chat Is Open",
      description: "Choose a chat from the list, or begin a new one.",
      child: Button("_New Chat").styled("pill", "suggested-action").action("app.new").aligned(horizontally: .center))
  }

  private func fold(_ isCollapsed: Bool) {
    model.isNarrow = isCollapsed
    header.isNarrow = isCollapsed
    sidebar.isAlone = isCollapsed
    // Beside the list a chat is always open; alone, the list comes first.
    if !isCollapsed, model.thread == nil { Task { await model.openLastChat() } }
    // The pane that is gone may have had the keyboard.
    if pane == nil, view.window != nil { MainLoop.soon { [weak self] in self?.focus() } }
  }

  private func show(_ thread: ThreadModel?) {
    if let thread {
      guard pane?.model !== thread else { return }
      let pane = ThreadPane(model: thread, house: model)
      self.pane = pane
      saysEmpty = nil
      header.show(thread)
      body.show(pane.view)
      view.showsContent = true
      pane.focusComposer()
    } else if saysEmpty != model.list.isEmpty {
      saysEmpty = model.list.isEmpty
      pane = nil
      header.show(nil)
      body.show(nothingOpen())
      view.showsContent = false
    }
  }
}
