import CAdw

/// What can go wrong while a test drives a window.
struct DriverError: Error, CustomStringConvertible {
  var description: String
}

/// The accessibility bus of this session.
final class AccessibilityBus {
  let connection: OpaquePointer

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

  /// What is asked of a program.
  struct Question {
    var owner: String
    var path: String
    var interface: String
    var method: String
    var arguments: [OpaquePointer?] = []
  }

  /// Asks all of it before it waits: a program that answers one question each time it looks up takes as long for one as for
  /// hundreds. Nil for what was not answered.
  func ask(_ questions: [Question]) -> [OpaquePointer?] {
    let answers = Answers(questions.count)
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    for (index, question) in questions.enumerated() {
      var arguments = question.arguments
      let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
      let place = Unmanaged.passRetained(Answers.Place(answers, index)).toOpaque()
      g_dbus_connection_call(
        connection, question.owner, question.path, question.interface, question.method, tuple, nil,
        G_DBUS_CALL_FLAGS_NONE, 5_000, nil,
        { connection, result, place in
          let place = Unmanaged<Answers.Place>.fromOpaque(place!).takeRetainedValue()
          place.answers.values[place.index] = g_dbus_connection_call_finish(OpaquePointer(connection), result, nil)
          place.answers.awaited -= 1
        }, place)
    }
    while answers.awaited > 0 { g_main_context_iteration(context, 1) }
    return answers.values
  }

  /// What has been answered of many questions.
  private final class Answers {
    var values: [OpaquePointer?]
    var awaited: Int

    init(_ count: Int) {
      values = Array(repeating: nil, count: count)
      awaited = count
    }

    /// Where one answer goes.
    final class Place {
      let answers: Answers
      let index: Int

      init(_ answers: Answers, _ index: Int) {
        self.answers = answers
        self.index = index
      }
    }
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
