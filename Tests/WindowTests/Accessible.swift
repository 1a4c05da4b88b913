import CAdw

/// What can go wrong while a test drives a window.
struct DriverError: Error, CustomStringConvertible {
  var description: String
}

/// The accessibility bus of this session.
final class AccessibilityBus {
  private let connection: OpaquePointer

  init() throws {
    let session = try Self.checked { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }
    let reply = try Self.call(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nil)
    let address = Self.string(g_variant_get_child_value(reply, 0))
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = try Self.checked { g_dbus_connection_new_for_address_sync(address, flags, nil, nil, $0) }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// The programs that the bus knows, in no order.
  func applications() throws -> [Accessible] {
    try Accessible(bus: self, owner: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root").children()
  }

  /// The process behind a name on the bus.
  func process(of owner: String) throws -> Int32 {
    let reply = try call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      [g_variant_new_string(owner)])
    return Int32(bitPattern: g_variant_get_uint32(g_variant_get_child_value(reply, 0)))
  }

  /// What a program tells by itself from now on.
  func screenReader(of owner: String) -> ScreenReader { ScreenReader(connection, owner: owner) }

  func call(
    _ owner: String, _ path: String, _ interface: String, _ method: String, _ arguments: [OpaquePointer?] = []
  ) throws -> OpaquePointer {
    var arguments = arguments
    let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
    return try Self.call(connection, owner, path, interface, method, tuple)
  }

  private static func call(
    _ connection: OpaquePointer, _ owner: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: OpaquePointer?
  ) throws -> OpaquePointer {
    try checked {
      g_dbus_connection_call_sync(
        connection, owner, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, 5_000, nil, $0)
    }
  }

  private static func checked(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    if let value = body(&error) { return value }
    defer { g_error_free(error) }
    throw DriverError(description: error.map { String(cString: $0.pointee.message) } ?? "the bus did not answer")
  }

  static func string(_ variant: OpaquePointer?) -> String {
    variant.map { String(cString: g_variant_get_string($0, nil)) } ?? ""
  }
}

/// One thing in a window, as a screen reader meets it.
struct Accessible {
  let bus: AccessibilityBus
  let owner: String
  let path: String

  func children() throws -> [Accessible] {
    let list = g_variant_get_child_value(try call("Accessible", "GetChildren"), 0)
    return (0..<g_variant_n_children(list)).map { index in
      let pair = g_variant_get_child_value(list, index)
      return Accessible(
        bus: bus, owner: AccessibilityBus.string(g_variant_get_child_value(pair, 0)),
        path: AccessibilityBus.string(g_variant_get_child_value(pair, 1)))
    }
  }

  var name: String { property("Accessible", "Name").map(AccessibilityBus.string) ?? "" }
  var about: String { property("Accessible", "Description").map(AccessibilityBus.string) ?? "" }
  var role: String {
    (try? call("Accessible", "GetRoleName")).map { AccessibilityBus.string(g_variant_get_child_value($0, 0)) } ?? ""
  }

  /// The numbers of AT-SPI's state set.
  enum State: Int {
    case checked = 4
    case focused = 12
    case sensitive = 24
    case showing = 25
    case selected = 23
    case visible = 30
  }

  func has(_ state: State) -> Bool {
    guard let reply = try? call("Accessible", "GetState") else { return false }
    let words = g_variant_get_child_value(reply, 0)
    let index = gsize(state.rawValue / 32)
    guard index < g_variant_n_children(words) else { return false }
    return g_variant_get_uint32(g_variant_get_child_value(words, index)) >> (UInt32(state.rawValue) % 32) & 1 == 1
  }

  /// Whether it takes room in its window; GTK says “visible” also of what lies on a hidden page.
  var isOnScreen: Bool {
    guard has(.visible) else { return false }
    guard let reply = try? call("Component", "GetExtents", [g_variant_new_uint32(1)]) else { return true }
    let box = g_variant_get_child_value(reply, 0)
    return g_variant_get_int32(g_variant_get_child_value(box, 2)) > 0
  }

  /// What a text field holds.
  var text: String {
    (try? call("Text", "GetText", [g_variant_new_int32(0), g_variant_new_int32(-1)]))
      .map { AccessibilityBus.string(g_variant_get_child_value($0, 0)) } ?? ""
  }

  func setText(_ text: String) throws {
    _ = try call("EditableText", "SetTextContents", [g_variant_new_string(text)])
  }

  /// The names of what can be done to it.
  var actions: [String] {
    guard let reply = try? call("Action", "GetActions") else { return [] }
    let list = g_variant_get_child_value(reply, 0)
    return (0..<g_variant_n_children(list)).map {
      AccessibilityBus.string(g_variant_get_child_value(g_variant_get_child_value(list, $0), 0))
    }
  }

  /// Does what pressing it would do, or the action of that name.
  func press(_ action: String? = nil) throws {
    let index: Int
    if let action {
      guard let found = actions.firstIndex(where: { $0 == action || $0.hasSuffix("." + action) }) else {
        throw DriverError(description: "“\(name)” has no action “\(action)”, only \(actions)")
      }
      index = found
    } else {
      index = 0
    }
    _ = try call("Action", "DoAction", [g_variant_new_int32(Int32(index))])
  }

  /// How many pixels further to the right and down a thing may be than newer GTK says, which forgets the padding of all
  /// that is around it.
  static let forgotten = 24

  /// Where the pointer is surely on it, in pixels of its window.
  var inside: (x: Int, y: Int) {
    let (x, y, width, height) = extents
    // Beyond the middle, see above.
    return (x + width * 3 / 4, y + height * 3 / 4)
  }

  /// Place and size within the window, in pixels.
  var extents: (x: Int, y: Int, width: Int, height: Int) {
    guard let reply = try? call("Component", "GetExtents", [g_variant_new_uint32(1)]) else { return (0, 0, 0, 0) }
    let box = g_variant_get_child_value(reply, 0)
    let numbers = (0..<4).map { Int(g_variant_get_int32(g_variant_get_child_value(box, gsize($0)))) }
    return (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Everything below that is as asked, in the order of the tree; hidden parts are left out.
  func all(_ role: String? = nil, _ name: String? = nil, where isMet: (Accessible) -> Bool = { _ in true })
    -> [Accessible]
  {
    var found: [Accessible] = []
    var open = (try? children()) ?? []
    open.reverse()
    while let next = open.popLast() {
      guard next.isOnScreen else { continue }
      if role == nil || next.role == role, name == nil || next.name == name, isMet(next) { found.append(next) }
      open.append(contentsOf: ((try? next.children()) ?? []).reversed())
    }
    return found
  }

  func first(_ role: String? = nil, _ name: String? = nil) -> Accessible? { all(role, name).first }

  private func call(_ interface: String, _ method: String, _ arguments: [OpaquePointer?] = []) throws -> OpaquePointer {
    try bus.call(owner, path, "org.a11y.atspi." + interface, method, arguments)
  }

  private func property(_ interface: String, _ name: String) -> OpaquePointer? {
    let reply = try? bus.call(
      owner, path, "org.freedesktop.DBus.Properties", "Get",
      [g_variant_new_string("org.a11y.atspi." + interface), g_variant_new_string(name)])
    return reply.map { g_variant_get_variant(g_variant_get_child_value($0, 0)) }
  }
}
