import CAdw

/// One row of a list, around whatever it shows. Its context menu's entries are actions of the row, as are its name and
/// description for screen readers.
package struct ListRow: Widget {
  package let handle: Handle

  init(handle: Handle) { self.handle = handle }

  /// A row around `child`.
  package init(_ child: some Widget) {
    handle = Handle(gtk_list_box_row_new())
    gtk_list_box_row_set_child(^self, child.widget)
  }

  /// What it shows.
  package var child: AnyWidget? {
    get { AnyWidget(existing: gtk_list_box_row_get_child(^self)) }
    nonmutating set { gtk_list_box_row_set_child(^self, newValue?.widget) }
  }

  /// Whether a click or Enter means something.
  @discardableResult
  package func activatable(_ isActivatable: Bool) -> Self {
    gtk_list_box_row_set_activatable(^self, isActivatable.c)
    return self
  }

  /// Whether it is the chosen one.
  package var isSelected: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
  }

  /// Draws it as the chosen one, or as another, and says so to screen readers.
  package func show(isSelected: Bool) {
    if isSelected {
      gtk_widget_set_state_flags(widget, GTK_STATE_FLAG_SELECTED, 0)
    } else {
      gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_SELECTED)
    }
    tell(GTK_ACCESSIBLE_STATE_SELECTED, isSelected)
  }
}
