import CAdw

/// The actions of a widget's menu as GTK and assistive technology see them: a group that knows nothing by itself and asks
/// each time, so that a row whose menu nobody opens costs no objects for it.
enum ActionsOnDemand {
  /// Gives a widget the actions that `actions` tells, under a prefix.
  static func insert(
    into widget: AnyWidget, as prefix: String, _ actions: @escaping @MainActor () -> [MenuAction]
  ) {
    let made = g_object_new_with_properties(groupType, 0, nil, nil)
    let group = AnyObjectHandle(Handle(raw: UnsafeMutableRawPointer(made!)))
    let source = ActionSource(actions)
    group.attach(source, as: ActionSource.key)
    gtk_widget_insert_action_group(widget.widget, prefix, ^group)
    g_object_unref(^group)
    // Whoever looks from now on asks.
    source.isAsked = true
  }
}

/// What stands behind one group.
private final class ActionSource {
  static let key = "adw-action-source"

  private let make: @MainActor () -> [MenuAction]
  /// While the group is put on its widget nobody watches, and GTK would have all of them made for nothing.
  var isAsked = false

  init(_ make: @escaping @MainActor () -> [MenuAction]) { self.make = make }

  var actions: [MenuAction] { isAsked ? make() : [] }

  func action(_ name: String) -> MenuAction? { actions.first { $0.name == name } }

  static func of(_ group: UnsafeMutableRawPointer) -> ActionSource? {
    AnyObjectHandle(Handle(raw: group)).attached(ActionSource.self, as: key)
  }
}

/// A class of our own that is a GActionGroup.
private let groupType: GType = {
  let type = makeSubclass(of: g_object_get_type(), named: "AdwActionsOnDemand") { _, _ in }
  var interface = GInterfaceInfo()
  interface.interface_init = { raw, _ in
    let table = raw!.assumingMemoryBound(to: GActionGroupInterface.self)
    table.pointee.list_actions = { namesOfActions($0) }
    table.pointee.has_action = { group, name in ask(group, name) { _ in true } ?? 0 }
    table.pointee.query_action = { group, name, isEnabled, parameterType, stateType, stateHint, state in
      parameterType?.pointee = nil
      stateType?.pointee = nil
      stateHint?.pointee = nil
      state?.pointee = nil
      guard let answer = ask(group, name, { $0.isEnabled }) else { return 0 }
      isEnabled?.pointee = answer
      return 1
    }
    table.pointee.activate_action = { group, name, _ in
      _ = ask(group, name) { action in
        if action.isEnabled { action.body() }
        return action.isEnabled
      }
    }
  }
  g_type_add_interface_static(type, g_action_group_get_type(), &interface)
  return type
}()

/// What `body` says of an action; nil where there is none of that name.
nonisolated private func ask(
  _ group: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ body: @MainActor (MenuAction) -> Bool
) -> gboolean? {
  nonisolated(unsafe) let (group, name) = (UnsafeMutableRawPointer(group!), name)
  return MainActor.assumeIsolated {
    ActionSource.of(group)?.action(String(borrowing: name)).map { body($0).c }
  }
}

/// The names, as GLib frees them.
nonisolated private func namesOfActions(
  _ group: OpaquePointer?
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  nonisolated(unsafe) let group = UnsafeMutableRawPointer(group!)
  let names = MainActor.assumeIsolated { ActionSource.of(group)?.actions.map(\.name) ?? [] }
  let memory = g_malloc0(gsize((names.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride))!
  let list = memory.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  for (index, name) in names.enumerated() { list[index] = g_strdup(name) }
  return list
}
