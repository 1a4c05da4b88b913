import CAdw

/// A question that waits for an answer, above the window that it belongs to.
@MainActor package final class MessageDialog {
  /// How an answer is drawn.
  package enum Weight {
    case plain, suggested, destructive

    var c: AdwResponseAppearance {
      switch self {
      case .plain: ADW_RESPONSE_DEFAULT
      case .suggested: ADW_RESPONSE_SUGGESTED
      case .destructive: ADW_RESPONSE_DESTRUCTIVE
      }
    }
  }

  /// The window of the dialog.
  package let window: Window
  private var waiting: CheckedContinuation<String, Never>?

  /// A question with a heading, words, and perhaps something to fill in.
  package init(over parent: Window?, heading: String, body: String = "", child: (any Widget)? = nil) {
    window = Window(handle: Handle(adw_message_dialog_new(nil, heading, body)))
    if let parent { window.transient(for: parent) }
    if let child { adw_message_dialog_set_extra_child(^window, child.widget) }
  }

  /// Adds an answer; "_" in the label stands before its access key. Escape means `cancel` if that is one.
  @discardableResult
  package func answer(_ id: String, _ label: String, _ weight: Weight = .plain, isDefault: Bool = false) -> Self {
    adw_message_dialog_add_response(^window, id, label)
    adw_message_dialog_set_response_appearance(^window, id, weight.c)
    if isDefault { adw_message_dialog_set_default_response(^window, id) }
    if id == "cancel" { adw_message_dialog_set_close_response(^window, id) }
    return self
  }

  /// Whether an answer can be given now.
  package func enable(_ id: String, _ isEnabled: Bool) {
    adw_message_dialog_set_response_enabled(^window, id, isEnabled.c)
  }

  /// Shows the question and waits; gives the id of the answer, or "close" if it was closed in another way.
  package func ask() async -> String {
    await withCheckedContinuation { waiting in
      self.waiting = waiting
      // The closure keeps the dialog alive until GTK lets the window go.
      window.on("response") { (id: String) in self.finish(id) }
      window.whenGone { self.finish("close") }
      window.present()
      nameAnswers(in: AnyWidget(window.widget))
    }
  }

  /// A button of the toolkit's is called by its label twice, once with the sign before the access key. Its label alone
  /// names it.
  private func nameAnswers(in widget: AnyWidget) {
    for child in widget.children {
      let instance = child.handle.raw.assumingMemoryBound(to: GTypeInstance.self)
      if Bool(g_type_check_instance_is_a(instance, gtk_button_get_type())) {
        gtk_accessible_reset_property(^child, GTK_ACCESSIBLE_PROPERTY_LABEL)
      }
      nameAnswers(in: child)
    }
  }

  /// Gives an answer as its button would, and closes the dialog.
  package func respond(_ id: String) {
    adw_message_dialog_response(^window, id)
    let window = Weak(window)
    // Not from within a signal of what is in it.
    MainLoop.soon { window.value?.close() }
  }

  private func finish(_ id: String) {
    waiting?.resume(returning: id)
    waiting = nil
  }
}
