import CAdw

/// A place over which short notices appear.
package struct ToastOverlay: Widget {
  package let handle: Handle

  /// Shows `child`, and toasts at its lower edge.
  package init(_ child: some Widget) {
    handle = Handle(adw_toast_overlay_new())
    adw_toast_overlay_set_child(^self, child.widget)
  }

  /// Shows a notice. Several wait for one another unless a later one is `urgent`.
  @discardableResult
  package func show(_ toast: Toast) -> Toast {
    g_object_ref(^toast)  // the overlay takes one reference over
    adw_toast_overlay_add_toast(^self, ^toast)
    return toast
  }
}

/// A short notice that goes by itself, perhaps with a button.
@MainActor package final class Toast: Object {
  package let handle: Handle

  /// A notice that stays for so many seconds, or until it is dismissed for 0.
  package init(_ title: String, seconds: Int = 5, isUrgent: Bool = false) {
    handle = Handle(adw_toast_new(Markup.escaped(title)))
    g_object_ref_sink(^self)
    adw_toast_set_timeout(^self, guint(seconds))
    adw_toast_set_priority(^self, isUrgent ? ADW_TOAST_PRIORITY_HIGH : ADW_TOAST_PRIORITY_NORMAL)
  }

  isolated deinit { g_object_unref(^self) }

  /// Gives it a button.
  @discardableResult
  package func button(_ label: String, _ body: @escaping @MainActor () -> Void) -> Self {
    adw_toast_set_button_label(^self, label)
    on("button-clicked", body)
    return self
  }

  /// Calls `body` when it has gone, pressed or not.
  @discardableResult
  package func onDismissed(_ body: @escaping @MainActor () -> Void) -> Self {
    on("dismissed", body)
    return self
  }

  /// Takes it away.
  package func dismiss() { adw_toast_dismiss(^self) }

  /// Its words.
  package var title: String {
    get { String(borrowing: adw_toast_get_title(^self)) }
    set { adw_toast_set_title(^self, Markup.escaped(newValue)) }
  }
}
