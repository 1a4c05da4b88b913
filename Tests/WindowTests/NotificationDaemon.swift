import CAdw

/// What shows notifications on a desktop, and a dock that shows how much is unread: both only note what they are told.
final class NotificationDaemon {
  /// One that is shown now.
  struct Shown: Equatable {
    var id: UInt32
    var title: String
    var text: String
    /// Each with what stands on its button; "default" is a click on the whole.
    var actions: [String: String]
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private let connection: OpaquePointer
  private let context = g_main_context_new()
  private var registration: guint = 0
  private var subscription: guint = 0
  private var notes: [Shown] = []
  private var lastID: UInt32 = 0
  private var number: Int64?
  /// How many were ever shown or changed.
  private(set) var count = 0

  init() throws {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { throw DriverError(description: "no bus") }
    connection = bus
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    let interface = """
      <node><interface name='\(Self.name)'>
      <method name='GetCapabilities'><arg type='as' direction='out'/></method>
      <method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>
      <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>
      <arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>
      <method name='CloseNotification'><arg type='u' direction='in'/></method>
      </interface></node>
      """
    let info = g_dbus_node_info_new_for_xml(interface, nil)!
    defer { g_dbus_node_info_unref(info) }
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, words, invocation, box in
      let daemon = Unmanaged<NotificationDaemon>.fromOpaque(box!).takeUnretainedValue()
      let answer = daemon.answer(String(cString: method!), words!)
      g_dbus_method_invocation_return_value(invocation, answer)
    }
    let box = Unmanaged.passUnretained(self).toOpaque()
    registration = g_dbus_connection_register_object(
      connection, Self.path, info.pointee.interfaces[0], &table, box, nil, nil)
    subscription = g_dbus_connection_signal_subscribe(
      connection, nil, "com.canonical.Unity.LauncherEntry", "Update", nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, words, box in
        Unmanaged<NotificationDaemon>.fromOpaque(box!).takeUnretainedValue().take(badge: words!)
      }, box, nil)
    try call("RequestName", [g_variant_new_string(Self.name), g_variant_new_uint32(4)])
  }

  /// Nobody shows notifications any more.
  func end() {
    // It ends with the test in any case.
    try? call("ReleaseName", [g_variant_new_string(Self.name)])
    g_dbus_connection_unregister_object(connection, registration)
    g_dbus_connection_signal_unsubscribe(connection, subscription)
    while g_main_context_iteration(context, 0) != 0 {}
    g_main_context_unref(context)
  }

  /// What is shown now, the oldest first.
  var shown: [Shown] {
    while g_main_context_iteration(context, 0) != 0 {}
    return notes
  }

  /// The number on the application's icon; nil where there is none.
  var badge: Int64? {
    while g_main_context_iteration(context, 0) != 0 {}
    return number
  }

  /// Does what a click on the notification, or on one of its buttons, does.
  func choose(_ label: String?, of notification: Shown) throws {
    guard
      let action = notification.actions.first(where: { label == nil ? $0.key == "default" : $0.value == label })?.key
    else { throw DriverError(description: "there is no “\(label ?? "default")” in \(notification)") }
    // It has been answered.
    notes.removeAll { $0.id == notification.id }
    var words = [g_variant_new_uint32(notification.id), g_variant_new_string(action)]
    g_dbus_connection_emit_signal(
      connection, nil, Self.path, Self.name, "ActionInvoked", g_variant_new_tuple(&words, 2), nil)
    g_dbus_connection_flush_sync(connection, nil, nil)
  }

  private func answer(_ method: String, _ asked: OpaquePointer) -> OpaquePointer? {
    func word(_ index: gsize) -> OpaquePointer { g_variant_get_child_value(asked, index) }
    func strings(_ list: OpaquePointer) -> [String] {
      (0..<g_variant_n_children(list)).map { AccessibilityBus.string(g_variant_get_child_value(list, $0)) }
    }
    switch method {
    case "GetCapabilities":
      let words: [String] = ["body", "body-markup", "actions"]
      var list = words.map { g_variant_new_string($0) }
      var answer = [g_variant_new_array(nil, &list, gsize(list.count))]
      return g_variant_new_tuple(&answer, 1)
    case "Notify":
      let replaced = g_variant_get_uint32(word(1))
      if replaced == 0 { lastID += 1 }
      let id = replaced == 0 ? lastID : replaced
      let pairs = strings(word(5))
      let actions = stride(from: 0, to: pairs.count - 1, by: 2).map { (pairs[$0], pairs[$0 + 1]) }
      notes.removeAll { $0.id == id }
      notes.append(
        Shown(
          id: id, title: AccessibilityBus.string(word(3)), text: AccessibilityBus.string(word(4)),
          actions: Dictionary(actions) { first, _ in first }))
      count += 1
      var answer = [g_variant_new_uint32(id)]
      return g_variant_new_tuple(&answer, 1)
    default:
      let id = g_variant_get_uint32(word(0))
      notes.removeAll { $0.id == id }
      return nil
    }
  }

  private func take(badge words: OpaquePointer) {
    guard AccessibilityBus.string(g_variant_get_child_value(words, 0)) == "application://app.sotto.Sotto.desktop",
      let properties = g_variant_get_child_value(words, 1),
      let count = g_variant_lookup_value(properties, "count", nil),
      let isVisible = g_variant_lookup_value(properties, "count-visible", nil)
    else { return }
    number = g_variant_get_boolean(isVisible) != 0 ? Int64(g_variant_get_int64(count)) : nil
  }

  private func call(_ method: String, _ words: [OpaquePointer?]) throws {
    var words = words
    let bus = "org.freedesktop.DBus"
    guard
      let answer = g_dbus_connection_call_sync(
        connection, bus, "/org/freedesktop/DBus", bus, method, g_variant_new_tuple(&words, gsize(words.count)), nil,
        G_DBUS_CALL_FLAGS_NONE, 5_000, nil, nil)
    else { throw DriverError(description: "the bus does not take \(method)") }
    g_variant_unref(answer)
  }
}
