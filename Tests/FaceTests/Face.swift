import Adw
import CAdw
import Domain
import GtkFace
import Sotto
import TestSupport
import Testing
import ViewModels
import WindowSupport
import Workers

/// The real window over a real library, in this process: its time goes on by hand or by itself, and it is driven by real
/// keys, the real pointer, and what assistive technology does.
final class Face {
  let folder: StoryFolder
  let surroundings: ManualSurroundings
  private let composition: Composition
  private var open: Opened
  private var isOpen = true

  /// What the window reads from. Changing it by the service is what the program's own views do.
  var started: StartedLibrary { open.started! }
  var library: any OpenLibrary { started.library }
  var service: ChatService { started.service }
  /// What the window shows.
  var model: LibraryModel? { open.app.library }

  /// Whether time stands still, except for `advance`. Else short waits end by themselves while the window is waited for.
  var timeStands = false
  /// Until when all waits end.
  var horizon: Timestamp
  /// Of the story, for what is kept of its failures.
  let story: String

  /// Opens a library of a folder, which must be there.
  ///
  /// - Parameter opens: false for a library that does not open, of which there is only the page that says why.
  init(in folder: StoryFolder, environment: [String: String], story: String, opens: Bool = true) async throws {
    (self.folder, self.story) = (folder, story)
    let surroundings = ManualSurroundings()
    self.surroundings = surroundings
    horizon = surroundings.now()
    composition = Composition(
      home: folder.home, environment: Command.ownVariables.merging(environment) { $1 }, surroundings: surroundings)
    open = try await Opened(composition)
    guard (open.started != nil) == opens else {
      throw DriverError(description: opens ? "the library did not open" : "the library opened")
    }
    try await appear()
  }

  private func appear() async throws {
    let (app, window, told) = (open.app, open.window, open.told)
    window.afterFirstFrame { told.isDrawn = true }
    window.present(at: 0)
    Self.shown = self
    for window in Self.application.windows { _ = PaintCounter.of(window) }
    try await eventually("the window is drawn") { told.isDrawn }
    await app.start()
    try await eventually("the window has the keyboard") { Self.focused != nil }
  }

  /// A library that is open, and the window over it.
  private struct Opened {
    let app: AppModel
    let started: StartedLibrary?
    let window: MainWindow
    let told = Told()
    let memory: WindowMemory

    init(_ composition: Composition) async throws {
      let startup = WatchedStartup(composition)
      let demo = try composition.demoChats()
      app = AppModel(startup: startup, clock: MinuteClock(surroundings: composition.surroundings), demo: demo)
      memory = WindowMemory(in: composition.home)
      app.beginsNarrow = memory.state.isNarrow
      await app.open()
      started = startup.started
      let told = told
      window = MainWindow(application: Face.application, app: app, memory: memory) { told.isClosed = true }
    }
  }

  /// What the window has told.
  private final class Told {
    var isClosed = false
    var isDrawn = false
  }

  /// Whether a person has closed the window; the program would end now.
  var hasEnded: Bool { open.told.isClosed }

  /// Closes the window and the library, as the program does at its end.
  func end() async {
    if isOpen { await close() }
    folder.clean()
    for critical in Criticals.take() { Issue.record("GTK says: \(critical)") }
  }

  /// Closes the window and the library, as the program does at its end, and opens both anew, as its next start does.
  ///
  /// - Parameter meanwhile: what is done to the folder, or looked at, while both are closed.
  func reopen(meanwhile: () async throws -> Void = {}) async throws {
    await close()
    try await meanwhile()
    (horizon, isOpen) = (surroundings.now(), true)
    open = try await Opened(composition)
    guard open.started != nil else { throw DriverError(description: "the library did not open again") }
    try await appear()
  }

  private func close() async {
    let (app, memory) = (open.app, open.memory)
    isOpen = false
    // What still waits for its time is not waited for.
    (timeStands, horizon) = (false, surroundings.now().advanced(by: .seconds(60)))
    do {
      try await awaiting("the library is closed") {
        await app.shutDown()
        await memory.settle()
      }
    } catch { Issue.record(error) }
    // A menu that is destroyed while it is open keeps the keyboard to itself.
    for menu in all(where: { $0.isA(gtk_popover_get_type()) }) {
      gtk_popover_popdown(OpaquePointer(menu.widget).cast())
    }
    // One that a story still holds would look for the window below when it goes, and that has gone before.
    for window in Self.windows { gtk_window_set_transient_for(OpaquePointer(window.widget).cast(), nil) }
    open.window.destroy()
    // Preferences and the like, which outlive the main window.
    for window in Self.windows { gtk_window_destroy(OpaquePointer(window.widget).cast()) }
    Self.shown = nil
    WindowFixture.settle()
  }

  // MARK: The process

  private(set) static weak var shown: Face?

  /// The one application of this process.
  static let application: Application = {
    let application = Application(id: "app.sotto.Test", name: "Sotto", isUnique: false)
    _ = application.start()
    MainWindow.prepare()
    return application
  }()
}

/// The real start, which shows what it has opened.
private final class WatchedStartup: Startup {
  private let composition: Composition
  nonisolated(unsafe) private(set) var started: StartedLibrary?

  init(_ composition: Composition) { self.composition = composition }

  nonisolated func library(key: LibraryKey?) throws(StartError) -> any Library { try composition.library(key: key) }

  nonisolated func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary {
    let started = try await composition.open(key: key, progress)
    self.started = started
    return started
  }
}
