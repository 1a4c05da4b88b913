import CAdw

/// A place over which short notices appear.
package struct ToastOverlay: Widget {
  package let handle: Handle

  init(handle: Handle) { self.handle = handle }

  /// Shows `child`, and toasts at its lower edge.
  package init(_ child: some Widget) {
    handle = Handle(adw_toast_overlay_new())
    adw_toast_overlay_set_child(^self, child.widget)
    leaveEscape()
  }

  /// Escape would take a notice away with its Undo, and not do what it is pressed for.
  private func leaveEscape() {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(item) }
      let instance = item.assumingMemoryBound(to: GTypeInstance.self)
      guard Bool(g_type_check_instance_is_a(instance, gtk_shortcut_controller_get_type())) else { continue }
      gtk_event_controller_set_propagation_phase(OpaquePointer(item), GTK_PHASE_NONE)
    }
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
