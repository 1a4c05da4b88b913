import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct TimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (999, "1970-01-01T00:00:00.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_001, "2000-02-29T00:00:00.001Z"), (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
      (1_506_708_282_606, "2017-09-29T18:04:42.606Z"), (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
      (-11_644_473_600_000, "1601-01-01T00:00:00.000Z"), (Int64.max, "9999-12-30T23:59:59.999Z"),
      (Int64.min, "0001-01-0"),
    ])
  func `times are written for programs to the millisecond, whatever number the database holds`(
    milliseconds: Int64, text: String
  ) async throws {
    let library = try CommandFixture()
    try await library.chat("Tea")
    let change = "import sqlite3, sys; base = sqlite3.connect(sys.argv[1], isolation_level=None); "
    let python = try Running(
      "/usr/bin/python3",
      [
        "-c", change + "base.execute('UPDATE chat SET created_at = ' + sys.argv[2])", library.home + "/sotto.db",
        "\(milliseconds)",
      ],
      environment: library.environment)
    let changed = try await python.end()
    try #require(changed.code == 0, "\(changed.err)")
    #expect(try await library.chats()[0].createdAt.hasPrefix(text))
  }
}
