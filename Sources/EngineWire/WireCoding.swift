internal import Frames

/// Writes numbers and texts one after another, the lowest byte of each number first.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number<T: FixedWidthInteger>(_ number: T) {
    Swift.withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A count or an index, which is never negative.
  mutating func count(_ count: Int) { number(UInt32(clamping: count)) }

  mutating func flag(_ flag: Bool) { number(UInt8(flag ? 1 : 0)) }

  /// A number within `range`; one that lies outside is written as the nearest within.
  mutating func real(_ value: Double, in range: ClosedRange<Double>) {
    let nearest = value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    number((range.contains(value) ? value : nearest).bitPattern)
  }

  mutating func text(_ text: String) {
    count(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Bytes up to the frame's end.
  mutating func rest(_ rest: [UInt8]) { bytes += rest }

  mutating func time(_ time: Duration) {
    let (seconds, fraction) = time.components
    number(UInt64(clamping: seconds &* 1_000_000 &+ fraction / 1_000_000_000_000))
  }

  mutating func optional<T>(_ value: T?, _ write: (inout WireWriter, T) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  func frame(_ kind: UInt32) -> Frame { Frame(kind, bytes) }
}

extension StringProtocol {
  /// As many of the first characters as have so many bytes.
  func prefix(bytes most: Int) -> String {
    guard utf8.count > most else { return String(self) }
    var left = most
    return String(
      prefix {
        left -= $0.utf8.count
        return left >= 0
      })
  }
}

/// Reads what `WireWriter` wrote; whatever makes no sense is `unexpected`, before any memory is taken for it.
struct WireReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ frame: Frame) { bytes = frame.bytes }

  mutating func number<T: FixedWidthInteger>(_: T.Type = T.self) throws(FrameError) -> T {
    let size = MemoryLayout<T>.size
    guard bytes.count - index >= size else { throw .unexpected }
    defer { index += size }
    return bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: T.self)) }
  }

  mutating func number<T: FixedWidthInteger>(atMost most: T) throws(FrameError) -> T {
    let number = try number(T.self)
    guard number <= most else { throw .unexpected }
    return number
  }

  mutating func count(atMost most: Int) throws(FrameError) -> Int {
    let count = try Int(number(UInt32.self))
    guard count <= most else { throw .unexpected }
    return count
  }

  mutating func flag() throws(FrameError) -> Bool { try number(atMost: UInt8(1)) == 1 }

  mutating func real(in range: ClosedRange<Double>) throws(FrameError) -> Double {
    let value = Double(bitPattern: try number())
    // False for what is no number, too.
    guard range.contains(value) else { throw .unexpected }
    return value
  }

  mutating func text(atMost most: Int) throws(FrameError) -> String {
    let count = try count(atMost: most)
    guard bytes.count - index >= count else { throw .unexpected }
    defer { index += count }
    guard let text = String(validating: bytes[index..<index + count], as: UTF8.self) else { throw .unexpected }
    return text
  }

  /// What is left of the frame.
  mutating func rest(atMost most: Int) throws(FrameError) -> [UInt8] {
    guard bytes.count - index <= most else { throw .unexpected }
    defer { index = bytes.count }
    return Array(bytes[index...])
  }

  mutating func time() throws(FrameError) -> Duration {
    .microseconds(Int64(try number(atMost: UInt64(Int64.max) / 1_000_000_000)))
  }

  mutating func optional<T>(_ read: (inout WireReader) throws(FrameError) -> T) throws(FrameError) -> T? {
    try flag() ? read(&self) : nil
  }

  mutating func choice<T: RawRepresentable>(_: T.Type = T.self) throws(FrameError) -> T where T.RawValue == UInt8 {
    guard let choice = T(rawValue: try number()) else { throw .unexpected }
    return choice
  }

  /// A list, of which nothing is believed before it is there.
  mutating func list<T>(
    atMost most: Int, _ read: (inout WireReader) throws(FrameError) -> T
  ) throws(FrameError) -> [T] {
    var list: [T] = []
    for _ in 0..<(try count(atMost: most)) { list.append(try read(&self)) }
    return list
  }

  /// To be called last: nothing may follow.
  func end() throws(FrameError) {
    guard index == bytes.count else { throw .unexpected }
  }
}
