import Domain
import Observation

/// The picture that is looked at, if one is.
@Observable
final class OpenViewer {
  private(set) var viewer: ViewerModel?

  func show(_ picture: ChatPicture, in thread: ThreadModel, _ parts: LibraryParts) {
    viewer?.close()
    let viewer = ViewerModel(picture, in: thread, parts)
    viewer.onClose = { [weak self] in if self?.viewer === $0 { self?.viewer = nil } }
    self.viewer = viewer
  }
}
