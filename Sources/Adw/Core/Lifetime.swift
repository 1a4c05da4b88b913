import CAdw

/// A reference that becomes nil when GTK lets the object go.
@MainActor package final class Weak<O: Object> {
  private let object: O
  private let slot: UnsafeMutablePointer<gpointer?>

  package init(_ object: O) {
    self.object = object
    slot = .allocate(capacity: 1)
    slot.initialize(to: object.handle.raw)
    g_object_add_weak_pointer(^object, slot)
  }

  isolated deinit {
    if let raw = slot.pointee { g_object_remove_weak_pointer(raw.assumingMemoryBound(to: GObject.self), slot) }
    slot.deallocate()
  }

  /// The object, while it lives.
  package var value: O? { slot.pointee == nil ? nil : object }
}

/// A strong reference: the object lives at least as long as this.
@MainActor package final class Strong<O: Object> {
  /// The object that is kept.
  package let object: O

  /// Keeps an object; a new widget's floating reference is taken over.
  package init(_ object: O) {
    self.object = object
    g_object_ref_sink(^object)
  }

  /// Takes over the one reference of an object that is new and no widget.
  init(taking object: O) { self.object = object }

  isolated deinit { g_object_unref(^object) }
}

extension Object {
  /// Calls `body` when the object is finalized.
  func whenGone(_ body: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(Closure(body)).toOpaque()
    g_object_weak_ref(
      ^self,
      { box, _ in
        nonisolated(unsafe) let box = box!
        MainActor.assumeIsolated { Unmanaged<Closure>.fromOpaque(box).takeRetainedValue().body() }
      }, box)
  }

  /// Keeps a Swift object under a key for as long as this object lives; nil forgets it.
  func attach(_ companion: AnyObject?, as key: String) {
    guard let companion else { return g_object_set_data(^self, key, nil) }
    g_object_set_data_full(^self, key, Unmanaged.passRetained(companion).toOpaque()) { box in
      nonisolated(unsafe) let box = box!
      MainActor.assumeIsolated { Unmanaged<AnyObject>.fromOpaque(box).release() }
    }
  }

  /// The Swift object kept under a key.
  func attached<T: AnyObject>(_ type: T.Type, as key: String) -> T? {
    g_object_get_data(^self, key).flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? T }
  }

  /// Whether two handles name the same object.
  package func isSame(as other: (any Object)?) -> Bool { handle == other?.handle }
}

/// A closure that C can hold.
final class Closure {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
