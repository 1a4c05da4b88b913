import CAdw

/// A row that chooses one of several.
package struct ChoiceRow: TitledRow {
  package let handle: Handle

  /// A row with a title and a list of choices.
  package init(title: String, choices: [String], selected: Int) {
    handle = Handle(adw_combo_row_new())
    adw_preferences_row_set_title(^self, Markup.escaped(title))
    let list = gtk_string_list_new(nil)!
    for choice in choices { gtk_string_list_append(list, choice) }
    adw_combo_row_set_model(^self, list)
    g_object_unref(UnsafeMutableRawPointer(list))
    adw_combo_row_set_selected(^self, guint(selected))
    keepValue()
    openAtChosen()
  }

  /// Room for what is chosen, however long the words are that stand beside it.
  private func keepValue() {
    let factory = AnyObjectHandle(gtk_signal_list_item_factory_new())
    // The list has marks beside its choices, which its own factory draws.
    adw_combo_row_set_list_factory(^self, adw_combo_row_get_factory(^self))
    adw_combo_row_set_factory(^self, ^factory)
    factory.on("setup") { (item: Pointed) in
      guard let raw = item.raw else { return }
      gtk_list_item_set_child(OpaquePointer(raw), Label().ellipsized().widget)
    }
    factory.on("bind") { (item: Pointed) in
      guard let raw = item.raw, let child = gtk_list_item_get_child(OpaquePointer(raw)),
        let text = gtk_list_item_get_item(OpaquePointer(raw))
      else { return }
      let words = String(borrowing: gtk_string_object_get_string(OpaquePointer(text)))
      gtk_label_set_text(OpaquePointer(child), words)
      gtk_label_set_width_chars(OpaquePointer(child), gint(min(words.count, Self.keptLetters)))
    }
    g_object_unref(^factory)
  }

  private static let keptLetters = 14

  /// Its list would open with the keyboard at the first choice.
  private func openAtChosen() {
    guard let popover = descendant(of: gtk_popover_get_type()),
      let list = popover.descendant(of: gtk_list_view_get_type())
    else { return }
    let row = Weak(self)
    popover.onMap {
      MainLoop.soon {
        guard let row = row.value else { return }
        gtk_widget_activate_action_variant(
          list.widget, "list.scroll-to-item", g_variant_new_uint32(guint(row.selected)))
        let choices = list.children
        if choices.indices.contains(row.selected) { choices[row.selected].grabFocus() }
      }
    }
  }

  /// Which is chosen, counted from 0.
  package var selected: Int {
    get { Int(adw_combo_row_get_selected(^self)) }
    nonmutating set { if selected != newValue { adw_combo_row_set_selected(^self, guint(newValue)) } }
  }

  /// Calls `body` with which is chosen, counted from 0, when that changes.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor (Int) -> Void) -> Self {
    let row = self
    onChange(of: "selected") { body(row.selected) }
    return self
  }
}
