import CAdw

/// One thing that a widget's context menu offers.
package struct MenuAction {
  let name: String
  let label: String
  let icon: String?
  let isEnabled: Bool
  let section: Int
  let body: @MainActor () -> Void

  /// An entry. Assistive technology knows it by `name`, as "copy-picture", whatever the language of the label; entries of
  /// another `section` stand behind a line.
  package init(
    _ label: String, name: String, icon: String? = nil, isEnabled: Bool = true, section: Int = 0,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.label = label
    self.name = name
    self.icon = icon
    self.isEnabled = isEnabled
    self.section = section
    self.body = body
  }
}

/// Collects menu actions; understands `if` and `for`.
@resultBuilder package enum MenuActions {
  package static func buildExpression(_ action: MenuAction) -> [MenuAction] { [action] }
  package static func buildExpression(_ actions: [MenuAction]) -> [MenuAction] { actions }
  package static func buildBlock(_ parts: [MenuAction]...) -> [MenuAction] { parts.flatMap(\.self) }
  package static func buildOptional(_ part: [MenuAction]?) -> [MenuAction] { part ?? [] }
  package static func buildEither(first part: [MenuAction]) -> [MenuAction] { part }
  package static func buildEither(second part: [MenuAction]) -> [MenuAction] { part }
  package static func buildArray(_ parts: [[MenuAction]]) -> [MenuAction] { parts.flatMap(\.self) }
}

extension Widget {
  /// Gives the widget a menu that right click, long press, the Menu key and Shift+F10 open. Its entries are also actions
  /// of the widget ("ctx.…"), so that assistive technology can do them without the menu. `actions` is called whenever
  /// somebody wants to know them, and not before. Calling it again replaces them.
  @discardableResult
  package func contextMenu(@MenuActions _ actions: @escaping @MainActor () -> [MenuAction]) -> Self {
    let isNew = attached(ContextMenu.self, as: ContextMenu.key) == nil
    offering(actions)
    guard isNew else { return self }
    let widget = AnyWidget(self)
    ContextMenu.listen(on: widget) { _ in widget }
    return self
  }

  /// The same for a row of a `PagedList`, which listens for all of its rows.
  @discardableResult
  package func offering(@MenuActions _ actions: @escaping @MainActor () -> [MenuAction]) -> Self {
    if let menu = attached(ContextMenu.self, as: ContextMenu.key) {
      menu.actions = actions
      return self
    }
    let menu = ContextMenu(actions)
    attach(menu, as: ContextMenu.key)
    ActionsOnDemand.insert(into: AnyWidget(self), as: "ctx") { [weak menu] in menu?.current ?? [] }
    return self
  }

  /// Opens the widget's context menu, at a point or where its user will look for it.
  package func openContextMenu(at point: Point? = nil) {
    attached(ContextMenu.self, as: ContextMenu.key)?.open(over: self, at: point)
  }

  /// Opens the widget's context menu below a button that is drawn in it.
  func openContextMenu(below button: Rectangle) {
    attached(ContextMenu.self, as: ContextMenu.key)?.open(over: self, below: button)
  }

  /// Closes the widget's context menu.
  package func closeContextMenu() { attached(ContextMenu.self, as: ContextMenu.key)?.opened?.popover.value?.close() }
}

/// What a widget's context menu shows.
final class ContextMenu {
  fileprivate static let key = "adw-context-menu"

  fileprivate var actions: @MainActor () -> [MenuAction]
  /// The menu that was opened last, and what it shows.
  fileprivate private(set) var opened: Opened?

  fileprivate struct Opened {
    let popover: Weak<Popover>
    let actions: [MenuAction]
  }

  /// Those of the open menu, else those of this moment: what was under the pointer when the menu opened is no longer there
  /// when the pointer is in the menu.
  fileprivate var current: [MenuAction] {
    if let opened, opened.popover.value != nil { opened.actions } else { actions() }
  }

  fileprivate init(_ actions: @escaping @MainActor () -> [MenuAction]) { self.actions = actions }

  /// Opens the menu of `owner(at:)`, which is asked with a point in `widget`, or with none for what has the keyboard. The
  /// widget holds the controllers, and they hold only its handle.
  static func listen(on widget: AnyWidget, for owner: @escaping @MainActor (_ at: Point?) -> AnyWidget?) {
    let open: @MainActor (Point) -> Bool = { point in
      guard let owner = owner(point), owner.attached(ContextMenu.self, as: key) != nil else { return false }
      owner.openContextMenu(at: widget.point(point, in: owner))
      return true
    }
    let gesture = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^gesture, guint(PointerButton.secondary.rawValue))
    let raw = gesture.handle
    gesture.on("pressed") { (_: Int, x: Double, y: Double) in
      guard open(Point(x: x, y: y)) else { return }
      gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_CLAIMED)
    }
    widget.add(gesture)
    widget.onLongPress { _ = open($0) }
    widget.onKey { stroke in
      guard stroke == KeyStroke(.menu) || stroke == KeyStroke(.f10, .shift), let owner = owner(nil) else {
        return false
      }
      owner.openContextMenu()
      return true
    }
  }

  fileprivate func open(over owner: some Widget, at point: Point? = nil, below area: Rectangle? = nil) {
    opened?.popover.value?.close()
    let actions = actions()
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
    opened = Opened(popover: Weak(popover), actions: actions)
    popover.open(over: owner, at: point, below: area)
  }
}
