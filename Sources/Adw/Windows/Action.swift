import CAdw

/// A thing that can be done by name: from a menu, a key or a button.
package struct Action: Object {
  package let handle: Handle

  /// Whether it can be done now; menus and buttons follow.
  package var isEnabled: Bool {
    get { Bool(g_action_get_enabled(^self)) }
    nonmutating set { g_simple_action_set_enabled(^self, newValue.c) }
  }

  /// Whether it is switched on, for actions that are switches.
  package var isOn: Bool {
    get {
      guard let state = g_action_get_state(^self) else { return false }
      defer { g_variant_unref(state) }
      return Bool(g_variant_get_boolean(state))
    }
    nonmutating set { g_simple_action_set_state(^self, g_variant_new_boolean(newValue.c)) }
  }

  /// The choice that holds, for actions that choose one of several.
  package var choice: String {
    get {
      guard let state = g_action_get_state(^self) else { return "" }
      defer { g_variant_unref(state) }
      return String(borrowing: g_variant_get_string(state, nil))
    }
    nonmutating set { g_simple_action_set_state(^self, g_variant_new_string(newValue)) }
  }
}

/// Something that holds named actions: the application ("app"), a window ("win") or a group of a widget.
package protocol ActionHost: Object {
  /// What stands before the dot in the full name of its actions.
  var actionPrefix: String { get }
}

extension ActionHost {
  /// Adds an action, with keys such as "<Control>n" that do it.
  @discardableResult
  package func action(_ name: String, _ keys: String..., body: @escaping @MainActor () -> Void) -> Action {
    self.action(name, keys: keys, body: body)
  }

  /// The same with keys from a table.
  @discardableResult
  package func action(_ name: String, keys: [String], body: @escaping @MainActor () -> Void) -> Action {
    let action = Action(handle: Handle(g_simple_action_new(name, nil)))
    action.on("activate", body)
    add(action, named: name, keys: keys)
    return action
  }

  /// Adds an action that takes a text, given by a menu item's target.
  @discardableResult
  package func action(_ name: String, _ keys: String..., body: @escaping @MainActor (String) -> Void) -> Action {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = Action(handle: Handle(g_simple_action_new(name, type)))
    action.on("activate") { (target: Pointed) in body(Self.string(target)) }
    add(action, named: name, keys: keys)
    return action
  }

  /// Adds an action that is on or off; `body` hears the new state.
  @discardableResult
  package func toggle(
    _ name: String, _ keys: String..., isOn: Bool, body: @escaping @MainActor (Bool) -> Void
  ) -> Action {
    let action = Action(
      handle: Handle(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn.c))))
    action.on("change-state") { (state: Pointed) in
      guard let raw = state.raw else { return }
      let isOn = Bool(g_variant_get_boolean(OpaquePointer(raw)))
      action.isOn = isOn
      body(isOn)
    }
    add(action, named: name, keys: keys)
    return action
  }

  /// Adds an action of which one of several choices holds; `body` hears the new one.
  @discardableResult
  package func choice(
    _ name: String, _ chosen: String, body: @escaping @MainActor (String) -> Void
  ) -> Action {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = Action(
      handle: Handle(g_simple_action_new_stateful(name, type, g_variant_new_string(chosen))))
    action.on("change-state") { (state: Pointed) in
      let chosen = Self.string(state)
      action.choice = chosen
      body(chosen)
    }
    add(action, named: name, keys: [])
    return action
  }

  private static func string(_ variant: Pointed) -> String {
    variant.raw.map { String(borrowing: g_variant_get_string(OpaquePointer($0), nil)) } ?? ""
  }

  private func add(_ action: Action, named name: String, keys: [String]) {
    g_action_map_add_action(^self, ^action)
    g_object_unref(^action)  // the map keeps it
    guard !keys.isEmpty else { return }
    let owner = self as? Application ?? g_application_get_default().map { Application(handle: Handle($0)) }
    owner?.setKeys(keys, for: "\(actionPrefix).\(name)")
  }
}

/// Actions that belong to one widget and what is in it.
package struct ActionGroup: ActionHost {
  package let handle: Handle
  package let actionPrefix: String
}

extension Widget {
  /// Gives the widget actions of its own under a prefix.
  @discardableResult
  package func actions(_ prefix: String, _ fill: (ActionGroup) -> Void) -> Self {
    let group = ActionGroup(handle: Handle(g_simple_action_group_new()), actionPrefix: prefix)
    fill(group)
    gtk_widget_insert_action_group(widget, prefix, ^group)
    g_object_unref(^group)
    return self
  }

  /// Does an action such as "win.rename" as seen from this widget; false if there is none or it is not enabled.
  @discardableResult
  package func perform(_ action: String, _ target: String? = nil) -> Bool {
    Bool(gtk_widget_activate_action_variant(widget, action, target.map { g_variant_new_string($0) } ?? nil))
  }
}
