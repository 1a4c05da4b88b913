import CAdw

/// What all one-line text fields have in common.
package protocol TextInput: Widget {}

extension TextInput {
  /// What is written in it.
  package var text: String {
    get { String(borrowing: gtk_editable_get_text(^self)) }
    nonmutating set { if text != newValue { gtk_editable_set_text(^self, newValue) } }
  }

  /// Calls `body` with the text whenever it changes, whoever changed it.
  @discardableResult
  package func onTextChange(_ body: @escaping @MainActor (String) -> Void) -> Self {
    let field = self
    on("changed") { body(field.text) }
    return self
  }

  /// Calls `body` when Enter is pressed.
  @discardableResult
  package func onActivate(_ body: @escaping @MainActor () -> Void) -> Self {
    on("activate", body)
    return self
  }

  /// Selects all of the text; its beginning is in view.
  package func selectAll() { gtk_editable_select_region(^self, -1, 0) }

  /// Puts the cursor behind the last character.
  package func moveToEnd() { gtk_editable_set_position(^self, -1) }

  /// Its least width in characters.
  @discardableResult
  package func characters(_ count: Int) -> Self {
    gtk_editable_set_width_chars(^self, gint(count))
    return self
  }
}

extension TextInput {
  /// How many characters wide it is where there is room.
  @discardableResult
  package func wishing(characters: Int) -> Self {
    gtk_editable_set_max_width_chars(^self, gint(characters))
    return self
  }
}

/// One line of text to write.
package struct Entry: TextInput {
  package let handle: Handle

  /// A field with words that stand in it while it is empty.
  package init(_ text: String = "", placeholder: String = "") {
    handle = Handle(gtk_entry_new())
    self.placeholder = placeholder
    self.text = text
  }

  /// Words that stand in it while it is empty.
  package var placeholder: String {
    get { String(borrowing: gtk_entry_get_placeholder_text(^self)) }
    nonmutating set { gtk_entry_set_placeholder_text(^self, newValue) }
  }

  /// At most so many characters; 0 for any number.
  @discardableResult
  package func maximum(characters: Int) -> Self {
    gtk_entry_set_max_length(^self, gint(characters))
    return self
  }

  /// Calls `body` when Escape is pressed in it.
  @discardableResult
  package func onEscape(_ body: @escaping @MainActor () -> Void) -> Self {
    onKey { stroke in
      guard stroke.key == .escape else { return false }
      body()
      return true
    }
  }
}

/// One line of text that nobody else is to read.
package struct PasswordEntry: TextInput {
  package let handle: Handle

  /// A field with words that stand in it while it is empty; what is typed can be shown.
  package init(placeholder: String = "") {
    handle = Handle(gtk_password_entry_new())
    gtk_password_entry_set_show_peek_icon(^self, 1)
    // `placeholder-text` exists, only its setter came later.
    setProperty("placeholder-text", placeholder)
    letGoWithText()
  }

  /// The text within outlives the field of a window that closes; GTK 4.8 then tells the field, which is gone, that the
  /// text has lost the keyboard.
  private func letGoWithText() {
    guard let text = descendant(of: gtk_text_get_type()).map({ Weak($0) }) else { return }
    let field = handle.raw
    onGone {
      guard let text = text.value else { return }
      g_signal_handlers_disconnect_matched(text.handle.raw, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, field)
    }
  }
}

/// A field for what to look for.
package struct SearchEntry: TextInput {
  package let handle: Handle

  /// An empty search field.
  package init(placeholder: String = "") {
    handle = Handle(gtk_search_entry_new())
    // `placeholder-text` exists, only its setter came later.
    setProperty("placeholder-text", placeholder)
  }

  /// Calls `body` with the text a moment (150 ms) after the last change, at once when it became empty.
  @discardableResult
  package func onSearch(_ body: @escaping @MainActor (String) -> Void) -> Self {
    let field = self
    on("search-changed") { body(field.text) }
    return self
  }

  /// Calls `body` when Escape is pressed in it.
  @discardableResult
  package func onEscape(_ body: @escaping @MainActor () -> Void) -> Self {
    on("stop-search", body)
    return self
  }
}

/// A bar that slides in with a search field in it.
package struct SearchBar: Widget {
  package let handle: Handle

  /// A bar, closed at first, around `child`, in which `entry` is or which is `entry` itself.
  package init(_ child: some Widget, entry: some TextInput) {
    handle = Handle(gtk_search_bar_new())
    gtk_search_bar_set_child(^self, child.widget)
    gtk_search_bar_connect_entry(^self, ^entry)
    // Opened with a transition, the entry is there from the next frame on, and what is typed before that is lost.
    guard let inner = gtk_widget_get_first_child(widget) else { return }
    let instance = UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GTypeInstance.self)
    guard Bool(g_type_check_instance_is_a(instance, gtk_revealer_get_type())) else { return }
    gtk_revealer_set_transition_duration(OpaquePointer(inner), 0)
  }

  /// Whether it is open.
  package var isOpen: Bool {
    get { Bool(gtk_search_bar_get_search_mode(^self)) }
    nonmutating set { gtk_search_bar_set_search_mode(^self, newValue.c) }
  }

  /// Calls `body` with whether it is open, when that changes.
  @discardableResult
  package func onOpen(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let bar = self
    onChange(of: "search-mode-enabled") { body(bar.isOpen) }
    return self
  }
}
