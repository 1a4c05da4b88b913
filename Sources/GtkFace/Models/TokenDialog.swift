import Adw
import Localization
import ViewModels

/// Asks for a token of Hugging Face, or forgets it.
enum TokenDialog {
  /// - Parameter trouble: why what was entered before is none.
  static func open(library: LibraryModel, over window: Window, trouble: String? = nil) {
    let entry = PasswordEntry(placeholder: "hf_…").named(localized("Access token"))  // untranslated: how it begins
    let dialog = MessageDialog(
      over: window, heading: localized("Enter an Access Token"),
      body: trouble
        ?? localized(
          "Some models are given only to people with an account at Hugging Face. The token goes to that host alone, and is kept in your keyring where there is one."
        ),
      child: entry
    ).answer("cancel", localized("_Cancel")).answer("forget", localized("_Forget the Token"), .destructive)
      .answer("keep", localized("_Keep"), .suggested, isDefault: true)
    // The field goes with the dialog, before the answer is here.
    var typed = ""
    entry.onTextChange { text in
      typed = text
      dialog.enable("keep", !text.isEmpty)
    }
    dialog.enable("keep", false)
    entry.onActivate { if !typed.isEmpty { dialog.respond("keep") } }
    // The window may be gone once the question is answered.
    let below = Weak(window)
    Task {
      switch await dialog.ask() {
      case "keep":
        if let trouble = await library.downloads.keepToken(typed), let window = below.value {
          open(library: library, over: window, trouble: trouble)
        }
      case "forget": await library.downloads.forgetToken()
      default: break
      }
    }
    entry.grabFocus()
  }
}
