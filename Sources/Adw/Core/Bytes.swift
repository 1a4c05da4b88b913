import CAdw

/// Bytes as GLib passes them around. They stay where they are: never an array's, whose memory may be pointed to only
/// while it is lent.
nonisolated struct SharedBytes: ~Copyable {
  let raw: OpaquePointer

  /// A copy of an array.
  init(_ array: [UInt8]) {
    raw = array.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
  }

  /// Memory that `owner` keeps in its place, and unchanged, for as long as it lives; nothing is copied.
  init(_ memory: UnsafeRawBufferPointer, of owner: AnyObject) {
    raw = g_bytes_new_with_free_func(
      memory.baseAddress, gsize(memory.count), { Unmanaged<AnyObject>.fromOpaque($0!).release() },
      Unmanaged.passRetained(owner).toOpaque())
  }

  /// New memory, which `fill` has to fill.
  init(count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
    let memory = g_malloc(gsize(count))
    if let memory { fill(memory) }
    raw = g_bytes_new_take(memory, gsize(count))
  }

  deinit { g_bytes_unref(raw) }

  /// One more reference, for whoever keeps the bytes.
  func taken() -> OpaquePointer { g_bytes_ref(raw) }
}

nonisolated extension [UInt8] {
  /// A copy of GLib's bytes.
  init(copying bytes: OpaquePointer) {
    var size: gsize = 0
    let start = g_bytes_get_data(bytes, &size)
    self = Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
  }

  /// A copy of GLib's bytes, whose reference is taken over.
  init(taking bytes: OpaquePointer) {
    self.init(copying: bytes)
    g_bytes_unref(bytes)
  }
}
