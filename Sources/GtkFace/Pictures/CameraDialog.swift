import Adw
import Domain
import Localization
import Sotto
import ViewModels

/// Takes a photo: live view, the photo to look at, and only then into the composer. The camera is on only while its
/// live view is seen.
final class CameraDialog {
  private let window: Window
  private let thread: ThreadModel
  private let feed = CameraFeed(alternative: localized("What the camera sees"))
  private let pages = Stack(crossfades: false)
  private let photoView = Picture(alternative: localized("The photo"), fit: .contain)
  private let take = Button(icon: "camera-photo-symbolic", label: localized("_Take Photo")).styled(
    "pill", "suggested-action")
  private let again = Button(localized("_Retake")).styled("pill")
  private let use = Button(localized("_Use Photo")).styled("pill", "suggested-action")
  private let buttons: Box
  private let devicesRoom = Bin()
  private var devices: [CameraDevice] = []
  private var device = 0
  private var photo: Texture?
  private var isClosed = false

  static func open(into thread: ThreadModel, over parent: Window?) {
    guard let parent else { return }
    let dialog = CameraDialog(thread, over: parent)
    // The window's own close request holds the dialog until then.
    dialog.window.onCloseRequest {
      dialog.close()
      return false
    }
    dialog.window.present()
    dialog.look()
  }

  private init(_ thread: ThreadModel, over parent: Window) {
    self.thread = thread
    window = Window(title: localized("Camera"), width: 560, height: 520).transient(for: parent).smallest(
      width: 320, height: 320)
    feed.view.shrinking()
    photoView.shrinking()
    pages
      .page("looking", Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center, vertically: .center))
      .page("live", feed.view).page("photo", photoView)
    buttons = Box(.horizontal, spacing: 12) { [again, take, use] in
      again
      take
      use
    }.aligned(horizontally: .center).margins(12)
    window.show(
      Box(.vertical) {
        HeaderBar(title: WindowTitle(localized("Camera")))
        pages.expanding(vertically: true).styled("camera")
        devicesRoom.aligned(horizontally: .center).margins(top: 8, start: 12, end: 12)
        buttons
      })
    take.onClick { [weak self] in self?.takePhoto() }
    again.onClick { [weak self] in self?.start() }
    use.onClick { [weak self] in self?.usePhoto() }
    feed.onFailure = { [weak self] error in self?.show(error) }
    window.onKey { [window] stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
    show(page: "looking")
  }

  private func look() {
    show(page: "looking")
    Task {
      devices = await Camera.devices(instead: MainWindow.camera)
      guard !isClosed else { return }
      // Those that are there now may be fewer than before.
      device = 0
      guard !devices.isEmpty else { return show(.noCamera) }
      if devices.count > 1 {
        let choice = DropDown(devices.map(\.name)).named(localized("Camera"))
        choice.onChange { [weak self] index in
          self?.device = index
          self?.start()
        }
        devicesRoom.show(choice)
      }
      start()
    }
  }

  private func start() {
    photo = nil
    photoView.show(nil)
    show(page: "looking")
    Task {
      do throws(CameraError) {
        guard devices.indices.contains(device) else { throw CameraError.noCamera }
        try await feed.start(devices[device])
        guard !isClosed else { return feed.stop() }
        show(page: "live")
        take.grabFocus()
      } catch {
        show(error)
      }
    }
  }

  private func takePhoto() {
    take.isEnabled = false
    Task {
      do throws(CameraError) {
        let photo = try await feed.takePhoto()
        guard !isClosed else { return }
        feed.stop()
        self.photo = photo
        photoView.show(photo)
        show(page: "photo")
        use.grabFocus()
      } catch {
        show(error)
      }
    }
  }

  private func usePhoto() {
    guard let photo else { return }
    use.isEnabled = false
    Task {
      // Lossless here: the reader decides what is kept.
      let file = await photo.encoded(as: .png)
      // Closed meanwhile: the photo was called off, and the window is gone.
      guard !isClosed else { return }
      if let file { thread.add([.bytes(file.bytes, name: localized("Photo"))]) }
      window.close()
    }
  }

  /// What went wrong, in words, and a way to try again.
  private func show(_ error: CameraError) {
    guard !isClosed, error != .stopped else { return }
    feed.stop()
    let again = pages.showFailure(localized("No Picture From the Camera"), error.sentence) { [weak self] in
      self?.look()
    }
    show(page: "failed")
    again?.grabFocus()
  }

  private func show(page: String) {
    pages.shown = page
    take.isVisible = page == "live"
    take.isEnabled = page == "live"
    again.isVisible = page == "photo"
    use.isVisible = page == "photo"
    use.isEnabled = page == "photo"
    // Without one of them their margins would be an empty strip.
    buttons.isVisible = page == "live" || page == "photo"
    devicesRoom.isVisible = page == "live" && devices.count > 1
  }

  private func close() {
    isClosed = true
    feed.stop()
  }
}

extension MainWindow {
  /// What stands in for the cameras of this machine, as `SOTTO_CAMERA` names it; nil for themselves.
  package static var camera = ProcessEnvironment.variables["SOTTO_CAMERA"]
}
