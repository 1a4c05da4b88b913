import CAdw

/// The toolkit's own dialog for choosing a font.
@MainActor package enum FontDialog {
  /// Asks for one of the families of fonts that are installed; gives its name, nil if it was cancelled.
  package static func family(over parent: Window?, title: String, chosen: String) async -> String? {
    let above: UnsafeMutablePointer<GtkWindow>? = parent.map { ^$0 }
    let dialog = Window(handle: Handle(gtk_font_chooser_dialog_new(title, above)))
    gtk_font_chooser_set_level(^dialog, GTK_FONT_CHOOSER_LEVEL_FAMILY)
    gtk_font_chooser_set_font(^dialog, chosen)
    gtk_window_set_modal(^dialog, 1)
    return await withCheckedContinuation { (waiting: CheckedContinuation<String?, Never>) in
      var isWaiting = true
      func finish(_ family: String?) {
        guard isWaiting else { return }
        isWaiting = false
        waiting.resume(returning: family)
      }
      dialog.on("response") { (answer: Int) in
        finish(answer == Int(GTK_RESPONSE_OK.rawValue) ? chosenFamily(in: dialog) : nil)
        gtk_window_destroy(^dialog)
      }
      dialog.whenGone { finish(nil) }
      dialog.present()
    }
  }

  private static func chosenFamily(in dialog: Window) -> String? {
    gtk_font_chooser_get_font_family(^dialog).map { String(borrowing: pango_font_family_get_name($0)) }
  }
}
