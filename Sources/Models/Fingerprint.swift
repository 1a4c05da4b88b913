internal import Domain
import Platform

/// What a model's file is known by, of parts of it, so that a file of many gigabytes is known in a moment: its length, its
/// first and last 4 MiB, and 16 blocks of 64 KiB spread evenly between; all of it where it is not longer than these.
enum Fingerprint {
  private static let edge: Int64 = 4 << 20
  private static let block: Int64 = 64 << 10
  private static let blocks: Int64 = 16

  /// The parts that are read of a file of so many bytes, in order, without overlap.
  static func parts(of bytes: Int64) -> [Range<Int64>] {
    let between = bytes - 2 * edge
    guard between > blocks * block else { return [0..<max(0, bytes)] }
    let gap = (between - blocks * block) / (blocks + 1)
    let middle = (0..<blocks).map { number in
      let start = edge + gap + number * (gap + block)
      return start..<start + block
    }
    return [0..<edge] + middle + [bytes - edge..<bytes]
  }

  /// Of several files, what their own are known by: the same where it is only one.
  static func of(_ files: [ModelID], named name: String) throws(ModelFault) -> ModelID {
    if files.count == 1 { return files[0] }
    guard var digest = Digest() else { throw .cannotRead(name: name, reason: systemReason(ENOMEM)) }
    for file in files { file.bytes.withUnsafeBytes { digest.update($0) } }
    guard let id = ModelID(bytes: digest.finish()) else {
      throw .cannotRead(name: name, reason: systemReason(ENOMEM))
    }
    return id
  }

  /// Reads the parts of an open file; `name` is what it is called before people.
  static func of(_ file: Int32, bytes: Int64, named name: String) throws(ModelFault) -> ModelID {
    guard var digest = Digest() else { throw .cannotRead(name: name, reason: systemReason(ENOMEM)) }
    withUnsafeBytes(of: bytes.littleEndian) { digest.update($0) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { room.deallocate() }
    for part in parts(of: bytes) {
      var at = part.lowerBound
      while at < part.upperBound {
        if Task.isCancelled { throw .cancelled }
        let count = pread(file, room.baseAddress, Int(min(part.upperBound - at, Int64(room.count))), off_t(at))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .cannotRead(name: name, reason: systemReason(errno)) }
        // Somebody has made it shorter meanwhile.
        guard count > 0 else { throw .changed(name: name) }
        digest.update(UnsafeRawBufferPointer(rebasing: room[..<count]))
        at += Int64(count)
      }
    }
    guard let id = ModelID(bytes: digest.finish()) else {
      throw .cannotRead(name: name, reason: systemReason(ENOMEM))
    }
    return id
  }
}
