import CAdw

/// A text with its cursor and with what can be undone in it. A field can show one after another; each keeps to itself
/// what is written, pasted or undone in it, also while another is shown.
@MainActor package final class WrittenText: Object {
  package let handle: Handle
  private var isBeingSet = false

  /// A text that somebody has written before; that cannot be undone.
  package init(_ text: String = "") {
    handle = Handle(gtk_text_buffer_new(nil))
    gtk_text_buffer_set_enable_undo(buffer, 1)
    if !text.isEmpty { self.text = text }
  }

  isolated deinit { g_object_unref(^self) }

  var buffer: UnsafeMutablePointer<GtkTextBuffer> { ^self }

  /// What is written. Setting it cannot be undone by the user, and puts the cursor at the end.
  package var text: String {
    get { buffer.text }
    set {
      guard newValue != buffer.text else { return }
      isBeingSet = true
      defer { isBeingSet = false }
      buffer.set(newValue)
      var end = GtkTextIter()
      gtk_text_buffer_get_end_iter(buffer, &end)
      gtk_text_buffer_place_cursor(buffer, &end)
    }
  }

  /// Calls `body` with the text whenever the user changes it, in the same turn of the main loop.
  @discardableResult
  package func onEdit(_ body: @escaping @MainActor (String) -> Void) -> Self {
    onChange { [weak self] in
      if let self, !isBeingSet { body(text) }
    }
  }

  /// Asks `body` about each text that the user puts in at once: true means that it was taken elsewhere, and is not
  /// written here.
  @discardableResult
  package func onInsert(_ body: @escaping @MainActor (String) -> Bool) -> Self {
    AnyObjectHandle(handle).on("insert-text") { [weak self] (_: Pointed, text: String, count: Int) in
      guard let self, !isBeingSet, body(String(decoding: text.utf8.prefix(count), as: UTF8.self)) else { return }
      g_signal_stop_emission_by_name(^self as UnsafeMutableRawPointer, "insert-text")
    }
    return self
  }

  /// Calls `body` whenever it changes, whoever changed it.
  @discardableResult
  func onChange(_ body: @escaping @MainActor () -> Void) -> Self {
    AnyObjectHandle(handle).on("changed", body)
    return self
  }
}

extension UnsafeMutablePointer<GtkTextBuffer> {
  /// All that is written.
  var text: String {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(self, &start, &end)
    return String(taking: gtk_text_buffer_get_text(self, &start, &end, 1))
  }

  /// Writes another text in its place, which the user cannot undo.
  func set(_ text: String) {
    gtk_text_buffer_begin_irreversible_action(self)
    gtk_text_buffer_set_text(self, text, -1)
    gtk_text_buffer_end_irreversible_action(self)
  }
}
