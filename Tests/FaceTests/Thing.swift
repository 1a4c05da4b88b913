import CAccessible
import CAdw
import WindowSupport

/// One thing in a window, as a screen reader meets it; read from the widgets of this process.
final class Thing: Equatable, CustomStringConvertible {
  typealias Pointer = UnsafeMutablePointer<GtkWidget>

  let widget: Pointer

  init(_ widget: Pointer) {
    self.widget = widget
    g_object_ref(widget)
  }

  isolated deinit { g_object_unref(widget) }

  static func == (one: Thing, other: Thing) -> Bool { one.widget == other.widget }

  // MARK: What it is

  /// As a screen reader calls it: "list item", "text box". Windows are frames.
  var role: String {
    if isA(gtk_window_get_type()) { return "frame" }
    let role = gtk_accessible_get_accessible_role(accessible)
    switch role {
    case GTK_ACCESSIBLE_ROLE_IMG: return "image"
    case GTK_ACCESSIBLE_ROLE_SCROLLBAR: return "scroll bar"
    default: break
    }
    let kind = g_type_class_ref(gtk_accessible_role_get_type())
    defer { g_type_class_unref(kind) }
    let value = g_enum_get_value(kind?.assumingMemoryBound(to: GEnumClass.self), gint(role.rawValue))
    let nick = value?.pointee.value_nick.map { String(cString: $0) } ?? ""
    return nick.split(separator: "-").joined(separator: " ")
  }

  /// What a screen reader says first: its own name, that of its labels, its text, or its tooltip.
  var name: String {
    if isA(gtk_window_get_type()) { return Self.string(gtk_window_get_title(OpaquePointer(widget).cast())) }
    if let own = property(GTK_ACCESSIBLE_PROPERTY_LABEL) { return own }
    let labels = labelledBy.map { Thing($0).property(GTK_ACCESSIBLE_PROPERTY_LABEL) ?? Thing($0).text }
    if !labels.isEmpty { return labels.joined(separator: " ") }
    if isA(gtk_label_get_type()) { return text }
    if isA(gtk_button_get_type()), let label = firstLabel { return label.text }
    return Self.string(gtk_widget_get_tooltip_text(widget))
  }

  /// What a screen reader may say after the name.
  var about: String { property(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) ?? "" }

  /// What a text field or a label holds.
  var text: String {
    if isA(gtk_text_view_get_type()) {
      let buffer = gtk_text_view_get_buffer(OpaquePointer(widget).cast())
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      let words = gtk_text_buffer_get_text(buffer, &start, &end, 0)
      defer { g_free(words) }
      return words.map { String(cString: $0) } ?? ""
    }
    if isA(gtk_editable_get_type()) { return Self.string(gtk_editable_get_text(OpaquePointer(widget))) }
    if isA(gtk_label_get_type()) { return Self.string(gtk_label_get_text(OpaquePointer(widget))) }
    return ""
  }

  enum State { case checked, focused, selected, sensitive, visible }

  func has(_ state: State) -> Bool {
    switch state {
    case .checked: sotto_accessible_state(widget, GTK_ACCESSIBLE_STATE_CHECKED) != 0
    case .selected: sotto_accessible_state(widget, GTK_ACCESSIBLE_STATE_SELECTED) != 0
    case .sensitive: gtk_widget_is_sensitive(widget) != 0
    case .visible: isOnScreen
    case .focused: Face.focused == self
    }
  }

  /// Whether it is drawn, or would be where its text is drawn for it, and takes room.
  var isOnScreen: Bool { gtk_widget_get_mapped(widget) != 0 && gtk_widget_get_width(widget) > 0 }

  /// Place and size in its window, in pixels of what the desktop takes for the window. Throws while it has none.
  var extents: (x: Int, y: Int, width: Int, height: Int) {
    get throws {
      guard isOnScreen, let native = gtk_widget_get_native(widget) else {
        throw DriverError(description: "\(self) has no place yet")
      }
      var bounds = graphene_rect_t()
      let parent = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
      guard gtk_widget_compute_bounds(widget, parent, &bounds) != 0 else {
        throw DriverError(description: "\(self) has no place yet")
      }
      var inset = (x: 0.0, y: 0.0)
      gtk_native_get_surface_transform(native, &inset.x, &inset.y)
      return (
        Int(Double(bounds.origin.x) + inset.x), Int(Double(bounds.origin.y) + inset.y), Int(bounds.size.width),
        Int(bounds.size.height)
      )
    }
  }

  /// The number of its window, or of the popover that it is in, on the display.
  var surface: UInt {
    get throws {
      guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else {
        throw DriverError(description: "\(self) is in no window")
      }
      return UInt(gdk_x11_surface_get_xid(surface))
    }
  }

  // MARK: What is in it

  /// What screen readers find right in it, on screen.
  var children: [Thing] {
    var found: [Thing] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      let thing = Thing(child)
      if thing.isPresented, thing.isOnScreen { found.append(thing) }
      next = gtk_widget_get_next_sibling(child)
    }
    return found
  }

  /// Everything below that is as asked, in the order of the tree; hidden parts are left out.
  func all(
    _ role: String? = nil, _ name: String? = nil, having state: State? = nil, where isMet: ((Thing) -> Bool)? = nil
  ) -> [Thing] {
    children.flatMap { child in
      let isFound =
        (role == nil || child.role == role) && (name == nil || child.name == name)
        && (state.map(child.has) ?? true) && (isMet?(child) ?? true)
      return (isFound ? [child] : []) + child.all(role, name, having: state, where: isMet)
    }
  }

  func first(_ role: String? = nil, _ name: String? = nil) -> Thing? { all(role, name).first }

  /// Whether screen readers find it: not what only decorates, and not the inner part of a field.
  var isPresented: Bool {
    let role = gtk_accessible_get_accessible_role(accessible)
    return role != GTK_ACCESSIBLE_ROLE_NONE && role != GTK_ACCESSIBLE_ROLE_PRESENTATION
      && sotto_accessible_state(widget, GTK_ACCESSIBLE_STATE_HIDDEN) == 0
  }

  var description: String { "\(role) “\(name)”" }

  // MARK: GTK

  func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  private var accessible: OpaquePointer { OpaquePointer(widget) }

  private var firstLabel: Thing? {
    isA(gtk_label_get_type()) ? self : children.lazy.compactMap(\.firstLabel).first
  }

  private func property(_ property: GtkAccessibleProperty) -> String? {
    guard let words = sotto_accessible_property(widget, property) else { return nil }
    defer { g_free(words) }
    return String(cString: words)
  }

  /// The widgets that it takes its name from.
  private var labelledBy: [Pointer] {
    guard let words = sotto_accessible_relation(widget, GTK_ACCESSIBLE_RELATION_LABELLED_BY) else { return [] }
    defer { g_free(words) }
    let named = String(cString: words).split(separator: "<").dropFirst().compactMap { part in
      let number = part.prefix { $0 != ">" }.dropFirst(2)
      return UInt(number, radix: 16).flatMap { Pointer(bitPattern: $0) }
    }
    // GTK goes on to name a label that is gone, such as that of a button whose face was changed.
    return named.filter { label in
      var top: Pointer? = widget
      while let around = top {
        if Self.holds(around, label) { return true }
        top = gtk_widget_get_parent(around)
      }
      return false
    }
  }

  /// Whether a widget lies in another, which is asked only of what is surely there.
  private static func holds(_ top: Pointer, _ sought: Pointer) -> Bool {
    if top == sought { return true }
    var next = gtk_widget_get_first_child(top)
    while let child = next {
      if holds(child, sought) { return true }
      next = gtk_widget_get_next_sibling(child)
    }
    return false
  }

  static func string(_ words: UnsafePointer<CChar>?) -> String { words.map { String(cString: $0) } ?? "" }
}

extension OpaquePointer {
  /// The same as what a C function wants.
  func cast<T>() -> UnsafeMutablePointer<T> { UnsafeMutablePointer(self) }
}

/// What can go wrong while a test drives a window.
struct DriverError: Error, CustomStringConvertible { var description: String }
