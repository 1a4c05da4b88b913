/// A point in time as whole milliseconds since 1970 (UTC); only for show, order comes from sequence numbers.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (one: Self, other: Self) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// How long after `earlier` this is; negative when it is before.
  public func since(_ earlier: Self) -> Duration {
    .milliseconds(milliseconds - earlier.milliseconds)
  }

  public func advanced(by duration: Duration) -> Self {
    Self(milliseconds: milliseconds + duration.wholeMilliseconds)
  }
}

extension Duration {
  /// The duration in milliseconds, the rest cut off.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
