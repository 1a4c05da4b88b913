import CAdw

/// One line of a menu, or a group of lines.
package protocol MenuPart {
  /// Adds itself to the end of a menu.
  func add(to menu: MenuModel)
}

/// A menu while it is being filled.
package struct MenuModel: Object {
  package let handle: Handle
}

/// Collects the parts of a menu; understands `if` and `for`.
@resultBuilder package enum MenuParts {
  package static func buildExpression(_ part: any MenuPart) -> [any MenuPart] { [part] }
  package static func buildBlock(_ parts: [any MenuPart]...) -> [any MenuPart] { parts.flatMap(\.self) }
  package static func buildOptional(_ part: [any MenuPart]?) -> [any MenuPart] { part ?? [] }
  package static func buildEither(first part: [any MenuPart]) -> [any MenuPart] { part }
  package static func buildEither(second part: [any MenuPart]) -> [any MenuPart] { part }
  package static func buildArray(_ parts: [[any MenuPart]]) -> [any MenuPart] { parts.flatMap(\.self) }
}

/// A menu whose lines do actions by name.
package struct Menu {
  let parts: [any MenuPart]

  /// A menu of items, sections and submenus.
  package init(@MenuParts _ parts: () -> [any MenuPart]) { self.parts = parts() }

  init(parts: [any MenuPart]) { self.parts = parts }

  /// A GMenu that the caller owns.
  func make() -> MenuModel {
    let model = MenuModel(handle: Handle(g_menu_new()))
    for part in parts { part.add(to: model) }
    return model
  }

  /// Makes a GMenu for as long as `body` needs to hand it to somebody who keeps it.
  func with(_ body: (UnsafeMutablePointer<GMenuModel>) -> Void) {
    let model = make()
    body(^model)
    g_object_unref(^model)
  }
}

/// A line that does an action.
package struct MenuItem: MenuPart {
  private let label: String
  private let action: String
  private let target: String?
  private let icon: String?

  /// A line with words ("_" stands before the access key), the action's full name, such as "win.rename", and a target
  /// for actions that take one.
  package init(_ label: String, action: String, target: String? = nil, icon: String? = nil) {
    self.label = label
    self.action = action
    self.target = target
    self.icon = icon
  }

  package func add(to menu: MenuModel) {
    let item = g_menu_item_new(label, nil)!
    g_menu_item_set_action_and_target_value(item, action, target.map { g_variant_new_string($0) } ?? nil)
    if let icon, let themed = g_themed_icon_new(icon) {
      g_menu_item_set_icon(item, themed)
      g_object_unref(UnsafeMutableRawPointer(themed))
    }
    g_menu_append_item(^menu, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }
}

/// A line that opens more lines.
package struct Submenu: MenuPart {
  private let title: String
  private let menu: Menu

  /// A menu within a menu.
  package init(_ title: String, @MenuParts _ parts: () -> [any MenuPart]) {
    self.title = title
    menu = Menu(parts: parts())
  }

  package func add(to menu: MenuModel) { self.menu.with { g_menu_append_submenu(^menu, title, $0) } }
}

/// Lines that belong together, between lines of division.
package struct MenuSection: MenuPart {
  private let title: String?
  private let menu: Menu

  /// A section, with a title or without.
  package init(_ title: String? = nil, @MenuParts _ parts: () -> [any MenuPart]) {
    self.title = title
    menu = Menu(parts: parts())
  }

  package func add(to menu: MenuModel) { self.menu.with { g_menu_append_section(^menu, title, $0) } }
}

/// A button that opens a menu or a popover, which is made when it is opened first: a window starts without them.
package struct MenuButton: Widget {
  package let handle: Handle

  /// A button with an icon and the name that an icon needs.
  package init(icon: String, name: String, _ menu: Menu) {
    self.init(icon: icon, name: name)
    show(menu)
  }

  /// A button with an icon that opens something of one's own.
  package init(icon: String, name: String, _ popover: @autoclosure @escaping @MainActor () -> Popover) {
    self.init(icon: icon, name: name)
    makeWhenOpened { gtk_menu_button_set_popover(^$0, popover().widget) }
  }

  /// A button with words that opens something of one's own.
  package init(_ label: String, _ popover: @autoclosure @escaping @MainActor () -> Popover) {
    handle = Handle(gtk_menu_button_new())
    gtk_menu_button_set_label(^self, label)
    giveKeyboardBack()
    makeWhenOpened { gtk_menu_button_set_popover(^$0, popover().widget) }
  }

  /// A button with a face of its own that opens something of one's own.
  package init(_ face: some Widget, _ popover: @autoclosure @escaping @MainActor () -> Popover) {
    handle = Handle(gtk_menu_button_new())
    gtk_menu_button_set_child(^self, face.widget)
    giveKeyboardBack()
    makeWhenOpened { gtk_menu_button_set_popover(^$0, popover().widget) }
  }

  /// Without a frame.
  @discardableResult
  package func flat() -> Self {
    gtk_menu_button_set_has_frame(^self, 0)
    return self
  }

  private init(icon: String, name: String) {
    handle = Handle(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(^self, icon)
    titled(name)
    giveKeyboardBack()
  }

  /// Opens another menu from now on.
  package func show(_ menu: Menu) {
    gtk_menu_button_set_popover(^self, nil)
    makeWhenOpened { button in
      menu.with { gtk_menu_button_set_menu_model(^button, $0) }
      gtk_menu_button_get_popover(^button).map { AnyWidget(Handle($0)) }?.nameMenuItems()
    }
  }

  private func makeWhenOpened(_ make: @escaping @MainActor (MenuButton) -> Void) {
    gtk_menu_button_set_create_popup_func(
      ^self,
      { button, box in
        nonisolated(unsafe) let (button, box) = (button!, box!)
        MainActor.assumeIsolated {
          Unmanaged<PopoverOnDemand>.fromOpaque(box).takeUnretainedValue().make(for: MenuButton(handle: Handle(button)))
        }
      }, Unmanaged.passRetained(PopoverOnDemand(make)).toOpaque(),
      { box in Unmanaged<PopoverOnDemand>.fromOpaque(box!).release() })
  }

  fileprivate init(handle: Handle) { self.handle = handle }

  /// GTK leaves the keyboard on the button, where the next letters would be lost and a space would open it again. Closed
  /// without a choice, what it opened gives the keyboard back to where it was.
  private func giveKeyboardBack() {
    let button = self
    attach(KeyboardBefore(), as: KeyboardBefore.key)
    // A click moves the keyboard, too: asked before that.
    let press = AnyObjectHandle(gtk_gesture_click_new())
    gtk_event_controller_set_propagation_phase(^press, GTK_PHASE_CAPTURE)
    press.on("pressed") { (_: Int, _: Double, _: Double) in button.rememberKeyboard() }
    add(press)
    var known: Handle?
    onChange(of: "popover") {
      guard let made = gtk_menu_button_get_popover(^button).map({ AnyObjectHandle($0) }), made.handle != known else {
        return
      }
      known = made.handle
      made.on("closed") {
        MainLoop.soon(with: button) { button in
          let before = button.attached(KeyboardBefore.self, as: KeyboardBefore.key)
          if button.containsFocus, let target = before?.widget?.value, target.isMapped { target.grabFocus() }
          before?.widget = nil
        }
      }
    }
  }

  private func rememberKeyboard() {
    guard !containsFocus else { return }
    attached(KeyboardBefore.self, as: KeyboardBefore.key)?.widget = window?.focused.map { Weak($0) }
  }

  /// The words on it.
  package var label: String {
    get { String(borrowing: gtk_menu_button_get_label(^self)) }
    nonmutating set { gtk_menu_button_set_label(^self, newValue) }
  }

  /// Opens what it opens.
  package func open() {
    rememberKeyboard()
    gtk_menu_button_popup(^self)
  }

  /// Closes it.
  package func close() { gtk_menu_button_popdown(^self) }
}

/// What a button opens, until it is made.
private final class PopoverOnDemand {
  private var making: (@MainActor (MenuButton) -> Void)?

  init(_ making: @escaping @MainActor (MenuButton) -> Void) { self.making = making }

  func make(for button: MenuButton) {
    making?(button)
    making = nil
  }
}

/// Where the keyboard was before a button opened something.
private final class KeyboardBefore {
  static let key = "adw-keyboard-before"
  var widget: Weak<AnyWidget>?
}
