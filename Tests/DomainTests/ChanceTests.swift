import Domain
import Synchronization
import TestSupport
import Testing

/// Surroundings whose chance is always the same number.
private final class Fixed: Surroundings {
  let number: UInt64
  init(_ number: UInt64) { self.number = number }
  func now() -> Timestamp { Timestamp(milliseconds: 0) }
  func sleep(for duration: Duration) async throws(CancellationError) {}
  func random() -> UInt64 { number }
  func newID() -> (high: UInt64, low: UInt64) { (0, number) }
  var timeText: TimeText { TimeText(clock: .twelveHours) { CivilCalendar.utc($0) } }
}

@Suite struct `Chance` {
  @Test func `reaches both ends of a range of whole numbers and never leaves it`() {
    #expect(Fixed(0).random(in: 2...4) == 2)
    #expect(Fixed(.max).random(in: 2...4) == 4)
    #expect(Fixed(.max).random(in: 7...7) == 7)
  }

  @Test func `keeps within a range of numbers`() {
    #expect(Fixed(0).random(in: 0.5...2.5) == 0.5)
    #expect(Fixed(.max).random(in: 0.5...2.5) <= 2.5)
    #expect(Fixed(.max).random(in: 0.0...1.0) < 1)
  }

  @Test func `gives each whole number its share`() {
    let surroundings = ManualSurroundings(seed: 4)
    var counts = [0, 0, 0]
    for _ in 0..<30_000 { counts[surroundings.random(in: 0...2)] += 1 }
    #expect(counts.allSatisfy { (9_700...10_300).contains($0) })
  }
}
