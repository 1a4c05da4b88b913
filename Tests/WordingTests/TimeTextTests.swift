import Domain
import TestSupport
import Testing
import Wording

@Suite struct `Times as they are written` {
  private let text = TimeText(clock: .twelveHours) { CivilCalendar.utc($0) }
  private let text24 = TimeText(clock: .twentyFourHours) { CivilCalendar.utc($0) }
  /// Friday, December 20, 2024, 15:45.
  private let now = CivilCalendar.time(2024, 12, 20, 15, 45)

  private func ago(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: now.milliseconds - milliseconds) }

  @Test(
    arguments: [
      (0, "Just now", "Just now"),
      (1, "Just now", "Just now"),
      (59_999, "Just now", "Just now"),
      (60_000, "1m ago", "1 minute ago"),
      (119_999, "1m ago", "1 minute ago"),
      (120_000, "2m ago", "2 minutes ago"),
      (3_540_000, "59m ago", "59 minutes ago"),
      (3_599_999, "59m ago", "59 minutes ago"),
      (3_600_000, "2:45 PM", "Today at 2:45 PM"),
      (-1, "Just now", "Just now"),
      (-60_000, "Just now", "Just now"),
      (-60_001, "3:46 PM", "Today at 3:46 PM"),
      (-3_600_000, "4:45 PM", "Today at 4:45 PM"),
      (-86_400_000, "Dec 21", "Dec 21 at 3:45 PM"),
      (-20 * 86_400_000, "Jan 9, 2025", "Jan 9, 2025 at 3:45 PM"),
    ] as [(Int64, String, String)])
  func `near now, by milliseconds ago`(milliseconds: Int64, short: String, long: String) {
    #expect(text.short(ago(milliseconds), now: now) == short)
    #expect(text.long(ago(milliseconds), now: now) == long)
  }

  @Test(arguments: [
    (2024, 12, 20, 0, 0, "12:00 AM", "Today at 12:00 AM"),
    (2024, 12, 20, 12, 5, "12:05 PM", "Today at 12:05 PM"),
    (2024, 12, 19, 23, 59, "Yesterday", "Yesterday at 11:59 PM"),
    (2024, 12, 19, 0, 0, "Yesterday", "Yesterday at 12:00 AM"),
    (2024, 12, 18, 23, 59, "Dec 18", "Wednesday at 11:59 PM"),
    (2024, 12, 17, 15, 30, "Dec 17", "Tuesday at 3:30 PM"),
    (2024, 12, 14, 0, 0, "Dec 14", "Saturday at 12:00 AM"),
    (2024, 12, 13, 23, 59, "Dec 13", "Dec 13 at 11:59 PM"),
    (2024, 1, 1, 9, 7, "Jan 1", "Jan 1 at 9:07 AM"),
    (2023, 12, 31, 23, 59, "Dec 31, 2023", "Dec 31, 2023 at 11:59 PM"),
    (1969, 12, 31, 23, 0, "Dec 31, 1969", "Dec 31, 1969 at 11:00 PM"),
  ])
  func `before, by calendar days`(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, short: String, long: String
  ) {
    let time = CivilCalendar.time(year, month, day, hour, minute)
    #expect(text.short(time, now: now) == short)
    #expect(text.long(time, now: now) == long)
  }

  @Test func `ten past midnight: what came before it is minutes old, then of yesterday`() {
    let now = CivilCalendar.time(2024, 12, 20, 0, 10)
    #expect(text.short(CivilCalendar.time(2024, 12, 19, 23, 50), now: now) == "20m ago")
    #expect(text.long(CivilCalendar.time(2024, 12, 19, 23, 50), now: now) == "20 minutes ago")
    #expect(text.short(CivilCalendar.time(2024, 12, 19, 23, 10), now: now) == "Yesterday")
    #expect(text.short(CivilCalendar.time(2024, 12, 18, 23, 50), now: now) == "Dec 18")
    #expect(text.long(CivilCalendar.time(2024, 12, 18, 23, 50), now: now) == "Wednesday at 11:50 PM")
  }

  @Test func `across New Year yesterday and weekdays stay, the year comes with the date`() {
    let now = CivilCalendar.time(2025, 1, 1, 12)
    #expect(text.short(CivilCalendar.time(2024, 12, 31, 12), now: now) == "Yesterday")
    #expect(text.short(CivilCalendar.time(2024, 12, 30, 12), now: now) == "Dec 30, 2024")
    #expect(text.long(CivilCalendar.time(2024, 12, 26, 12), now: now) == "Thursday at 12:00 PM")
    #expect(text.long(CivilCalendar.time(2024, 12, 25, 12), now: now) == "Dec 25, 2024 at 12:00 PM")
  }

  @Test func `with 24 hours where the locale has them`() {
    #expect(text24.short(CivilCalendar.time(2024, 12, 20, 0, 5), now: now) == "00:05")
    #expect(text24.short(CivilCalendar.time(2024, 12, 20, 9, 30), now: now) == "09:30")
    #expect(text24.long(CivilCalendar.time(2024, 12, 19, 17, 45), now: now) == "Yesterday at 17:45")
    #expect(text24.exact(now) == "Friday, December 20, 2024 at 15:45")
  }

  @Test(arguments: [
    (0, "12:00 AM"), (1, "1:00 AM"), (11, "11:00 AM"), (12, "12:00 PM"), (13, "1:00 PM"), (23, "11:00 PM"),
  ])
  func `with the right half of the day`(hour: Int, written: String) {
    let now = CivilCalendar.time(2024, 12, 20, 23, 59).advanced(by: .seconds(3_600))
    let time = CivilCalendar.time(2024, 12, 20, hour)
    #expect(text.long(time, now: now) == "Yesterday at \(written)")
  }

  @Test func `exactly, for tooltips and screen readers`() {
    #expect(text.exact(now) == "Friday, December 20, 2024 at 3:45 PM")
    #expect(text.exact(CivilCalendar.time(2024, 2, 29)) == "Thursday, February 29, 2024 at 12:00 AM")
  }

  @Test(arguments: [
    (2024, 12, 20, "Today"), (2024, 12, 19, "Yesterday"), (2024, 12, 18, "Wednesday"), (2024, 12, 14, "Saturday"),
    (2024, 12, 13, "December 13"), (2024, 1, 1, "January 1"), (2023, 12, 31, "December 31, 2023"),
    (2024, 12, 21, "December 21"), (2025, 1, 1, "January 1, 2025"),
  ])
  func `on the line between two days`(year: Int, month: Int, day: Int, line: String) {
    for hour in [0, 23] { #expect(text.day(CivilCalendar.time(year, month, day, hour, 59), now: now) == line) }
  }

  @Test func `belong to days that change at the user's midnight`() {
    let india = TimeText(clock: .twelveHours) { CivilCalendar.utc($0.advanced(by: .seconds(19_800))) }
    let before = CivilCalendar.time(2024, 12, 20, 18, 29)
    let after = CivilCalendar.time(2024, 12, 20, 18, 30)
    #expect(india.dayNumber(after) == india.dayNumber(before) + 1)
    #expect(text.dayNumber(after) == text.dayNumber(before))
    #expect(india.day(before, now: after) == "Yesterday")
  }

  @Test func `of the longest and the shortest day are by the calendar, not by 24 hours`() {
    // A zone whose clock goes back one hour at 01:00 UTC on October 27, 2024.
    let change = CivilCalendar.time(2024, 10, 27, 1)
    let berlin = TimeText(clock: .twentyFourHours) { time in
      CivilCalendar.utc(time.advanced(by: .seconds(time < change ? 7_200 : 3_600)))
    }
    let now = CivilCalendar.time(2024, 10, 27, 22, 30)  // 23:30 there
    #expect(berlin.short(CivilCalendar.time(2024, 10, 26, 22, 0), now: now) == "00:00")
    #expect(berlin.short(CivilCalendar.time(2024, 10, 26, 21, 59), now: now) == "Yesterday")
  }
}
