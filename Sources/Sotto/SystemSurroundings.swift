public import Domain
import Platform
import Synchronization

/// The real surroundings: the machine's clock, its chance, its time zone and locale. No other file asks for these.
public final class SystemSurroundings: Surroundings {
  private let lastID = Mutex(LastID())
  public let timeText: TimeText

  private struct LastID {
    var milliseconds: UInt64 = 0
    var counter: UInt64 = 0
  }

  /// Hours are written as in the locale that the process has by now: `setlocale` is for the beginning of a program, as
  /// other threads may read the locale.
  public init() {
    timeText = TimeText(clock: Self.localeClock(), local: Self.local)
  }

  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
  }

  public func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// A UUIDv7 as in RFC 9562 section 6.2, method 1: 48 bits of time, a 12-bit counter within the millisecond, chance.
  public func newID() -> (high: UInt64, low: UInt64) {
    let now = UInt64(bitPattern: now().milliseconds)
    let high = lastID.withLock { last in
      if now > last.milliseconds {
        last = LastID(milliseconds: now, counter: 0)
      } else {
        last.counter += 1
        // A full counter borrows from the next millisecond, so that ids never go back.
        if last.counter > 0xFFF { last = LastID(milliseconds: last.milliseconds + 1, counter: 0) }
      }
      return last.milliseconds << 16 | 0x7000 | last.counter
    }
    return (high, 0x8000_0000_0000_0000 | random() >> 2)
  }

  private static let local: @Sendable (Timestamp) -> LocalTime = { time in
    let milliseconds = time.shown.milliseconds
    var seconds = time_t(milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    // The calendar day counted as if it were in UTC, so that days can be subtracted across clock changes.
    var day = tm()
    day.tm_year = parts.tm_year
    day.tm_mon = parts.tm_mon
    day.tm_mday = parts.tm_mday
    return LocalTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min), weekday: Int(parts.tm_wday), dayNumber: timegm(&day) / 86_400)
  }

  /// Whether the locale writes hours up to 12 with AM and PM.
  private static func localeClock() -> ClockStyle {
    guard let format = nl_langinfo(nl_item(T_FMT)) else { return .twelveHours }
    let text = String(cString: format)
    // The locale "C" says nothing about what people read; the rules of the product are in 12 hours.
    let name = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
    if name == "C" || name == "POSIX" || name.hasPrefix("C.") { return .twelveHours }
    return text.contains("%r") || text.contains("%p") || text.contains("%I") ? .twelveHours : .twentyFourHours
  }
}
