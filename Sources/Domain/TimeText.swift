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

/// How times are written: the short form in the list, the long form under messages.
public struct TimeText: Sendable {
  private let calendar: @Sendable (Timestamp) -> LocalTime
  let clock: ClockStyle

  public init(clock: ClockStyle, local: @escaping @Sendable (Timestamp) -> LocalTime) {
    self.clock = clock
    calendar = local
  }

  /// What the calendar shows; a time beyond its years is shown as the nearest one.
  func local(_ time: Timestamp) -> LocalTime { calendar(time.shown) }

  /// "Just now", "2m ago", "3:45 PM", "Yesterday", "Dec 20", "Dec 20, 2024".
  public func short(_ time: Timestamp, now: Timestamp) -> String {
    switch age(of: time, now: now) {
    case .justNow: return "Just now"
    case .minutes(let count): return "\(count)m ago"
    case .days(let days):
      let then = local(time)
      if days == 0 { return hours(then) }
      if days == 1 { return "Yesterday" }
      return date(then, now: local(now))
    }
  }

  /// "Just now", "2 minutes ago", "Today at 3:30 PM", "Yesterday at …", "Tuesday at …", "Dec 20 at …".
  public func long(_ time: Timestamp, now: Timestamp) -> String {
    switch age(of: time, now: now) {
    case .justNow: return "Just now"
    case .minutes(1): return "1 minute ago"
    case .minutes(let count): return "\(count) minutes ago"
    case .days(let days):
      let then = local(time)
      let hours = hours(then)
      switch days {
      case 0: return "Today at \(hours)"
      case 1: return "Yesterday at \(hours)"
      case 2..<7: return "\(Self.weekdays[then.weekday]) at \(hours)"
      default: return "\(date(then, now: local(now))) at \(hours)"
      }
    }
  }

  /// The exact time, for tooltips and screen readers: "Friday, December 20, 2024 at 3:45 PM".
  public func exact(_ time: Timestamp) -> String {
    let then = local(time)
    return "\(Self.weekdays[then.weekday]), \(Self.months[then.month - 1]) \(then.day), \(then.year) at \(hours(then))"
  }

  /// The line between two days of a thread: "Today", "Yesterday", "Tuesday", "December 20", "December 20, 2024".
  public func day(_ time: Timestamp, now: Timestamp) -> String {
    let then = local(time)
    let today = local(now)
    switch today.dayNumber.minus(then.dayNumber) {
    case 0: return "Today"
    case 1: return "Yesterday"
    case 2..<7: return Self.weekdays[then.weekday]
    default:
      let month = Self.months[then.month - 1]
      return then.year == today.year ? "\(month) \(then.day)" : "\(month) \(then.day), \(then.year)"
    }
  }

  /// Days since 1970 on the user's calendar; two messages with different numbers get a separator between them.
  public func dayNumber(_ time: Timestamp) -> Int {
    local(time).dayNumber
  }

  private enum Age: Equatable {
    case justNow
    case minutes(Int)
    /// Calendar days; negative in the future.
    case days(Int)
  }

  private func age(of time: Timestamp, now: Timestamp) -> Age {
    let milliseconds = now.milliseconds.minus(time.milliseconds)
    if (-60_000..<60_000).contains(milliseconds) { return .justNow }
    if (60_000..<3_600_000).contains(milliseconds) { return .minutes(Int(milliseconds / 60_000)) }
    return .days(local(now).dayNumber.minus(local(time).dayNumber))
  }

  private func date(_ then: LocalTime, now: LocalTime) -> String {
    let month = Self.months[then.month - 1].prefix(3)
    return then.year == now.year ? "\(month) \(then.day)" : "\(month) \(then.day), \(then.year)"
  }

  private func hours(_ time: LocalTime) -> String {
    let minute = time.minute.digits(2)
    switch clock {
    case .twentyFourHours: return "\(time.hour.digits(2)):\(minute)"
    case .twelveHours:
      let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
      return "\(hour):\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
