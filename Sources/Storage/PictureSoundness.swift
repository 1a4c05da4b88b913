import Domain

/// Whether a picture's file is whole, as far as its bytes say without being decoded: a file that was cut off, emptied or
/// written over with zeros is not. The smaller copies have no hash to be checked by.
enum PictureSoundness {
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return bytes.suffix(2) == [0xFF, 0xD9] }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return isWholePNG(bytes) }
    if bytes.starts(with: "GIF8".utf8) { return bytes.last == 0x3B }
    if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 {
      let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      return size + 8 == bytes.count || size + 9 == bytes.count
    }
    return false
  }

  /// Every part of a PNG has a sum over its bytes.
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    var offset = 8
    while offset + 12 <= bytes.count {
      func word(_ start: Int) -> UInt32 { bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
      let end = offset + 8 + Int(word(offset))
      guard end + 4 <= bytes.count, sum(bytes[offset + 4..<end]) == word(end) else { return false }
      if bytes[offset + 4..<offset + 8].elementsEqual("IEND".utf8) { return end + 4 == bytes.count }
      offset = end + 4
    }
    return false
  }

  /// CRC-32 as in the PNG specification, annex D.
  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { (number: UInt32) -> UInt32 in
    var sum = number
    for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    return sum
  }
}

extension Folder {
  /// The smaller copies of these pictures that are not whole.
  func brokenCopies(_ listing: PictureListing) -> [(hash: PictureHash, size: PictureSize)] {
    listing.pictures.keys.sorted().flatMap { hash in
      (listing.pictures[hash] ?? []).subtracting([.full]).sorted { $0.longSide < $1.longSide }
        .filter { size in
          do throws(StoreError) {
            return try Files.bytes(file(of: hash, size)).map { !PictureSoundness.isWhole($0) } ?? false
          } catch {
            return true
          }
        }.map { (hash, $0) }
    }
  }

  /// Takes away smaller copies that are not whole, where the whole picture is there to stand in; returns how many.
  func removeBrokenCopies() throws(StoreError) -> Int {
    var count = 0
    for (hash, size) in brokenCopies(PictureListing(of: self)) {
      guard let full = try Files.bytes(file(of: hash, .full)), PictureHash(of: full) == hash else { continue }
      Files.remove(file(of: hash, size))
      count += 1
    }
    return count
  }
}
