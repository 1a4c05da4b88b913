public import Domain
private import Localization
private import Platform

/// How times are written: the short form in the list, the long form under messages.
extension TimeText {
  /// "Just now", "2m ago", "3:45 PM", "Yesterday", "Dec 20", "Dec 20, 2024".
  public func short(_ time: Timestamp, now: Timestamp) -> String {
    switch age(of: time, now: now) {
    case .justNow: localized("Just now")
    case .minutes(let count): localized("\(count)m ago")
    case .days(0): hours(time)
    case .days(1): localized("Yesterday")
    case .days: date(time, now: now, month: SystemLocale.shortMonth)
    }
  }

  /// "Just now", "2 minutes ago", "Today at 3:30 PM", "Yesterday at …", "Tuesday at …", "Dec 20 at …".
  public func long(_ time: Timestamp, now: Timestamp) -> String {
    switch age(of: time, now: now) {
    case .justNow: return localized("Just now")
    case .minutes(let count): return localized(count, one: "\(count) minute ago", other: "\(count) minutes ago")
    case .days(0): return localized("Today at \(hours(time))")
    case .days(1): return localized("Yesterday at \(hours(time))")
    case .days(2..<7):
      let weekday = SystemLocale.weekday(local(time).weekday)
      return localized("\(weekday) at \(hours(time))", context: "a day of the week and a time")
    case .days:
      let date = date(time, now: now, month: SystemLocale.shortMonth)
      return localized("\(date) at \(hours(time))", context: "a date and a time")
    }
  }

  /// The exact time, for tooltips and screen readers: "Friday, December 20, 2024 at 3:45 PM".
  public func exact(_ time: Timestamp) -> String {
    let then = local(time)
    let (weekday, month) = (SystemLocale.weekday(then.weekday), SystemLocale.month(then.month))
    return localized("\(weekday), \(month) \(then.day), \(then.year) at \(hours(time))")
  }

  /// Day and time, the year always among them, for a text that is read elsewhere: "Dec 20, 2024 at 3:45 PM".
  public func full(_ time: Timestamp) -> String {
    let then = local(time)
    let month = SystemLocale.shortMonth(then.month)
    let date = localized("\(month) \(then.day), \(then.year)", context: "a month, a day and a year")
    return localized("\(date) at \(hours(time))", context: "a date and a time")
  }

  /// The line between two days of a thread: "Today", "Yesterday", "Tuesday", "December 20", "December 20, 2024".
  public func day(_ time: Timestamp, now: Timestamp) -> String {
    switch dayNumber(now).minus(dayNumber(time)) {
    case 0: localized("Today")
    case 1: localized("Yesterday")
    case 2..<7: SystemLocale.weekday(local(time).weekday)
    default: date(time, now: now, month: SystemLocale.month)
    }
  }

  /// The time of day: "3:45 PM", "15:45".
  public func hours(_ time: Timestamp) -> String {
    let then = local(time)
    let minute = then.minute.digits(2)
    switch clock {
    case .twentyFourHours: return localized("\(then.hour.digits(2)):\(minute)", context: "hours and minutes")
    case .twelveHours:
      let hour = then.hour % 12 == 0 ? 12 : then.hour % 12
      let period = SystemLocale.dayPeriod(isAfternoon: then.hour >= 12)
      return localized("\(hour):\(minute) \(period)", context: "hours and minutes, AM or PM")
    }
  }

  private func date(_ time: Timestamp, now: Timestamp, month: (Int) -> String) -> String {
    let then = local(time)
    let month = month(then.month)
    if then.year == local(now).year { return localized("\(month) \(then.day)", context: "a month and a day") }
    return localized("\(month) \(then.day), \(then.year)", context: "a month, a day and a year")
  }
}
