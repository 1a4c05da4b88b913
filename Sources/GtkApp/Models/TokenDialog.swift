import Adw
import Localization
import ViewModels

/// Asks for a token of Hugging Face.
enum TokenDialog {
  static func open(library: LibraryModel, over window: Window) {
    let entry = PasswordEntry(placeholder: "hf_…").named(localized("Access token"))  // untranslated: how it begins
    let dialog = MessageDialog(
      over: window, heading: localized("Enter an Access Token"),
      body: localized(
        "Some models are given only to people with an account at Hugging Face. The token goes to that host alone, and is kept in your keyring where there is one."
      ),
      child: entry
    ).answer("cancel", localized("_Cancel")).answer("keep", localized("_Keep"), .suggested, isDefault: true)
    entry.onTextChange { dialog.enable("keep", !$0.isEmpty) }
    dialog.enable("keep", false)
    entry.onActivate { if !entry.text.isEmpty { dialog.respond("keep") } }
    Task {
      let answer = await dialog.ask()
      if answer == "keep" { _ = await library.downloads.keepToken(entry.text) }
    }
    entry.grabFocus()
  }
}
