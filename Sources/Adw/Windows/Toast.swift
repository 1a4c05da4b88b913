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

  /// Shows a notice. Several wait for one another.
  @discardableResult
  package func show(_ toast: Toast) -> Toast {
    let line = attached(ToastLine.self, as: ToastLine.key) ?? ToastLine()
    attach(line, as: ToastLine.key)
    line.add(toast, to: self)
    return toast
  }

  /// Begins at once and without moving in: until libadwaita 1.2 at least, a toast that is dismissed while it still moves in
  /// is freed with that under way, and the end of the movement uses what is gone.
  fileprivate func begin(_ toast: Toast) {
    Appearance.withoutMotion {
      g_object_ref(^toast)  // the overlay takes one reference over
      adw_toast_overlay_add_toast(^self, ^toast)
    }
  }
}

/// The toasts of an overlay: the one that is shown, and those that wait. libadwaita's own line would let the next one move
/// in by itself.
@MainActor private final class ToastLine {
  static let key = "adw-toasts"
  private var shown: Toast?
  private var waiting: [Toast] = []

  // Whoever waits for the end of one that was never shown hears of it.
  isolated deinit { for toast in waiting { toast.emit("dismissed") } }

  func add(_ toast: Toast, to overlay: ToastOverlay) {
    toast.line = self
    // Before libadwaita's own handler.
    toast.onDismissed { [weak self, weak toast] in
      guard let self, let toast, shown === toast else { return }
      shown = nil
      MainLoop.soon(with: overlay) { [weak self] in self?.showNext(in: $0) }
    }
    waiting.append(toast)
    if shown == nil { showNext(in: overlay) }
  }

  private func showNext(in overlay: ToastOverlay) {
    guard shown == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    shown = next
    overlay.begin(next)
  }

  /// Whether it waited; then it is not shown any more.
  func leave(_ toast: Toast) -> Bool {
    guard let index = waiting.firstIndex(where: { $0 === toast }) else { return false }
    waiting.remove(at: index)
    return true
  }
}

/// A short notice that goes by itself, perhaps with a button.
@MainActor package final class Toast: Object {
  package let handle: Handle
  /// Those of its overlay, once it was given to one.
  fileprivate weak var line: ToastLine?

  /// A notice that stays for so many seconds, or until it is dismissed for 0.
  package init(_ title: String, seconds: Int = 5) {
    handle = Handle(adw_toast_new(Markup.escaped(title)))
    adw_toast_set_timeout(^self, guint(seconds))
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

  /// Takes it away, or lets it not come at all.
  package func dismiss() {
    // libadwaita does not know yet of one that waits.
    if line?.leave(self) == true { return emit("dismissed") }
    adw_toast_dismiss(^self)
  }

  /// Its words.
  package var title: String {
    get { String(borrowing: adw_toast_get_title(^self)) }
    set { adw_toast_set_title(^self, Markup.escaped(newValue)) }
  }
}
