/// A point in time as whole milliseconds since 1970 (UTC); only for show, order comes from sequence numbers.
///
/// Any number may come out of a damaged file, so arithmetic stops at the ends instead of trapping.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Since the beginning of 1970 (UTC), without leap seconds.
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The years that calendars here can show: 1 to 9999.
  public static let showable =
    Timestamp(
      milliseconds: -62_135_596_800_000)...Timestamp(
      milliseconds: 253_402_300_799_999)

  /// The nearest time that calendars can show, wherever on Earth they are.
  public var shown: Self {
    // A day from the ends, so that no time zone leads beyond them.
    let day: Int64 = 86_400_000
    return Self(
      milliseconds: min(
        max(milliseconds, Self.showable.lowerBound.milliseconds + day), Self.showable.upperBound.milliseconds - day))
  }

  public static func < (one: Self, other: Self) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// How long after `earlier` this is; negative when it is before.
  public func since(_ earlier: Self) -> Duration {
    .milliseconds(milliseconds.minus(earlier.milliseconds))
  }

  /// The time so much later; the end of the range where it would lie beyond.
  public func advanced(by duration: Duration) -> Self {
    Self(milliseconds: milliseconds.plus(duration.wholeMilliseconds))
  }
}

extension Duration {
  /// The duration in milliseconds, the rest cut off.
  public var wholeMilliseconds: Int64 {
    let (product, isOver) = components.seconds.multipliedReportingOverflow(by: 1_000)
    if isOver { return components.seconds < 0 ? .min : .max }
    return product.plus(components.attoseconds / 1_000_000_000_000_000)
  }
}
