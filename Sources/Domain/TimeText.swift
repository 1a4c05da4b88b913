/// A point in time on the user's wall calendar.
public struct LocalTime: Hashable, Sendable {
  /// By the Gregorian calendar.
  public var year: Int
  /// 1 is January.
  public var month: Int
  /// From 1.
  public var day: Int
  /// From 0 to 23.
  public var hour: Int
  /// From 0 to 59.
  public var minute: Int
  /// 0 is Sunday.
  public var weekday: Int
  /// Whole days since 1970-01-01 on this calendar, so that days can be subtracted.
  public var dayNumber: Int

  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, weekday: Int, dayNumber: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.weekday = weekday
    self.dayNumber = dayNumber
  }
}

/// How hours are written.
public enum ClockStyle: Sendable {
  /// 3:45 PM
  case twelveHours
  /// 15:45
  case twentyFourHours
}

/// By which calendar and clock times are written for the user; what they are called stands in `Wording`.
public struct TimeText: Sendable {
  private let calendar: @Sendable (Timestamp) -> LocalTime
  /// How hours are written.
  public let clock: ClockStyle

  public init(clock: ClockStyle, local: @escaping @Sendable (Timestamp) -> LocalTime) {
    self.clock = clock
    calendar = local
  }

  /// What the calendar shows; a time beyond its years is shown as the nearest one.
  public func local(_ time: Timestamp) -> LocalTime { calendar(time.shown) }

  /// Days since 1970 on the user's calendar; two messages with different numbers get a separator between them.
  public func dayNumber(_ time: Timestamp) -> Int { local(time).dayNumber }

  /// How long ago a time is, in the steps in which that is said.
  public enum Age: Hashable, Sendable {
    /// Within a minute, before or after.
    case justNow
    /// Less than an hour.
    case minutes(Int)
    /// Days of the calendar; negative in the future.
    case days(Int)
  }

  /// How long before `now` the time is.
  public func age(of time: Timestamp, now: Timestamp) -> Age {
    let milliseconds = now.milliseconds.minus(time.milliseconds)
    if (-60_000..<60_000).contains(milliseconds) { return .justNow }
    if (60_000..<3_600_000).contains(milliseconds) { return .minutes(Int(milliseconds / 60_000)) }
    return .days(local(now).dayNumber.minus(local(time).dayNumber))
  }
}
