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
  /// What the window reads from. Changing it by the service is what the program's own views do.
  let library: any OpenLibrary
  let service: ChatService
  let models: any LocalModels
  private let app: AppModel
  private let window: MainWindow

  /// Whether time stands still, except for `advance`. Else short waits end by themselves while the window is waited for.
  var timeStands = false
  /// Until when all waits end.
  var horizon: Timestamp
  /// Of the story, for what is kept of its failures.
  let story: String

  /// What it was opened with, beside the variables of the process.
  let environment: [String: String]

  /// Opens a library of a folder, which must be there.
  init(
    in folder: StoryFolder, environment: [String: String], story: String,
    surroundings: ManualSurroundings = ManualSurroundings()
  ) async throws {
    (self.folder, self.environment, self.story) = (folder, environment, story)
    self.surroundings = surroundings
    horizon = surroundings.now()
    let composition = Composition(
      home: folder.home, environment: Command.ownVariables.merging(environment) { $1 }, surroundings: surroundings)
    let startup = WatchedStartup(composition)
    let demo = try composition.demoChats()
    app = AppModel(startup: startup, clock: MinuteClock(surroundings: surroundings), demo: demo)
    await app.open()
    guard let started = startup.started else { throw DriverError(description: "the library did not open") }
    (library, service, models) = (started.library, started.service, started.models)
    let told = Told()
    window = MainWindow(application: Self.application, app: app) { told.isClosed = true }
    self.told = told
    window.afterFirstFrame { told.isDrawn = true }
    window.present(at: 0)
    Self.shown = self
    for window in Self.application.windows { _ = PaintCounter.of(window) }
    try await eventually("the window is drawn") { told.isDrawn }
    await app.start()
    try await eventually("the window has the keyboard") { Self.focused != nil }
  }

  private let told: Told

  /// What the window has told.
  private final class Told {
    var isClosed = false
    var isDrawn = false
  }

  /// Whether a person has closed the window; the program would end now.
  var hasEnded: Bool { told.isClosed }

  /// Closes the window and the library, as the program does at its end.
  func close() async {
    let app = app
    // What still waits for its time is not waited for.
    (timeStands, horizon) = (false, surroundings.now().advanced(by: .seconds(60)))
    do { try await awaiting("the library is closed") { await app.shutDown() } } catch { Issue.record(error) }
    closeAllOverWindow()
    window.destroy()
    Self.shown = nil
    WindowFixture.settle()
  }

  // MARK: The process

  /// The one whose window is open.
  private(set) static var shown: Face?

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
