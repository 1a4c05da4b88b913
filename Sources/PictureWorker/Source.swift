import PictureWire

/// A picture's file in memory, given back as soon as it is decoded.
struct Source: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  /// Reads the bytes that follow an order.
  init(_ count: Int, from stream: borrowing WireEnd) throws(WireEnd.Failure) {
    memory = .allocate(byteCount: count, alignment: 16)
    do throws(WireEnd.Failure) {
      try stream.receive(memory)
    } catch {
      memory.deallocate()
      throw error
    }
  }

  deinit { memory.deallocate() }

  var count: Int { memory.count }

  /// Holds as long as this is alive.
  var bytes: Bytes { Bytes(UnsafeRawBufferPointer(memory)) }
}
