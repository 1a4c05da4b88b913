import CAdw

/// Text of many lines to write or to read.
package struct TextView: Widget {
  package let handle: Handle

  /// An empty text that wraps at words and can be undone.
  package init() {
    handle = Handle(gtk_text_view_new())
    gtk_text_view_set_wrap_mode(^self, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(^self, 0)
    gtk_text_view_set_input_hints(
      ^self, GtkInputHints(rawValue: GTK_INPUT_HINT_SPELLCHECK.rawValue | GTK_INPUT_HINT_EMOJI.rawValue))
    gtk_text_buffer_set_enable_undo(buffer, 1)
  }

  var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(^self) }

  /// What is written. Setting it cannot be undone by the user.
  package var text: String {
    get { buffer.text }
    nonmutating set { buffer.set(newValue) }
  }

  /// Shows another text. What the input method composes is dropped with its own text, and never goes into this one.
  package func show(_ text: WrittenText) {
    guard buffer != text.buffer else { return }
    gtk_text_view_reset_im_context(^self)
    gtk_text_view_set_buffer(^self, text.buffer)
  }

  /// Whether nothing is written.
  package var isEmpty: Bool { gtk_text_buffer_get_char_count(buffer) == 0 }

  /// Writes text at the cursor, in the place of what is selected.
  package func insert(_ text: String) {
    gtk_text_buffer_begin_user_action(buffer)
    gtk_text_buffer_delete_selection(buffer, 1, 1)
    gtk_text_buffer_insert_interactive_at_cursor(buffer, text, -1, 1)
    gtk_text_buffer_end_user_action(buffer)
    showCursor()
  }

  /// Writes text at the very end, and cannot be undone: for text that arrives.
  package func append(_ text: String) {
    var end = GtkTextIter()
    gtk_text_buffer_begin_irreversible_action(buffer)
    gtk_text_buffer_get_end_iter(buffer, &end)
    gtk_text_buffer_insert(buffer, &end, text, -1)
    gtk_text_buffer_end_irreversible_action(buffer)
  }

  /// Puts the cursor behind the last character.
  package func moveToEnd() {
    var end = GtkTextIter()
    gtk_text_buffer_get_end_iter(buffer, &end)
    gtk_text_buffer_place_cursor(buffer, &end)
    showCursor()
  }

  /// Selects all of it.
  package func selectAll() {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_select_range(buffer, &start, &end)
  }

  /// Takes the last change back.
  package func undo() { gtk_text_buffer_undo(buffer) }

  /// Whether there is something to take back.
  package var canUndo: Bool { Bool(gtk_text_buffer_get_can_undo(buffer)) }

  /// Calls `body` whenever the text changes, whoever changed it.
  @discardableResult
  package func onTextChange(_ body: @escaping @MainActor () -> Void) -> Self {
    AnyObjectHandle(buffer).on("changed", body)
    return self
  }

  /// Only shows its text, without a cursor.
  @discardableResult
  package func readOnly() -> Self {
    gtk_text_view_set_editable(^self, 0)
    gtk_text_view_set_cursor_visible(^self, 0)
    return self
  }

  /// Keeps room between the text and the edge, in which a click still counts as one on the text.
  @discardableResult
  package func padding(horizontal: Int, vertical: Int) -> Self {
    gtk_text_view_set_left_margin(^self, gint(horizontal))
    gtk_text_view_set_right_margin(^self, gint(horizontal))
    gtk_text_view_set_top_margin(^self, gint(vertical))
    gtk_text_view_set_bottom_margin(^self, gint(vertical))
    return self
  }

  /// The height of one line in pixels.
  package var lineHeight: Int {
    let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget), nil, nil)
    defer { pango_font_metrics_unref(metrics) }
    let units = pango_font_metrics_get_height(metrics)
    return Int((Double(units) / Double(PANGO_SCALE)).rounded(.up))
  }

  /// Scrolls to the cursor where it is out of sight.
  func showCursor() { gtk_text_view_scroll_mark_onscreen(^self, gtk_text_buffer_get_insert(buffer)) }

  /// The height of all that is written, as last laid out.
  var contentHeight: Int {
    var end = GtkTextIter()
    var (top, height): (gint, gint) = (0, 0)
    gtk_text_buffer_get_end_iter(buffer, &end)
    gtk_text_view_get_line_yrange(^self, &end, &top, &height)
    return Int(top + height)
  }

  /// Has all lines measured again. When the desktop's font changes, GTK 4.8 does so before the view knows the new one.
  func measureLines() {
    gtk_text_view_set_pixels_inside_wrap(^self, 1)
    gtk_text_view_set_pixels_inside_wrap(^self, 0)
  }

  /// Opens the chooser of emoji at the cursor.
  package func chooseEmoji() { perform("misc.insert-emoji") }

  /// Calls `body` instead of pasting when files, or a picture and no text, are on the clipboard.
  @discardableResult
  package func onPasteContent(_ body: @escaping @MainActor (Incoming) -> Void) -> Self {
    onPasteContent(into: {}) { body($1) }
  }

  /// Calls `body` instead of pasting when files, or a picture and no text, are on the clipboard. What is there may take
  /// a while to come: `place` is asked when the key is pressed, and `body` gets its answer.
  @discardableResult
  package func onPasteContent<Target>(
    into target: @escaping @MainActor () -> Target, _ body: @escaping @MainActor (Target, Incoming) -> Void
  ) -> Self {
    let weak = Weak(self)
    let isText = Flag()
    enablePasteInMenu()
    on("paste-clipboard") {
      guard !isText.isSet, let view = weak.value else { return }
      let target = target()
      if Clipboard.hasFiles {
        g_signal_stop_emission_by_name(^view as UnsafeMutableRawPointer, "paste-clipboard")
        let text = Strong(AnyObjectHandle(view.buffer))
        Task {
          let paths = await Clipboard.filePaths()
          if !paths.isEmpty { return body(target, .files(paths)) }
          // Addresses of the web come in the same way as files do.
          guard Clipboard.hasText else { return Clipboard.picture.map { body(target, .picture($0)) } ?? () }
          guard let view = weak.value, Handle(view.buffer) == text.object.handle else { return }
          isText.isSet = true
          view.emit("paste-clipboard")
          isText.isSet = false
        }
      } else if !Clipboard.hasText, let picture = Clipboard.picture {
        g_signal_stop_emission_by_name(^view as UnsafeMutableRawPointer, "paste-clipboard")
        body(target, .picture(picture))
      }
    }
    return self
  }

  /// Lets "Paste" in the menu be chosen for files and pictures, too: GTK looks only for text when the menu opens.
  private func enablePasteInMenu() {
    let weak = Weak(self)
    let enable: @MainActor () -> Void = {
      guard let view = weak.value, Clipboard.hasPicture || Clipboard.hasFiles else { return }
      gtk_widget_action_set_enabled(view.widget, "clipboard.paste", gtk_text_view_get_editable(^view))
    }
    // By then the menu is there, and has the keyboard.
    onChange(of: "has-focus", enable)
    enable()
  }

  /// Offers each key press to `body`, after the input method: true means that it was used up. While the input method
  /// composes, it has all keys for itself.
  @discardableResult
  package func onKeyAfterInputMethod(_ body: @escaping @MainActor (KeyStroke) -> Bool) -> Self {
    let view = self
    let composing = Flag()
    on("preedit-changed") { (preedit: String) in composing.isSet = !preedit.isEmpty }
    let controller = AnyObjectHandle(gtk_event_controller_key_new())
    let raw = controller.handle
    controller.on("key-pressed") { (code: Int, _: Int, state: Int) -> Bool in
      guard !composing.isSet else { return false }
      let stroke = KeyStroke(Key(code: code), Modifiers(state: state))
      guard stroke.key.isEnter else { return body(stroke) }
      // An input method may want Enter to choose a word that it shows elsewhere.
      let event = gtk_event_controller_get_current_event(^AnyObjectHandle(raw))
      if Bool(gtk_text_view_im_context_filter_keypress(^view, event)) || body(stroke) { return true }
      // The view would ask the input method a second time before it breaks the line.
      if stroke.modifiers.isDisjoint(with: [.control, .alt, .super]) { view.insert("\n") }
      return true
    }
    add(controller)
    return self
  }
}

/// Something that closures share.
final class Flag {
  var isSet = false
}
