import Domain
import Testing
import TestSupport

@testable import Storage

/// What backups are called.
@Suite struct BackupNameTests {
  @Test(arguments: [0, 1_735_000_000_000, 951_782_399_000, 4_102_444_800_000])
  func `A time's stamp is read back as the same time`(milliseconds: Int64) {
    let time = time(milliseconds)
    #expect(Timestamp(stamp: time.stamp) == time)
  }

  @Test(arguments: [
    (0, "1970-01-01T00-00-00Z"), (951_782_399_999, "2000-02-28T23-59-59Z"), (4_102_444_800_000, "2100-01-01T00-00-00Z"),
    (Int64.max, "9999-12-30T23-59-59Z"),
  ])
  func `A time's stamp is UTC to the second, also for a clock that is far out`(milliseconds: Int64, stamp: String) {
    #expect(time(milliseconds).stamp == stamp)
    #expect(time(.min).stamp.hasPrefix("0001-01-"))
  }

  @Test(arguments: [
    "sotto-99999999999999999999-01-01T00-00-00Z.db", "sotto-2024-01-01T00:00:00Z.db", "sotto-2024-02-30T00-00-00Z.db",
    "sotto-2024-01-01T00-00-60Z.db", "sotto-2024-1-01T00-00-000Z.db", "sotto--024-01-01T00-00-00Z.db", "sotto-Z.db",
    "sotto-2024-01-01T00-00-0\u{663}Z.db", "sotto.db", "sotto-yesterday.db", "sotto-2024-13-45T99-99-99Z.db",
    "sotto-2024-01-01.db", "x",
  ])
  func `Other files are not taken for backups`(name: String) {
    #expect(BackupName(name) == nil)
  }
}
