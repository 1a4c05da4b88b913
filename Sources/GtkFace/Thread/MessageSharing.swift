import Adw
import Domain
import Localization
import ViewModels

/// Giving a message to others as a picture.
struct MessageSharing {
  let row: ThreadRow
  let agent: String
  let library: LibraryModel

  /// Asks where to, and saves the picture there.
  func save(over window: Window?) {
    Task {
      guard let made = await made() else { return }
      // Encoded while its user looks for a place.
      let encoding = Task { await made.texture.encoded(as: .png) }
      let name = row.pictureName(agent: agent)
      let path = await FileDialog.save(over: window, title: localized("Save as Picture"), name: name)
      guard let path, let file = await encoding.value else { return }
      await library.pictures.save(file.bytes, to: path)
      tell(made)
    }
  }

  /// Puts the picture on the clipboard.
  func copy() {
    Task {
      guard let made = await made(), let file = await made.texture.encoded(as: .png) else { return }
      Clipboard.copy(file, drawn: made.texture)
      library.notices.tell(localized("Copied as a picture"))
      tell(made)
    }
  }

  /// The picture; nil after a word to the user where there is none.
  private func made() async -> MessagePicture.Made? {
    let made = await MessagePicture.make(row, agent: agent, library: library)
    if made == nil { library.notices.tell(localized("This message cannot be made a picture.")) }
    return made
  }

  private func tell(_ made: MessagePicture.Made) {
    guard made.isCut else { return }
    library.notices.tell(localized("The message is too long for a picture: its end is left out."))
  }
}
