import Adw
import Domain
import Localization
import ViewModels

/// What can be done with a picture, from its menu, its message's menu and the viewer.
struct PictureActions {
  let library: LibraryModel
  /// The message that the pictures belong to.
  let row: ThreadRow

  func view(_ picture: PictureModel) {
    guard let message = row.message?.id, let index = row.pictures.firstIndex(where: { $0 === picture }) else { return }
    library.view(picture.attachment, at: index, of: message)
  }

  /// Puts the picture on the clipboard, as the file that it is.
  static func copy(_ attachment: Attachment, library: LibraryModel) {
    Task {
      guard let file = await library.pictures.file(of: attachment) else { return }
      Clipboard.copy(EncodedPicture(bytes: file.bytes, mimeType: file.format.rawValue))
      library.notices.tell(localized("The picture was copied"))
    }
  }

  /// Asks where to, and saves the picture there.
  static func save(_ attachment: Attachment, library: LibraryModel, over window: Window?) {
    Task {
      guard let file = await library.pictures.file(of: attachment) else { return }
      let name = attachment.fileName(as: file.format)
      guard let path = await FileDialog.save(over: window, title: localized("Save Picture"), name: name) else { return }
      await library.pictures.save(file.bytes, to: path)
    }
  }

  /// Asks for a program and hands it a copy, so that what the library keeps is never changed.
  static func open(_ attachment: Attachment, library: LibraryModel, over window: Window) {
    Task {
      guard let path = await library.pictures.copyForOthers(attachment) else { return }
      do throws(Launcher.Failure) { _ = try await Launcher.openWith(path: path, over: window) } catch {
        library.notices.tell(error.sentence)
      }
    }
  }
}
