import CAdw

/// A row that chooses a number.
package struct NumberRow: PreferencesRow {
  package let handle: Handle
  private let field: AnyWidget

  /// A row with a title and a whole number within bounds.
  package init(title: String, value: Int, in bounds: ClosedRange<Int>, step: Int = 1) {
    handle = Handle(adw_action_row_new())
    field = AnyWidget(
      gtk_spin_button_new_with_range(Double(bounds.lowerBound), Double(bounds.upperBound), Double(step)))
    field.aligned(vertically: .center).named(title)
    gtk_spin_button_set_value(^field, Double(value))
    adw_preferences_row_set_title(^self, Markup.escaped(title))
    adw_action_row_add_suffix(^self, field.widget)
    adw_action_row_set_activatable_widget(^self, field.widget)
  }

  /// The number.
  package var value: Int {
    get { Int(gtk_spin_button_get_value_as_int(^field)) }
    nonmutating set { gtk_spin_button_set_value(^field, Double(newValue)) }
  }

  /// Calls `body` with the number when it changes.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor (Int) -> Void) -> Self {
    let row = self
    field.on("value-changed") { body(row.value) }
    return self
  }
}
