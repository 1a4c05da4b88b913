import Adw
import Domain
import Platform
import Observation
import Sotto
import ViewModels

/// From the start of the program to its end: opens the library, shows the window, and waits for the last save at the end.
final class RootController {
  private let application: Application
  private let app: AppModel
  private let memory: WindowMemory
  private var window: MainWindow?
  /// The library is read for a window that is wanted.
  private var isOpening = false
  private var isQuitting = false
  /// What is done once the window is there.
  private var wishes: [(MainWindow) -> Void] = []
  /// It was kept running, without a window, to answer the desktop's search.
  private var isAwake = false
  /// Those that are under way.
  private var searches = 0
  /// Ends it when nobody has searched for a while.
  private var resting: Timer?

  init(application: Application, composition: Composition) {
    self.application = application
    app = composition.appModel()
    memory = WindowMemory(in: composition.home)
    app.beginsNarrow = memory.state.isNarrow
    application.onActivate { [self] in activate() }
    application.onOpen { [self] in open($0) }
    application.onTermination { [self] in quit() }
  }

  private func activate(at time: UInt32 = 0) {
    guard !isQuitting else { return }
    if let window { return window.present(at: time) }
    guard !isOpening else { return }
    isOpening = true
    MainWindow.prepare()
    // The library is read before the window is made, so that its first picture is the real one.
    application.hold()
    // But a conversion may take long, and is watched.
    app.onLongOpening = { [self] in if !isQuitting { show(at: time) } }
    Task {
      await app.open()
      guard !isQuitting else { return }
      show(at: time).afterFirstFrame { [self] in
        isOpening = false
        for wish in wishes { if let window { wish(window) } }
        wishes = []
        Task { [app] in await app.start() }
      }
    }
  }

  @discardableResult
  private func show(at time: UInt32) -> MainWindow {
    if let window { return window }
    let window = MainWindow(application: application, app: app, memory: memory) { [self] in quit() }
    self.window = window
    application.release()
    window.present(at: time)
    return window
  }

  /// Shows the window, and in it what the last link leads to.
  private func open(_ links: [String]) {
    activate()
    if let link = links.last { app.whenOpen { $0.open(link: link) } }
  }

  // MARK: The desktop's search

  /// Answers the desktop's search from now on, also without a window.
  func answerSearches() {
    let answers = SearchAnswers(
      find: { [self] words in await whileAwake { await app.chats(titled: words).map(\.description) } },
      names: { [self] ids in
        await whileAwake { await app.titles(of: ids.compactMap { ChatID($0) }).map { ($0.chat.description, $0.title) } }
      },
      open: { [self] id, time in
        activate(at: time)
        if let chat = ChatID(id) { app.whenOpen { $0.open(link: ChatLink(to: chat)) } }
      },
      showAll: { [self] words, time in
        activate(at: time)
        let wish = { (window: MainWindow) in window.find(words.joined(separator: " ")) }
        if let window, !isOpening { wish(window) } else { wishes.append(wish) }
      })
    SearchProvider.answer(at: "/app/sotto/Sotto/SearchProvider", answers)
  }

  /// Without a window the program stays a while for the next letters that somebody types, and then ends.
  private func whileAwake<Value>(_ body: () async -> Value) async -> Value {
    guard window == nil, !isOpening else { return await body() }
    if !isAwake { application.hold() }
    isAwake = true
    searches += 1
    let value = await body()
    searches -= 1
    resting?.cancel()
    resting = MainLoop.after(milliseconds: 10_000) { [self] in endAnswering() }
    return value
  }

  private func endAnswering() {
    Task {
      guard window == nil, !isOpening, searches == 0 else { return }
      await app.stopAnswering()
      // Somebody may have asked for something meanwhile.
      if window == nil, !isOpening, searches == 0, resting?.isWaiting != true { application.quit() }
    }
  }

  /// Saves what is unsaved, then ends. Asked twice, it ends at once.
  private func quit() {
    guard !isQuitting else { return application.quit() }
    isQuitting = true
    window?.rememberSize()
    window?.hide()
    application.showCount(0)
    Task {
      // Nothing is unsaved yet while the window's library is still being opened, and that can be broken off anywhere.
      if !isOpening || app.library != nil { await app.shutDown() }
      await memory.settle()
      application.quit()
    }
  }
}
