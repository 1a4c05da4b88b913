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
  private let home: String
  private var window: MainWindow?
  private var isQuitting = false

  init(application: Application, composition: Composition) {
    self.application = application
    app = composition.appModel()
    home = composition.home
    application.onActivate { [self] in activate() }
    application.onTermination { [self] in quit() }
  }

  private func activate() {
    if let window { return window.present() }
    Style.install()
    // Which pictures went into a private chat is nobody else's business.
    Toolkit.keepsRecentFiles(false)
    // The library is read before the window is made, so that its first picture is the real one.
    application.hold()
    // But a conversion may take long, and is watched.
    app.onLongOpening = { [self] in show() }
    Task {
      await app.open()
      show().afterFirstFrame { [app] in
        Task { await app.start() }
      }
    }
  }

  @discardableResult
  private func show() -> MainWindow {
    if let window { return window }
    let window = MainWindow(application: application, app: app) { [self] in quit() }
    self.window = window
    application.release()
    window.present()
    return window
  }

  /// Saves what is unsaved, then ends. Asked twice, it ends at once.
  private func quit() {
    guard !isQuitting else { return application.quit() }
    isQuitting = true
    window?.rememberSize()
    window?.hide()
    application.showCount(0)
    Task {
      await app.shutDown()
      application.quit()
    }
  }
}
