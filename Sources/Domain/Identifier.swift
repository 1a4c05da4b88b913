/// A UUIDv7 (RFC 9562) that says what it identifies, so that a chat's id cannot stand for a message's.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first eight bytes: time, version and counter.
  public let high: UInt64
  /// The last eight bytes: variant and chance.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 16 bytes, most significant first.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the text form, in either case: 32 hexadecimal digits, bare or with the four hyphens in their places.
  public init?(_ text: some StringProtocol) {
    var digits: [UInt8] = []
    for (index, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "-"), text.utf8.count == 36, Self.hyphens.contains(index) { continue }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    guard digits.count == 32 else { return nil }
    high = digits.prefix(16).reduce(0) { $0 << 4 | UInt64($1) }
    low = digits.suffix(16).reduce(0) { $0 << 4 | UInt64($1) }
  }

  /// The 16 bytes, most significant first, as databases keep them.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
  }

  /// The usual form: `018f3a5e-7c21-7000-8000-0123456789ab`.
  public var description: String {
    let digits = Array(high.digits(16, radix: 16) + low.digits(16, radix: 16))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }

  public static func < (one: Self, other: Self) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }

  private static var hyphens: [Int] { [8, 13, 18, 23] }
}

/// What a chat is known by.
public typealias ChatID = Identifier<Chat>
/// What a message is known by.
public typealias MessageID = Identifier<Message>
