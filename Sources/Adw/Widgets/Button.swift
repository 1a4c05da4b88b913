import CAdw

/// What all kinds of buttons have in common.
package protocol Clickable: Widget {}

extension Clickable {
  /// Calls `body` at each press, by pointer, touch, keyboard or assistive technology.
  @discardableResult
  package func onClick(_ body: @escaping @MainActor () -> Void) -> Self {
    on("clicked", body)
    return self
  }

  /// The words on it; "_" stands before its access key.
  package var label: String {
    get { String(borrowing: gtk_button_get_label(^self)) }
    nonmutating set {
      guard newValue != label else { return }
      gtk_button_set_label(^self, newValue)
      // As below.
      gtk_accessible_reset_property(^self, GTK_ACCESSIBLE_PROPERTY_LABEL)
    }
  }

  /// The icon on it, in place of words.
  package var icon: String {
    get { String(borrowing: gtk_button_get_icon_name(^self)) }
    nonmutating set { if icon != newValue { gtk_button_set_icon_name(^self, newValue) } }
  }

  /// Makes it press an action such as "win.close", which also decides whether it is enabled.
  @discardableResult
  package func action(_ name: String) -> Self {
    gtk_actionable_set_action_name(^self, name)
    return self
  }

  /// Draws no frame until the pointer is over it.
  @discardableResult
  package func flat(_ isFlat: Bool = true) -> Self {
    gtk_button_set_has_frame(^self, (!isFlat).c)
    return self
  }

  /// Shows something of one's own.
  @discardableResult
  package func child(_ child: some Widget) -> Self {
    gtk_button_set_child(^self, child.widget)
    return self
  }

  /// Presses it.
  package func click() { emit("clicked") }
}

/// Something to press.
package struct Button: Clickable {
  package let handle: Handle

  /// A button with words; "_" stands before the access key.
  package init(_ label: String) {
    handle = Handle(gtk_button_new_with_mnemonic(label))
    // GTK 4.8 gives the button both this name, underscore and all, and that of the label inside.
    gtk_accessible_reset_property(^self, GTK_ACCESSIBLE_PROPERTY_LABEL)
  }

  /// Breaks its words into lines where one would be too long.
  @discardableResult
  package func wrapping() -> Self {
    guard let label = AnyWidget(existing: gtk_button_get_child(^self)) else { return self }
    gtk_label_set_wrap(^label, 1)
    gtk_label_set_wrap_mode(^label, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_justify(^label, GTK_JUSTIFY_CENTER)
    return self
  }

  /// A button with an icon, and the name that it needs because an icon says nothing: also its tooltip.
  package init(icon: String, name: String) {
    handle = Handle(gtk_button_new_from_icon_name(icon))
    titled(name)
  }

  /// A button with an icon and words.
  package init(icon: String, label: String) {
    handle = Handle(gtk_button_new())
    let content = adw_button_content_new()!
    adw_button_content_set_icon_name(OpaquePointer(content), icon)
    adw_button_content_set_label(OpaquePointer(content), label)
    adw_button_content_set_use_underline(OpaquePointer(content), 1)
    gtk_button_set_child(^self, content)
  }

  /// A button around something else; give it a name.
  package init(_ child: some Widget) {
    handle = Handle(gtk_button_new())
    gtk_button_set_child(^self, child.widget)
  }
}

/// A button that stays down until it is pressed again.
package struct ToggleButton: Clickable {
  package let handle: Handle

  /// A toggle with words.
  package init(_ label: String) { handle = Handle(gtk_toggle_button_new_with_mnemonic(label)) }

  /// A toggle with an icon, and the name that an icon needs.
  package init(icon: String, name: String) {
    handle = Handle(gtk_toggle_button_new())
    gtk_button_set_icon_name(^self, icon)
    titled(name)
  }

  /// Whether it is down.
  package var isActive: Bool {
    get { Bool(gtk_toggle_button_get_active(^self)) }
    nonmutating set { gtk_toggle_button_set_active(^self, newValue.c) }
  }

  /// Calls `body` with whether it is down, whoever changed it.
  @discardableResult
  package func onToggle(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let toggle = self
    on("toggled") { body(toggle.isActive) }
    return self
  }
}

/// On or off.
package struct Switch: Widget {
  package let handle: Handle

  /// A switch, on or off.
  package init(_ isOn: Bool = false) {
    handle = Handle(gtk_switch_new())
    self.isOn = isOn
    aligned(vertically: .center)
  }

  /// Whether it is on.
  package var isOn: Bool {
    get { Bool(gtk_switch_get_active(^self)) }
    nonmutating set { if isOn != newValue { gtk_switch_set_active(^self, newValue.c) } }
  }

  /// Calls `body` with whether it is on, whoever changed it.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    let this = self
    onChange(of: "active") { body(this.isOn) }
    return self
  }
}
