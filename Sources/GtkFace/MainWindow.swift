package import Adw
import Domain
package import ViewModels

/// The one window: the library with its two panes, or the page that stands in for it.
package final class MainWindow {
  private let window: Window
  private let toasts: ToastOverlay
  private let pages = Stack()
  /// Over the pages while a picture is looked at.
  private let over = Bin()
  private var viewer: ViewerView?
  private var opener: Weak<AnyWidget>?
  private var preferences: Weak<Window>?
  /// While it is open.
  private var models: ModelsWindow?
  /// What a page that lies over the chats is answered with.
  private var answer: Weak<Button>?
  private let app: AppModel
  private var library: LibraryPane?
  /// Notices on screen or in line, by number.
  private var noticed: [Int: (notice: Notice, toast: Toast, window: Window)] = [:]
  private var remembering: Timer?
  private let memory: WindowMemory

  /// What all windows of this process have in common; to be called once, before the first.
  package static func prepare() {
    Style.install()
    // Which pictures went into a private chat is nobody else's business.
    Toolkit.keepsRecentFiles(false)
  }

  /// A window that is not yet shown.
  ///
  /// - Parameters:
  ///   - memory: what the window looked like last, and where that is kept.
  ///   - onClose: called when a person closes it; it stays until it is hidden or destroyed.
  package init(application: Application, app: AppModel, memory: WindowMemory, onClose: @escaping @MainActor () -> Void)
  {
    (self.app, self.memory) = (app, memory)
    let (state, least) = (memory.state, WindowState.least)
    window = Window(application, title: Program.name, width: state.width, height: state.height)
      .smallest(width: least.width, height: least.height)
    window.isMaximized = state.isMaximized
    let over = over
    toasts = ToastOverlay(Overlay(pages) { over })
    over.isVisible = false
    window.show(toasts)
    window.onCloseRequest {
      onClose()
      return true
    }
    // A sudden end must not lose the size either.
    window.onResize { [weak self] _, _ in
      self?.remembering?.cancel()
      self?.remembering = MainLoop.after(milliseconds: 1_000) { self?.rememberSize() }
    }
    window.onGone { [weak self] in self?.remembering?.cancel() }
    pages.page("opening", OpeningPage.make(app: app))
    Shortcuts.install(on: application, window: window, controller: self)
    window.onTyping { [weak self] focus in self?.canWrite == true ? self?.library?.fieldForTyping(at: focus) : nil }
    DesktopPresence.install(on: application, window: window, controller: self)
    // A window that comes on screen hides the outline again.
    window.onMap { [self] in if answer?.value?.containsFocus == true { window.showsFocus = true } }
    window.onActive { [app] isActive in app.library?.setActive(isActive) }
    pages.observe { [self] pages in
      // First: GTK 4.8 goes on to write in black in a text view that is made light and turns dark before it is drawn.
      if let settings = app.library?.settings { wear(settings) }
      show(app.phase, in: pages)
    }
    over.observe { [self] _ in show(app.library?.viewer) }
    pages.observe { [self] _ in
      guard let library = app.library, library.notices.newest != nil else { return }
      library.notices.onWithdrawn = { [weak self] in self?.noticed[$0]?.toast.dismiss() }
      for notice in library.notices.take() { announce(notice) }
    }
    pages.observe { [self] _ in
      let open = app.library?.thread?.chat.id
      for (notice, toast, _) in noticed.values { toast.title = notice.text(whileOpen: open) }
    }
    AssistiveTechnology.onChange { [weak self] in self?.narrate() }
    pages.observe { [self] _ in narrate() }
  }

  /// Looks as a person wants it.
  private func wear(_ settings: SettingsModel) {
    Appearance.colorScheme =
      switch settings.appearance {
      case .system: .system
      case .light: .light
      case .dark: .dark
      }
    Appearance.textScale = Double(settings.textSize) / 100
    Style.reading = settings.reading
  }

  /// Screen readers hear of answers, while there may be one; what waits to be said may outlive the window.
  private func narrate() {
    app.library?.narration.onSay =
      AssistiveTechnology.isOn ? { [window = Weak(window)] in window.value?.announce($0) } : nil
  }

  private func show(_ phase: AppModel.Phase, in pages: Stack) {
    switch phase {
    case .opening: pages.shown = "opening"
    case .needsKey(let error): show(FailurePage.locked(app: app, error: error), in: pages)
    case .failed(let error, let backups): show(FailurePage.make(app: app, error: error, backups: backups), in: pages)
    case .open(let model) where model.isWelcoming:
      guard !pages.hasPage("welcome") else { return }
      // Nothing lies behind this page: what is not made can neither hold the keyboard nor act.
      let page = WelcomePage.make(model: model)
      pages.page("welcome", page.view)
      pages.shown = "welcome"
      giveKeyboard(to: page.start)
      window.setDefault(page.start)
    case .open(let model):
      if library?.model !== model {
        if pages.hasPage("library") { pages.removePage("library") }
        // Opened behind a page that told what was being done.
        if window.isVisible { model.setActive(window.isActive) }
        let pane = LibraryPane(model: model, window: window)
        library = pane
        pages.page("library", Banners.below(pane.view, of: model))
      }
      // Asked again at each change of the settings: the keyboard stays where it is then.
      let isNew = pages.shown != "library"
      pages.shown = "library"
      if isNew {
        // In this turn: the next key is for the chat.
        library?.focus()
        MainLoop.soon(with: window) { [weak self] window in
          if window.focused == nil { self?.library?.focus() }
        }
      }
      if pages.hasPage("welcome") {
        window.setDefault(nil)
        // Not from within the click on its button.
        MainLoop.soon(with: pages) { $0.removePage("welcome") }
      }
    }
  }

  private func show(_ page: FailurePage.Made, in pages: Stack) {
    if pages.hasPage("failed") { pages.removePage("failed") }
    pages.page("failed", page.view)
    pages.shown = "failed"
    giveKeyboard(to: page.again)
  }

  /// Puts the keyboard where a page is answered, for all to see.
  private func giveKeyboard(to button: Button) {
    answer = Weak(button)
    button.grabFocus()
    window.showsFocus = true
  }

  private func show(_ model: ViewerModel?) {
    guard let model, let library = app.library else {
      guard viewer.take() != nil else { return }
      window.isFullscreen = false
      over.isVisible = false
      over.child = nil
      pages.isVisible = true
      // Back to the picture that was opened, or to where one writes.
      if let opener = opener?.value { opener.grabFocus() } else { self.library?.focus() }
      return
    }
    // What is read while a viewer is made counts as read here, too: a change of it must not make another one.
    guard viewer?.model !== model else { return }
    opener = window.focused.map { Weak($0) }
    let viewer = ViewerView(model: model, library: library, window: window)
    self.viewer = viewer
    over.show(viewer.view)
    over.isVisible = true
    // What lies below is not reached by keys or screen readers.
    pages.isVisible = false
    viewer.focus()
  }

  private func announce(_ notice: Notice) {
    let toast = Toast(notice.text(whileOpen: app.library?.thread?.chat.id), seconds: notice.button == nil ? 4 : 8)
    if let button = notice.button { toast.button(button) { notice.action?() } }
    if let replaced = notice.replaced { noticed[replaced]?.toast.dismiss() }
    // What a window over this one did is answered there.
    let over = models?.window ?? preferences?.value.flatMap { $0.isMapped ? $0 : nil }
    noticed[notice.id] = (notice, toast, over ?? window)
    toast.onDismissed { [weak self, weak toast] in
      // It may stand in another window by now.
      guard let self, noticed[notice.id]?.toast === toast else { return }
      noticed[notice.id] = nil
      notice.ended?()
    }
    if let models {
      models.toasts.show(toast)
    } else if let over {
      PreferencesWindow.show(toast, in: over)
    } else {
      let overlay = viewer == nil && pages.shown == "library" ? library?.toasts : nil
      (overlay ?? toasts).show(toast)
    }
  }

  /// What can still be answered in a window that closes is answered in this one.
  private func takeOver(from closing: Window) {
    let left = noticed.values.filter { $0.window.handle == closing.handle && $0.notice.action != nil }
    for notice in left.map(\.notice).sorted(by: { $0.id < $1.id }) { announce(notice) }
  }

  // MARK: What the keys and menus ask for

  var isWelcoming: Bool { app.library?.isWelcoming ?? true }

  /// Whether the chats are what one sees; while a page or a picture lies over them nothing may happen to them.
  var showsChats: Bool {
    guard let library = app.library else { return false }
    return !library.isWelcoming && library.viewer == nil
  }

  /// Whether anything may be changed.
  var canWrite: Bool { showsChats && app.library?.readOnly == nil }

  /// Whether one of the chats is open.
  var showsChat: Bool { showsChats && app.library?.thread != nil }

  var model: LibraryModel? { app.library }
  var pane: LibraryPane? { library }
  var thread: ThreadModel? { library?.model.thread }

  func openPreferences() {
    guard let model else { return }
    let opened = PreferencesView.open(model: model, over: window)
    preferences = Weak(opened)
    opened.onCloseRequest { [weak self] in
      guard let self, let closing = preferences?.value else { return false }
      preferences = nil
      takeOver(from: closing)
      return false
    }
  }

  func openModels() {
    guard let model else { return }
    if let models { return models.window.present() }
    let models = ModelsWindow(model: model, over: preferences?.value.flatMap { $0.isMapped ? $0 : nil } ?? window)
    self.models = models
    models.window.onCloseRequest { [weak self] in
      guard let self, let closing = self.models?.window else { return false }
      self.models = nil
      takeOver(from: closing)
      return false
    }.onGone { [weak self] in self?.models = nil }
  }

  /// Shows it and brings it to the front, where the desktop lets what was asked for at that time come there; 0 for now.
  package func present(at time: UInt32) { window.present(at: time) }

  /// Shows the chats whose titles have these words.
  func find(_ words: String) {
    if showsChats { library?.find(words) }
  }

  func hide() { window.isVisible = false }
  func close() { window.close() }
  /// Takes it away without asking.
  package func destroy() { window.destroy() }

  /// Calls `body` once it has been drawn.
  package func afterFirstFrame(_ body: @escaping @MainActor () -> Void) {
    var isDone = false
    window.onPaint {
      guard !isDone else { return }
      isDone = true
      MainLoop.soon(body)
    }
  }

  /// Keeps what it looks like for the next start.
  func rememberSize() {
    guard let model, model.readOnly == nil else { return }
    var state = memory.state
    state.isMaximized = window.isMaximized
    if !state.isMaximized, window.size.width > 0, window.size.height > 0 { (state.width, state.height) = window.size }
    memory.keep(state)
  }
}
