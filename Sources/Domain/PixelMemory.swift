/// Bytes that neither move nor change, so that a library that draws can be lent them for as long as this lives.
public final class PixelMemory: @unchecked Sendable {  // written once, before anyone else has it
  /// Valid for as long as this object lives.
  public let memory: UnsafeRawBufferPointer

  /// A copy of the bytes.
  public init(_ bytes: [UInt8]) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    room.copyBytes(from: bytes)
    memory = UnsafeRawBufferPointer(room)
  }

  deinit { memory.deallocate() }

  /// How many bytes there are.
  public var count: Int { memory.count }

  /// The byte at an offset, which must be within the memory.
  public subscript(_ offset: Int) -> UInt8 { memory[offset] }
}
