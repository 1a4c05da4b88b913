import CAdw

/// Bytes as GLib passes them around, shared with the Swift array that they come from.
nonisolated struct SharedBytes: ~Copyable {
  let raw: OpaquePointer

  /// Shares an array's memory; nothing is copied, and the memory goes with the last who uses it.
  init(_ array: [UInt8]) {
    let owner = Owner(array)
    // The array is never changed, so its one block of memory stays where it is for as long as its owner lives.
    let start = owner.array.withUnsafeBytes { $0.baseAddress }
    raw = g_bytes_new_with_free_func(
      start, gsize(array.count), { Unmanaged<Owner>.fromOpaque($0!).release() },
      Unmanaged.passRetained(owner).toOpaque())
  }

  deinit { g_bytes_unref(raw) }

  /// One more reference, for whoever keeps the bytes.
  func taken() -> OpaquePointer { g_bytes_ref(raw) }

  private final class Owner: Sendable {
    let array: [UInt8]
    init(_ array: [UInt8]) { self.array = array }
  }
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
