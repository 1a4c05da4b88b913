import Adw
import Domain
import Localization
import ViewModels

/// The ways in for a picture: the file chooser, the clipboard, drag and drop. All lead to the composer's preview bar.
enum PictureIntake {
  /// Asks for pictures, by the desktop's own file chooser.
  static func choose(into thread: ThreadModel, over window: Window?) {
    Task {
      let types = ["jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tiff"].map { "image/" + $0 }
      let paths = await FileDialog.open(
        over: window, title: localized("Attach Pictures"), accept: localized("_Attach"),
        filters: [.init(localized("Pictures"), types: types)],
        several: true)
      thread.add(paths.map { .file(path: $0) })
    }
  }

  /// Takes what was pasted or dropped.
  static func take(_ incoming: Incoming, called name: String, into thread: ThreadModel, library: LibraryModel) {
    switch incoming {
    case .files(let paths): thread.add(paths.map { .file(path: $0) })
    case .text(let text):
      if !thread.composer.takes(inserted: text) { thread.draft += thread.draft.isEmpty ? text : "\n" + text }
    case .picture(let offer):
      Task {
        do throws(TransferError) {
          let picture = try await offer.read(limit: PictureLimits.bytes)
          thread.add([.bytes(picture.bytes, name: name)])
        } catch {
          library.notices.tell(error.sentence)
        }
      }
    }
  }
}
