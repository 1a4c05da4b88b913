import CAdw

/// What a screen reader says by itself: what is announced, and what becomes different in the thing that has the keyboard.
final class ScreenReader {
  /// One thing to say, and of which thing of the window.
  struct Words {
    let text: String
    let path: String
  }

  private let connection: OpaquePointer
  private let owner: String
  private let context = g_main_context_new()
  private var subscriptions: [guint] = []
  private var heard: [Words] = []

  init(_ connection: OpaquePointer, owner: String) {
    self.connection = connection
    self.owner = owner
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    let kinds: [(member: String, detail: String?)] = [
      ("PropertyChange", "accessible-description"), ("Announcement", nil),
    ]
    subscriptions = kinds.map { member, detail in
      g_dbus_connection_signal_subscribe(
        connection, owner, "org.a11y.atspi.Event.Object", member, nil, detail, G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, path, _, _, parameters, box in
          let reader = Unmanaged<ScreenReader>.fromOpaque(box!).takeUnretainedValue()
          let value = g_variant_get_child_value(parameters, 3).flatMap { g_variant_get_variant($0) }
          let text = AccessibilityBus.string(value)
          if !text.isEmpty { reader.heard.append(Words(text: text, path: String(cString: path!))) }
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
  }

  deinit {
    for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
    while g_main_context_iteration(context, 0) != 0 {}
    g_main_context_unref(context)
  }

  /// All that was said so far.
  var said: [Words] {
    while g_main_context_iteration(context, 0) != 0 {}
    return heard
  }

  /// The same as one text.
  var text: String { said.map(\.text).joined(separator: " ") }
}

extension RunningApp {
  /// Listens to this program from now on.
  func screenReader() throws -> ScreenReader {
    guard let application else { throw DriverError(description: "the program is not on the bus") }
    return application.bus.screenReader(of: application.owner)
  }
}
