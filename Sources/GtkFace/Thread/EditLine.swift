import Adw
import Localization
import ViewModels

/// The line above the composer that says that a message is being written anew, and ends that.
enum EditLine {
  static func make(_ library: LibraryModel) -> Box {
    let words = Label(localized("Editing your last message")).ellipsized().aligned(0).expanding(horizontally: true)
    let cancel = Button(localized("_Cancel")).flat().aligned(vertically: .center)
    cancel.described(localized("Leaves the message as it is")).focusOnClick(false)
    cancel.onClick { library.thread?.composer.cancelEdit() }
    let line = Box(.horizontal, spacing: 10) {
      Image(icon: "document-edit-symbolic", size: 16).decorative()
      words
      cancel
    }.styled("edit-line")
    return line.observe { line in line.isVisible = library.thread?.composer.isEditing ?? false }
  }
}
