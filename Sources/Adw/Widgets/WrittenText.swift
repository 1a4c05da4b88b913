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
    breakWithoutHyphens()
    if !text.isEmpty { self.text = text }
  }

  isolated deinit { g_object_unref(^self) }

  var buffer: UnsafeMutablePointer<GtkTextBuffer> { ^self }

  /// A word that is broken at the end of a line gets no hyphen that is not written.
  private func breakWithoutHyphens() {
    let tag = AnyObjectHandle(gtk_text_tag_new(nil))
    tag.setProperty("insert-hyphens", false)
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), ^tag)
    g_object_unref(^tag)
    AnyObjectHandle(handle).on("insert-text", after: true) { [buffer] (place: Pointed, text: String, count: Int) in
      guard let raw = place.raw else { return }
      var end = raw.assumingMemoryBound(to: GtkTextIter.self).pointee
      var start = end
      let letters = text.utf8.count == count ? text.unicodeScalars.count : count
      gtk_text_iter_backward_chars(&start, gint(clamping: letters))
      gtk_text_buffer_apply_tag(buffer, ^tag, &start, &end)
    }
  }

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
