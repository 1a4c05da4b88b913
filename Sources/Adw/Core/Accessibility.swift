import CAdw

/// What a widget is to a screen reader, where GTK has no better guess.
package enum Role {
  case alert, button, cell, dialog, generic, group, heading, image, label, link, list, listItem, log, navigation
  case none, note, progress, region, row, search, separator, status, tab, table, text, toolbar

  var c: GtkAccessibleRole {
    switch self {
    case .alert: GTK_ACCESSIBLE_ROLE_ALERT
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .cell: GTK_ACCESSIBLE_ROLE_CELL
    case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
    case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .label: GTK_ACCESSIBLE_ROLE_LABEL
    case .link: GTK_ACCESSIBLE_ROLE_LINK
    case .list: GTK_ACCESSIBLE_ROLE_LIST
    case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .log: GTK_ACCESSIBLE_ROLE_LOG
    case .navigation: GTK_ACCESSIBLE_ROLE_NAVIGATION
    case .none: GTK_ACCESSIBLE_ROLE_NONE
    case .note: GTK_ACCESSIBLE_ROLE_NOTE
    case .progress: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR
    case .region: GTK_ACCESSIBLE_ROLE_REGION
    case .row: GTK_ACCESSIBLE_ROLE_ROW
    case .search: GTK_ACCESSIBLE_ROLE_SEARCH
    case .separator: GTK_ACCESSIBLE_ROLE_SEPARATOR
    case .status: GTK_ACCESSIBLE_ROLE_STATUS
    case .tab: GTK_ACCESSIBLE_ROLE_TAB
    case .table: GTK_ACCESSIBLE_ROLE_TABLE
    case .text: GTK_ACCESSIBLE_ROLE_TEXT_BOX
    case .toolbar: GTK_ACCESSIBLE_ROLE_TOOLBAR
    }
  }
}

extension Widget {
  /// The name that a screen reader says.
  @discardableResult
  package func named(_ name: String) -> Self {
    // GTK 4.18 names a button by the label within, before any other name.
    gtk_accessible_reset_relation(^self, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    return tell(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
  }

  /// More words that a screen reader may say after the name.
  @discardableResult
  package func described(_ description: String) -> Self {
    if let known = attached(OwnDescription.self, as: OwnDescription.key) {
      known.words = description
    } else {
      attach(OwnDescription(description), as: OwnDescription.key)
    }
    return tell(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
  }

  /// Has a screen reader say no more than the name.
  @discardableResult
  func undescribed() -> Self {
    attach(nil, as: OwnDescription.key)
    gtk_accessible_reset_property(^self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION)
    return self
  }

  /// What the widget is to a screen reader. Only before it comes into a window.
  @discardableResult
  package func role(_ role: Role) -> Self {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    defer { g_value_unset(&value) }
    g_value_set_enum(&value, gint(role.c.rawValue))
    g_object_set_property(^self, "accessible-role", &value)
    return self
  }

  /// Takes its name from another widget, mostly a label beside it.
  @discardableResult
  package func named(by label: some Widget) -> Self {
    var relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY
    var value = GValue()
    gtk_accessible_relation_init_value(relation, &value)
    defer { g_value_unset(&value) }
    g_value_set_pointer(&value, g_list_append(nil, ^label as UnsafeMutableRawPointer))  // GTK keeps the list
    gtk_accessible_update_relation_value(^self, 1, &relation, &value)
    return self
  }

  /// Gives the items of a menu their names again: GTK 4.18 calls the texts in them decoration, and names the items by
  /// these. Only before it comes into a window.
  func nameMenuItems() {
    for child in children {
      let instance = child.handle.raw.assumingMemoryBound(to: GTypeInstance.self)
      if Bool(g_type_check_instance_is_a(instance, gtk_label_get_type())),
        gtk_accessible_get_accessible_role(^child) == GTK_ACCESSIBLE_ROLE_PRESENTATION
      {
        child.role(.label).named(String(borrowing: gtk_label_get_text(^child)))
      } else {
        child.nameMenuItems()
      }
    }
  }

  /// Hides it, and what is in it, from screen readers: it only decorates.
  @discardableResult
  package func decorative(_ isDecorative: Bool = true) -> Self {
    tell(GTK_ACCESSIBLE_STATE_HIDDEN, isDecorative)
    return self
  }

  /// Says that something in it is still being made.
  @discardableResult
  package func busy(_ isBusy: Bool) -> Self {
    tell(GTK_ACCESSIBLE_STATE_BUSY, isBusy)
    return self
  }

  func tell(_ state: GtkAccessibleState, _ isSet: Bool) {
    var state = state
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    defer { g_value_unset(&value) }
    // Some states may also be undefined, and then are numbers.
    if Bool(g_type_check_value_holds(&value, Bool.type)) {
      g_value_set_boolean(&value, isSet.c)
    } else {
      g_value_set_int(&value, isSet.c)
    }
    gtk_accessible_update_state_value(^self, 1, &state, &value)
  }

  @discardableResult
  func tell(_ property: GtkAccessibleProperty, _ text: String) -> Self {
    var property = property
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    defer { g_value_unset(&value) }
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(^self, 1, &property, &value)
    return self
  }
}
