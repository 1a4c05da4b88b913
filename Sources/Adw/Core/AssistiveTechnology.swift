import CAdw

/// Whether somebody hears or reads the windows through assistive technology, as the desktop says.
package enum AssistiveTechnology {
  /// Whether it is on; false until the desktop has answered.
  package private(set) static var isOn = false

  private static var isWatched = false
  private static var listeners: [@MainActor () -> Void] = []
  private static let place = (bus: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Status")

  /// Calls `body` whenever that changes, for as long as the program runs.
  package static func onChange(_ body: @escaping @MainActor () -> Void) {
    listeners.append(body)
    guard !isWatched else { return }
    isWatched = true
    g_bus_get(
      G_BUS_TYPE_SESSION, nil,
      { _, result, _ in
        guard let connection = g_bus_get_finish(result, nil) else { return }
        nonisolated(unsafe) let bus = connection
        MainActor.assumeIsolated { AssistiveTechnology.watch(bus) }
      }, nil)
  }

  private static func watch(_ bus: OpaquePointer) {
    g_dbus_connection_signal_subscribe(
      bus, place.bus, "org.freedesktop.DBus.Properties", "PropertiesChanged", place.path, place.interface,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { bus, _, _, _, _, _, _ in
        nonisolated(unsafe) let bus = bus!
        MainActor.assumeIsolated { AssistiveTechnology.ask(bus) }
      }, nil, nil)
    ask(bus)
  }

  private static func ask(_ bus: OpaquePointer) {
    var words = [g_variant_new_string(place.interface), g_variant_new_string("IsEnabled")]
    let get = "Get"  // untranslated: the bus's own name for it
    g_dbus_connection_call(
      bus, place.bus, place.path, "org.freedesktop.DBus.Properties", get, g_variant_new_tuple(&words, 2), nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, 5_000, nil,
      { bus, result, _ in
        guard let answer = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil) else { return }
        let boxed = g_variant_get_child_value(answer, 0)
        let value = boxed.flatMap { g_variant_get_variant($0) }
        let isOn = value.map { g_variant_classify($0) == G_VARIANT_CLASS_BOOLEAN && g_variant_get_boolean($0) != 0 }
        for variant in [value, boxed, answer] { variant.map { g_variant_unref($0) } }
        MainActor.assumeIsolated { AssistiveTechnology.tell(isOn ?? false) }
      }, nil)
  }

  private static func tell(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    for listener in listeners { listener() }
  }
}
