public import Domain

/// The Gregorian calendar in UTC, for exact tests of time texts (the algorithm of Howard Hinnant's "days_from_civil").
public enum CivilCalendar {
  public static func utc(_ time: Timestamp) -> LocalTime {
    let seconds = floorDivide(time.milliseconds, 1_000)
    let days = floorDivide(seconds, 86_400)
    let second = seconds - days * 86_400
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return LocalTime(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
      day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1), hour: Int(second / 3_600),
      minute: Int(second % 3_600 / 60), weekday: Int((days % 7 + 11) % 7), dayNumber: Int(days))
  }

  /// Milliseconds since 1970 of a UTC time.
  public static func time(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Timestamp {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Timestamp(milliseconds: (days * 86_400 + Int64(hour * 3_600 + minute * 60)) * 1_000)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }
}
