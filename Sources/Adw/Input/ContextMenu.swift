import CAdw

/// One thing that a widget's context menu offers.
package struct MenuAction {
  let name: String
  let label: String
  let icon: String?
  let isEnabled: Bool
  let section: Int
  let body: @MainActor () -> Void

  /// An entry. Assistive technology knows it by `name`, which is made of the label if none is given; entries of another
  /// `section` stand behind a line.
  package init(
    _ label: String, name: String? = nil, icon: String? = nil, isEnabled: Bool = true, section: Int = 0,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.label = label
    self.name = name ?? Self.slug(label)
    self.icon = icon
    self.isEnabled = isEnabled
    self.section = section
    self.body = body
  }

  /// "Copy Text…" as "copy-text": what may stand in an action's name.
  private static func slug(_ label: String) -> String {
    let words = label.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "item" : words.joined(separator: "-")
  }
}

/// Collects menu actions; understands `if` and `for`.
@resultBuilder package enum MenuActions {
  package static func buildExpression(_ action: MenuAction) -> [MenuAction] { [action] }
  package static func buildBlock(_ parts: [MenuAction]...) -> [MenuAction] { parts.flatMap(\.self) }
  package static func buildOptional(_ part: [MenuAction]?) -> [MenuAction] { part ?? [] }
  package static func buildEither(first part: [MenuAction]) -> [MenuAction] { part }
  package static func buildEither(second part: [MenuAction]) -> [MenuAction] { part }
  package static func buildArray(_ parts: [[MenuAction]]) -> [MenuAction] { parts.flatMap(\.self) }
}

extension Widget {
  /// Gives the widget a menu that right click, long press, the Menu key and Shift+F10 open. Its entries are also actions
  /// of the widget ("ctx.…"), so that assistive technology can do them without the menu. Calling it again replaces them.
  @discardableResult
  package func contextMenu(@MenuActions _ actions: () -> [MenuAction]) -> Self {
    let actions = actions()
    if let menu = attached(ContextMenu.self, as: ContextMenu.key) {
      menu.actions = actions
    } else {
      attach(ContextMenu(actions), as: ContextMenu.key)
      ContextMenu.listen(on: AnyWidget(self))
    }
    self.actions("ctx") { group in
      for action in actions { group.action(action.name, body: action.body).isEnabled = action.isEnabled }
    }
    return self
  }

  /// Opens the widget's context menu, at a point or where its user will look for it.
  package func openContextMenu(at point: Point? = nil) {
    attached(ContextMenu.self, as: ContextMenu.key)?.open(over: self, at: point)
  }

  /// Closes the widget's context menu.
  package func closeContextMenu() { attached(ContextMenu.self, as: ContextMenu.key)?.popover?.value?.close() }
}

/// What a widget's context menu shows.
private final class ContextMenu {
  static let key = "adw-context-menu"

  var actions: [MenuAction]
  fileprivate var popover: Weak<Popover>?

  init(_ actions: [MenuAction]) { self.actions = actions }

  /// The widget holds the controllers, and they hold only its handle.
  static func listen(on widget: AnyWidget) {
    let gesture = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^gesture, guint(PointerButton.secondary.rawValue))
    let raw = gesture.handle
    gesture.on("pressed") { (_: Int, x: Double, y: Double) in
      gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_CLAIMED)
      widget.openContextMenu(at: Point(x: x, y: y))
    }
    widget.add(gesture)
    widget.onLongPress { widget.openContextMenu(at: $0) }
    widget.onKey { stroke in
      guard stroke == KeyStroke(.menu) || stroke == KeyStroke(.f10, .shift) else { return false }
      widget.openContextMenu()
      return true
    }
  }

  func open(over owner: some Widget, at point: Point?) {
    popover?.value?.close()
    guard !actions.isEmpty else { return }
    var sections: [[MenuAction]] = []
    for action in actions {
      if let last = sections.last?.last, last.section == action.section {
        sections[sections.count - 1].append(action)
      } else {
        sections.append([action])
      }
    }
    let menu = Menu {
      for section in sections {
        MenuSection {
          for action in section { MenuItem(action.label, action: "ctx.\(action.name)", icon: action.icon) }
        }
      }
    }
    // The menu will take the release of the press that opened it, so GTK would draw the owner as pressed for ever.
    owner.letGo()
    let popover = Popover(menu: menu)
    self.popover = Weak(popover)
    popover.open(over: owner, at: point)
  }
}
