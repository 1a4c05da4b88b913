import Platform

/// A file's bytes, read by place: what lies outside is nil, never a crash.
struct Bytes {
  private let all: UnsafeRawBufferPointer
  /// Where this part lies in the file.
  let start: Int
  let count: Int

  /// Holds as long as the pointer does.
  init(_ all: UnsafeRawBufferPointer) {
    self.all = all
    start = 0
    count = all.count
  }

  private init(_ all: UnsafeRawBufferPointer, start: Int, count: Int) {
    self.all = all
    self.start = start
    self.count = count
  }

  /// A part, counted from this part's beginning; nil when it does not lie wholly within.
  func part(_ offset: Int, _ length: Int) -> Bytes? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return Bytes(all, start: start + offset, count: length)
  }

  /// From there to the end; nil when that lies outside.
  func from(_ offset: Int) -> Bytes? { part(offset, count - offset) }

  subscript(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? all[start + offset] : nil
  }

  func big16(_ offset: Int) -> Int? {
    guard let high = self[offset], let low = self[offset + 1] else { return nil }
    return Int(high) << 8 | Int(low)
  }

  func big32(_ offset: Int) -> Int? {
    guard let high = big16(offset), let low = big16(offset + 2) else { return nil }
    return high << 16 | low
  }

  func little16(_ offset: Int) -> Int? { big16(offset).map { ($0 & 0xFF) << 8 | $0 >> 8 } }

  func little24(_ offset: Int) -> Int? {
    guard let low = little16(offset), let high = self[offset + 2] else { return nil }
    return Int(high) << 16 | low
  }

  func little32(_ offset: Int) -> Int? {
    guard let low = little16(offset), let high = little16(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Whether these letters stand there.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard let part = part(offset, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { letters in
      (0..<letters.count).allSatisfy { part[$0] == letters[$0] }
    }
  }

  /// The next place of a byte at or after `offset`.
  func index(of byte: UInt8, from offset: Int) -> Int? {
    guard let rest = from(offset), let base = all.baseAddress else { return nil }
    let begin = base + rest.start
    guard let found = memchr(begin, Int32(byte), rest.count) else { return nil }
    return offset + (UnsafeRawPointer(found) - begin)
  }

  /// Lends these bytes to C.
  var pointer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: all[start..<start + count]) }
}
