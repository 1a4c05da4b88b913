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

  /// Whether it can be the chosen one.
  @discardableResult
  package func selectable(_ isSelectable: Bool) -> Self {
    gtk_list_box_row_set_selectable(^self, isSelectable.c)
    return self
  }

  /// Whether it is the chosen one.
  package var isSelected: Bool { Bool(gtk_list_box_row_is_selected(^self)) }
}
