import Frames

/// A picture's file in memory, given back as soon as it is decoded.
struct Source: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  /// Reads the bytes that follow an order.
  init(_ count: Int, from stream: borrowing FrameStream) throws(FrameError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    do throws(FrameError) {
      try stream.receive(into: room)
    } catch {
      room.deallocate()
      throw error
    }
    // Not before: what is whole already is freed by `deinit`, also when this throws.
    memory = room
  }

  deinit { memory.deallocate() }

  var count: Int { memory.count }

  /// Holds as long as this is alive.
  var bytes: Bytes { Bytes(UnsafeRawBufferPointer(memory)) }
}
