import Adw
import Domain
import Sotto
import ViewModels

/// What can be done with a picture, from its menu, its message's menu and the viewer.
struct PictureActions {
  let house: HouseModel
  /// The message that the pictures belong to.
  let row: ThreadRow

  func view(_ picture: PictureModel) {
    guard let message = row.message?.id, let place = row.pictures.firstIndex(where: { $0 === picture }) else { return }
    house.view(picture.attachment, at: place, of: message)
  }

  /// Puts the picture on the clipboard, as the file that it is.
  static func copy(_ attachment: Attachment, house: HouseModel) {
    Task {
      guard let file = await house.file(of: attachment) else { return }
      Clipboard.copy(EncodedPicture(bytes: file.bytes, mimeType: file.format.rawValue))
      house.tell("The picture was copied")
    }
  }

  /// Asks where to, and saves the picture there.
  static func save(_ attachment: Attachment, house: HouseModel, over window: Window?) {
    Task {
      guard let file = await house.file(of: attachment) else { return }
      let name = ExportedPicture.name(of: attachment, format: file.format)
      guard let path = await FileDialog.save(over: window, title: "Save Picture", name: name) else { return }
      do throws(PictureError) {
        try await ExportedPicture.write(file, to: path)
        house.tell("Saved as \(path.split(separator: "/").last ?? "")")
      } catch {
        house.tell(error.sentence)
      }
    }
  }

  /// Asks for a program and hands it a copy, so that what the house keeps is never changed.
  static func open(_ attachment: Attachment, house: HouseModel, over window: Window) {
    Task {
      guard let file = await house.file(of: attachment) else { return }
      let path: String
      do throws(PictureError) { path = try await ExportedPicture.copyForOthers(file, of: attachment) } catch {
        return house.tell(error.sentence)
      }
      do throws(Launcher.Failure) { _ = try await Launcher.openWith(path: path, over: window) } catch {
        house.tell(error.sentence)
      }
    }
  }
}
