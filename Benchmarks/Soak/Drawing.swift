/// Pictures that nobody has seen before: noise, as PNG files that compress nothing.
enum Drawing {
  static func noise(width: Int, height: Int) -> [UInt8] {
    // Quick rather than good: kills are to hit the taking in and not the making.
    var chance = UInt64.random(in: 1...UInt64.max)
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (1 + width * 3))
    for _ in 0..<height {
      rows.append(0)  // the row is as it is
      var left = width * 3
      while left > 0 {
        chance ^= chance << 13
        chance ^= chance >> 7
        chance ^= chance << 17
        for byte in 0..<min(8, left) { rows.append(UInt8(truncatingIfNeeded: chance >> (byte * 8))) }
        left -= min(8, left)
      }
    }
    let size = [width, height].flatMap(bigEndian)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", size + [8, 2, 0, 0, 0])  // 8 bits each of red, green and blue
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    return bigEndian(bytes.count) + body + bigEndian(Int(crc(body)))
  }

  /// The bytes as zlib writes them when it is told to compress nothing.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      out += [
        end == bytes.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
      ]
      out += bytes[start..<end]
    }
    var (one, two): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      one = (one + UInt32(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return out + bigEndian(Int(two << 16 | one))
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
