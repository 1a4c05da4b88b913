import CAdw

/// A type that travels through a GValue: a signal's argument, its answer, or a property.
protocol Passable {
  static func read(_ value: UnsafePointer<GValue>) -> Self
  func write(_ value: UnsafeMutablePointer<GValue>)
  static var type: GType { get }
}

extension Bool: Passable {
  static func read(_ value: UnsafePointer<GValue>) -> Bool { g_value_get_boolean(value) != 0 }
  func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, c) }
  static var type: GType { 5 << 2 }
}

extension Int: Passable {
  static func read(_ value: UnsafePointer<GValue>) -> Int {
    switch g_type_fundamental(value.pointee.g_type) >> 2 {
    case 7: Int(g_value_get_uint(value))
    case 12: Int(g_value_get_enum(value))
    case 13: Int(g_value_get_flags(value))
    default: Int(g_value_get_int(value))
    }
  }
  func write(_ value: UnsafeMutablePointer<GValue>) {
    switch g_type_fundamental(value.pointee.g_type) >> 2 {
    case 7: g_value_set_uint(value, guint(self))
    case 12: g_value_set_enum(value, gint(self))
    case 13: g_value_set_flags(value, guint(self))
    default: g_value_set_int(value, gint(self))
    }
  }
  static var type: GType { 6 << 2 }
}

extension Double: Passable {
  static func read(_ value: UnsafePointer<GValue>) -> Double { g_value_get_double(value) }
  func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
  static var type: GType { 15 << 2 }
}

extension String: Passable {
  static func read(_ value: UnsafePointer<GValue>) -> String { String(borrowing: g_value_get_string(value)) }
  func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
  static var type: GType { 16 << 2 }
}

/// An argument that is a pointer to something: an object, a boxed value or a variant; valid during the call.
struct Pointed: Passable {
  let raw: UnsafeMutableRawPointer?

  static func read(_ value: UnsafePointer<GValue>) -> Pointed { Pointed(raw: g_value_peek_pointer(value)) }
  func write(_ value: UnsafeMutablePointer<GValue>) {}
  static var type: GType { 17 << 2 }
}

/// A signal handler as one closure over the argument array.
final class Handler {
  typealias Call = @MainActor (UnsafeMutablePointer<GValue>?, UnsafePointer<GValue>) -> Void
  let call: Call
  init(_ call: @escaping Call) { self.call = call }
}

extension Object {
  /// Calls `body` at every emission of a signal. The argument types come from the closure, trailing ones may be left
  /// out, and the closure dies with the object.
  @discardableResult
  func on<each A: Passable, R>(
    _ signal: String, after: Bool = false, _ body: @escaping @MainActor (repeat each A) -> R
  ) -> Connection {
    let handler = Handler { answer, arguments in
      var index = 0
      @MainActor func next<T: Passable>(_: T.Type) -> T {
        index += 1
        return T.read(arguments + index)
      }
      let result = body(repeat next((each A).self))
      if let answer, let result = result as? any Passable { result.write(answer) }
    }
    let box = Unmanaged.passRetained(handler).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
    g_closure_add_finalize_notifier(closure, box) { box, _ in Unmanaged<Handler>.fromOpaque(box!).release() }
    g_closure_set_marshal(closure) { closure, answer, _, arguments, _, _ in
      let handler = Unmanaged<Handler>.fromOpaque(closure!.pointee.data).takeUnretainedValue()
      nonisolated(unsafe) let answer = answer
      nonisolated(unsafe) let arguments = arguments!
      MainActor.assumeIsolated { handler.call(answer, arguments) }
    }
    let id = g_signal_connect_closure(^self as UnsafeMutableRawPointer, signal, closure, after.c)
    precondition(id != 0, "There is no signal \(signal).")  // untranslated: for developers
    return Connection(object: handle, id: id)
  }

  /// Calls `body` whenever a property changes.
  @discardableResult
  func onChange(of property: String, _ body: @escaping @MainActor () -> Void) -> Connection {
    on("notify::\(property)", body)
  }

  /// Emits a signal that has no arguments.
  func emit(_ signal: String) {
    let type = handle.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var instance = GValue()
    g_value_init(&instance, type)
    g_value_set_object(&instance, ^self)
    defer { g_value_unset(&instance) }
    g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, nil)
  }

  /// Reads a property by name.
  func property<T: Passable>(_ name: String, as type: T.Type = T.self) -> T {
    var value = GValue()
    g_object_get_property(^self, name, &value)
    defer { g_value_unset(&value) }
    return T.read(&value)
  }

  /// Sets a property by name.
  func setProperty<T: Passable>(_ name: String, _ new: T) {
    var value = GValue()
    g_value_init(&value, T.type)
    defer { g_value_unset(&value) }
    new.write(&value)
    g_object_set_property(^self, name, &value)
  }
}

/// One signal handler that may be blocked or taken away.
struct Connection: Object {
  let handle: Handle
  private let id: gulong

  init(object: Handle, id: gulong) {
    handle = object
    self.id = id
  }

  /// Takes the handler away.
  func end() { g_signal_handler_disconnect(^self as UnsafeMutableRawPointer, id) }
}
