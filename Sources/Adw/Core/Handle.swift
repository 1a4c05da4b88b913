import CAdw
import Localization

/// An opaque reference to a GTK object that somebody else, mostly the widget tree, keeps alive.
package struct Handle: Hashable {
  let raw: UnsafeMutableRawPointer

  init(raw: UnsafeMutableRawPointer) { self.raw = raw }
  init<T>(_ pointer: UnsafeMutablePointer<T>?) { raw = UnsafeMutableRawPointer(pointer!) }
  init(_ pointer: OpaquePointer?) { raw = UnsafeMutableRawPointer(pointer!) }
}

/// Something that GTK owns; a value of this kind is only a name for it and costs nothing to copy.
package protocol Object {
  /// What GTK knows it by.
  var handle: Handle { get }
}

prefix operator ^

/// The object as the pointer type that a C function wants.
prefix func ^ <T>(object: some Object) -> UnsafeMutablePointer<T> { object.handle.raw.assumingMemoryBound(to: T.self) }
prefix func ^ (object: some Object) -> OpaquePointer { OpaquePointer(object.handle.raw) }
prefix func ^ (object: some Object) -> UnsafeMutableRawPointer { object.handle.raw }

/// An object of which nothing more is known.
struct AnyObjectHandle: Object {
  let handle: Handle

  init(_ handle: Handle) { self.handle = handle }
  init<T>(_ pointer: UnsafeMutablePointer<T>?) { handle = Handle(pointer) }
  init(_ pointer: OpaquePointer?) { handle = Handle(pointer) }
}

extension Bool {
  init(_ value: gboolean) { self = value != 0 }
  /// The same truth for C.
  var c: gboolean { self ? 1 : 0 }
}

extension String {
  /// A copy of a C string that somebody else frees; empty for none.
  init(borrowing text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }

  /// A copy of a C string that is ours to free; empty for none.
  init(taking text: UnsafeMutablePointer<CChar>?) {
    self = text.map { String(cString: $0) } ?? ""
    g_free(text)
  }
}

nonisolated extension String {
  /// What went wrong, in GLib's words; the error is ours to free.
  init(taking error: UnsafeMutablePointer<GError>?) {
    self = error?.pointee.message.map { String(cString: $0) } ?? localized("nobody knows why")
    if let error { g_error_free(error) }
  }
}
